//! Reasons and advice that the libraries give in English, in Japanese.
//!
//! The libraries speak English only, and so do `rejects.csv` and JSON; what a person reads on the screen is turned into
//! Japanese here, phrase by phrase. `{}` stands for any text. What is not in the table stays as it is.

use super::Text;

/// English phrases, and the Japanese ones with the same holes in the same order.
const PHRASES: &[(&str, &str)] = &[
    // Inputs.
    (
        "a zip or 7z archive cannot be read from standard input (its directory is at its end)",
        "zip と 7z は標準入力から読めません (目次が末尾にあるため)",
    ),
    (
        "name the file instead of `-`",
        "`-` の代わりにファイル名を指定してください",
    ),
    (
        "standard input is named twice",
        "標準入力が二度指定されています",
    ),
    ("name `-` once", "`-` は一度だけ指定してください"),
    (
        "it is neither a file nor a folder (a pipe, socket or device)",
        "ファイルでもフォルダーでもありません (パイプ、ソケット、デバイス)",
    ),
    (
        "pipe its contents to standard input and name `-`",
        "内容を標準入力に流し、`-` を指定してください",
    ),
    (
        "fetch or copy the file again and check its size",
        "ファイルを取り直し、大きさを確かめてください",
    ),
    ("check its permissions", "読み取りの権限を確かめてください"),
    (
        "check the disk and try again",
        "ディスクを確かめて、もう一度試してください",
    ),
    (
        "its first bytes are not those its name promises",
        "先頭のバイト列が拡張子の示す形式と違います",
    ),
    (
        "it is empty, although its name promises an archive",
        "書庫の名前なのに中身が空です",
    ),
    ("it ends too early ({})", "途中で切れています ({})"),
    (
        "its header lies past its end",
        "見出しがファイルの終わりより後ろを指しています",
    ),
    (
        "the directory at the end of the zip is missing or cut",
        "zip の末尾の目次がないか、欠けています",
    ),
    (
        "the end mark of a tar is missing",
        "tar の終わりの印がありません",
    ),
    ("unexpected end of file", "予期しないファイルの終わり"),
    ("it is damaged ({})", "壊れています ({})"),
    (
        "the entry's checksum is wrong",
        "項目のチェックサムが合いません",
    ),
    ("a checksum is wrong", "チェックサムが合いません"),
    (
        "an entry is not where the directory says",
        "目次の示す場所に項目がありません",
    ),
    (
        "it is an archive inside an archive, deeper than --nesting allows",
        "書庫の中の書庫で、--nesting の深さを超えています",
    ),
    ("unpack the outer one", "外側の書庫を展開してください"),
    (
        "archives are not read at nesting 0",
        "nesting が 0 のとき書庫は読みません",
    ),
    (
        "it unpacks to more than {} bytes in all",
        "展開すると合わせて {} バイトを超えます",
    ),
    (
        "it unpacks to more than {} bytes (",
        "展開すると {} バイトを超えます (",
    ),
    (
        "it unpacks to more than {} times its packed size",
        "展開すると圧縮時の {} 倍を超えます",
    ),
    ("it has more than {} entries", "項目が {} 個を超えます"),
    (
        "its decoder needs {} bytes, more than the {} bytes allowed",
        "展開に {} バイトが必要で、上限の {} バイトを超えます",
    ),
    (
        "raise --decoder-memory if the machine has that much, or pack the file with a smaller dictionary",
        "メモリーに余裕があれば --decoder-memory を上げるか、小さい辞書で圧縮し直してください",
    ),
    (
        "raise --max-entries if you trust the file",
        "信頼できるファイルなら --max-entries を上げてください",
    ),
    (
        "raise --max-total-size if you trust the file",
        "信頼できるファイルなら --max-total-size を上げてください",
    ),
    (
        "unpack it and name the folder, or pack it again as 7z (LZMA2), zip or tar.zst",
        "展開してフォルダーを指定するか、7z (LZMA2)、zip、tar.zst に圧縮し直してください",
    ),
    ("the entry is encrypted", "項目が暗号化されています"),
    (
        "the entry's name is an absolute path",
        "項目の名前が絶対パスです",
    ),
    (
        "the entry's name begins with a drive",
        "項目の名前がドライブ名で始まります",
    ),
    (
        "the entry's name is a network (UNC) path",
        "項目の名前がネットワーク (UNC) のパスです",
    ),
    (
        "the entry's name climbs out of the archive with `..`",
        "項目の名前が `..` で書庫の外に出ます",
    ),
    (
        "the entry's name has a back slash",
        "項目の名前に逆斜線があります",
    ),
    ("the entry's name has a NUL", "項目の名前に NUL があります"),
    ("the entry has no name", "項目に名前がありません"),
    (
        "the file is binary, not text",
        "テキストではなくバイナリーのファイルです",
    ),
    ("the file is empty", "ファイルが空です"),
    ("the file holds no record", "ファイルに棋譜がありません"),
    (
        "a record of more than {} bytes",
        "{} バイトを超える棋譜です",
    ),
    (
        "No such file or directory",
        "ファイルもフォルダーもありません",
    ),
    ("Permission denied", "権限がありません"),
    (
        "Too many levels of symbolic links",
        "リンクをたどる回数が多すぎます",
    ),
    ("Is a directory", "フォルダーです"),
    // Lines of a record.
    ("no form of a CSA line", "CSA の行の形ではありません"),
    (
        "a move is a sign, two squares of digits 1 to 9 (or 00 for the hand) and a piece",
        "指し手は符号、二つの升 (1 から 9 の数字、持駒は 00)、駒の順です",
    ),
    (
        "a move is two squares and a piece",
        "指し手は二つの升と駒です",
    ),
    (
        "a USI move is two squares or a drop",
        "USI の指し手は二つの升か打つ手です",
    ),
    ("a time is a number of seconds", "消費時間は秒数です"),
    (
        "the time is longer than 49 days",
        "消費時間が 49 日を超えます",
    ),
    ("a version is V and a number", "バージョンは V と数字です"),
    (
        "an ending is % and a word in capitals",
        "終局は % と大文字の語です",
    ),
    (
        "a name line begins with N+ or N-",
        "名前の行は N+ か N- で始まります",
    ),
    (
        "a list of pieces is squares (00 for the hand) each with a piece",
        "駒の一覧は升 (持駒は 00) と駒の並びです",
    ),
    (
        "a line begins with startpos, sfen or a board of nine ranks",
        "行は startpos、sfen、または 9 段の盤面で始まります",
    ),
    (
        "a board row has nine squares",
        "盤面の行には 9 升が要ります",
    ),
    ("a board row is given twice", "盤面の同じ行が二度あります"),
    ("the board has no row P", "盤面にない行: P"),
    (
        "the record has neither a position nor a move",
        "棋譜に局面も指し手もありません",
    ),
    (
        "a set-up statement after the first move",
        "最初の指し手の後に局面の指定があります",
    ),
    (
        "two lines name different sides to move",
        "手番の指定が食い違います",
    ),
    (
        "there is no such piece on that square to remove",
        "その升に取り除く駒がありません",
    ),
    (
        "the square is occupied already",
        "その升にはすでに駒があります",
    ),
    (
        "the input stops in the middle of a line",
        "行の途中で終わっています",
    ),
    // Evidence logs.
    ("it is cut off", "途中で切れています"),
    (
        "it is not a checksum and a record",
        "チェックサムと記録の形ではありません",
    ),
    ("its checksum is wrong", "チェックサムが合いません"),
    ("it is too long", "長すぎます"),
    ("(not set)", "(指定なし)"),
    (
        "its teacher does not stand before it",
        "対応するエンジンの記録が前にありません",
    ),
    (
        "the digest is not that of the teacher",
        "ダイジェストがエンジンの記録と合いません",
    ),
    (
        "the question is not in its canonical form",
        "問いが正規の形ではありません",
    ),
    (
        "neither a teacher nor an answer",
        "エンジンの記録でも回答でもありません",
    ),
    (
        "the complete depths do not ascend",
        "深さが昇順ではありません",
    ),
    // Positions and moves.
    (
        "the side that is not to move is in check",
        "手番でない側の玉に王手がかかっています",
    ),
    (
        "{} has two unpromoted pawns on file {}",
        "{} の {} 筋が二歩です",
    ),
    ("{} has no king", "{} の玉がありません"),
    ("{} has a king already", "{} の玉はすでにあります"),
    ("a board has 9 ranks, ", "盤面は 9 段です: "),
    ("the side to move is b or w", "手番は b か w です"),
    ("the side to move is missing", "手番がありません"),
    ("the hands is missing", "持駒がありません"),
    ("the board is missing", "盤面がありません"),
    (
        "the hands hold pieces among R B G S N L P only",
        "持駒は R B G S N L P だけです",
    ),
    (
        "a count in the hands is out of range",
        "持駒の数が範囲外です",
    ),
    (
        "a count in the hands without a piece",
        "持駒の数の後に駒がありません",
    ),
    (
        "unexpected text after the move number",
        "手数の後に余分な文字があります",
    ),
    (
        "the move number is a whole number up to 4294967295",
        "手数は 4294967295 までの整数です",
    ),
    ("no position of a game", "対局の局面ではありません"),
    ("there is no piece on {}", "駒がない升: {}"),
    (
        "the piece on {} belongs to the side that is not to move",
        "{} の駒は相手の駒です",
    ),
    (
        "the piece does not move that way",
        "その駒はそこへ動けません",
    ),
    ("the way is blocked on ", "途中に駒があります: "),
    (
        "a piece of the same side stands on the destination",
        "移動先に自分の駒があります",
    ),
    (
        "a piece can be dropped on an empty square only",
        "駒は空いた升にしか打てません",
    ),
    ("the piece is not in hand", "その駒は持っていません"),
    (
        "hands hold neither kings nor promoted pieces",
        "玉や成駒は持駒になりません",
    ),
    (
        "there is already an unpromoted pawn of this side on file ",
        "二歩です。筋: ",
    ),
    (
        "the dropped piece could never move again",
        "打った駒の行き所がありません",
    ),
    (
        "the piece must promote, it could never move again",
        "成らなければ行き所がありません",
    ),
    (
        "the piece cannot promote with this move",
        "この手では成れません",
    ),
    ("a pawn drop may not mate", "打ち歩詰めです"),
    (
        "the king of the moving side would be in check",
        "自分の玉が取られます",
    ),
    (
        "the record names a {}, another piece moves",
        "棋譜の駒は {} ですが、動くのは別の駒です",
    ),
    ("it is black's turn", "先手の手番です"),
    ("it is white's turn", "後手の手番です"),
    (
        "source and destination make no move",
        "指し手になっていません",
    ),
    (
        "the game has more than 60,000 plies",
        "60,000 手を超える棋譜です",
    ),
];

/// An English reason as a message in both languages.
pub(crate) fn said(english: &str) -> Text {
    Text::pair(english, &japanese(english))
}

fn japanese(english: &str) -> String {
    PHRASES.iter().fold(english.to_owned(), |text, (from, to)| {
        replace(&text, from, to).unwrap_or(text)
    })
}

/// The text with the first place of a phrase replaced, what fills the holes being kept.
fn replace(text: &str, from: &str, to: &str) -> Option<String> {
    let mut parts = from.split("{}");
    let first = parts.next()?;
    let start = match first {
        // A hole at the beginning takes one word.
        "" => {
            let next = from.trim_start_matches("{}").split("{}").next()?;
            let at = text.find(next)?;
            text[..at].rfind(' ').map_or(0, |blank| blank + 1)
        }
        first => text.find(first)?,
    };
    let mut at = start + first.len();
    let mut filled = Vec::new();
    for part in parts {
        // A hole at the end takes what is left up to a blank.
        let length = match part {
            "" => text[at..].find(' ').unwrap_or(text.len() - at),
            part => text[at..].find(part)?,
        };
        filled.push(&text[at..at + length]);
        at += length + part.len();
    }
    let mut holes = filled.into_iter();
    let mut pieces = to.split("{}");
    let mut new = text[..start].to_owned();
    new.push_str(pieces.next()?);
    for piece in pieces {
        new.push_str(holes.next().unwrap_or_default());
        new.push_str(piece);
    }
    new.push_str(&text[at..]);
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_the_same_holes() {
        for (english, ours) in PHRASES {
            let holes = |text: &str| text.matches("{}").count();
            assert_eq!(holes(english), holes(ours), "{english}");
            assert!(english.is_ascii() && !ours.is_ascii(), "{english}");
            assert!(!japanese(english).contains(english), "{english}");
        }
    }

    #[test]
    fn holes_keep_what_is_in_them() {
        for (english, ours) in [
            (
                "it unpacks to more than 250 times its packed size (--max-ratio)",
                "展開すると圧縮時の 250 倍を超えます (--max-ratio)",
            ),
            (
                "its decoder needs 37 bytes, more than the 1 bytes allowed",
                "展開に 37 バイトが必要で、上限の 1 バイトを超えます",
            ),
            (
                "it is damaged (the entry's checksum is wrong)",
                "壊れています (項目のチェックサムが合いません)",
            ),
            ("7g7f: there is no piece on 7g", "7g7f: 駒がない升: 7g"),
            (
                "black has two unpromoted pawns on file 5",
                "black の 5 筋が二歩です",
            ),
            ("something new", "something new"),
            ("", ""),
        ] {
            assert_eq!(japanese(english), ours);
        }
    }
}
