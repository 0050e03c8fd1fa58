//! Reasons and advice that the libraries give in English, in Japanese.
//!
//! The libraries speak English only, and so do `rejects.csv`, tables and JSON; what a person reads on the screen is turned
//! into Japanese here, phrase by phrase. `{}` stands for any text. What is not in the table stays as it is: names, moves,
//! the words of the system and of foreign crates. Errors with fields are worded in `reasons.rs`.

use super::Text;

/// English phrases, and the Japanese ones with the same holes in the same order.
const PHRASES: &[(&str, &str)] = &[
    // Data sets.
    ("BadPosition: {}", "BadPosition (局面の誤り): {}"),
    (
        "the king squares {} and {} are none, or the same",
        "玉の位置 {} と {} が盤の外か、同じ升です",
    ),
    (
        "bit {}: no piece has this code",
        "{} ビット目の符号に当たる駒がありません",
    ),
    ("the pieces are no full set", "駒の数が一組に合いません"),
    ("a line of more than 1 MiB", "1 MiB を超える行です"),
    ("the text is not UTF-8", "UTF-8 の文章ではありません"),
    (
        "the file ends within a record",
        "ファイルが記録の途中で終わっています",
    ),
    ("the word {} is no move", "{} は指し手を表しません"),
    (
        "result {} is not 1, 0 or -1",
        "結果 {} は 1, 0, -1 のいずれでもありません",
    ),
    (
        "result {} is not 0, 1 or 2",
        "結果 {} は 0, 1, 2 のいずれでもありません",
    ),
    ("no JSON: {}", "JSON として読めません ({})"),
    (
        "ply {} does not fit move number {} of the SFEN",
        "ply {} が SFEN の手数 {} と合いません",
    ),
    (
        "result_stm {} is not 1, 0 or -1",
        "result_stm {} は 1, 0, -1 のいずれでもありません",
    ),
    (
        "mate_stm {} is not 1 or -1",
        "mate_stm {} は 1, -1 のいずれでもありません",
    ),
    (
        "cp and mate_stm exclude each other",
        "cp と mate_stm は同時に指定できません",
    ),
    (
        "label {} names no teacher of this set",
        "label {} に当たるエンジンがこのデータセットにありません",
    ),
    (
        "game_hash {} is not 16 hexadecimal digits",
        "game_hash {} は 16 進 16 桁ではありません",
    ),
    (
        "the SFEN is not the canonical one, or does not fit the ply",
        "SFEN が正規の形でないか、手数と合いません",
    ),
    ("the key does not fit the SFEN", "鍵が SFEN と合いません"),
    (
        "{} is no range of plies such as 16..200 or 16..",
        "{} は手数の範囲ではありません (例 16..200, 16..)",
    ),
    (
        "{} is no edge in centipawns with a share from 0 to 1, such as 1200:0.5",
        "{} は評価値と割合 (0 から 1) ではありません (例 1200:0.5)",
    ),
    (
        "{} is neither `drop` nor a number from 1 to 32767",
        "{} は `drop` でも 1 から 32767 の数でもありません",
    ),
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
        "{}の歩が {} 筋に二枚あります (二歩)",
    ),
    ("{} has no king", "{}の玉がありません"),
    ("{} has a king already", "{}の玉はすでにあります"),
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
        "棋譜の駒は{}ですが、動くのは別の駒です",
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
    // Lines of a record: what is a warning.
    (
        "PI takes away pieces from squares of the board only",
        "PI で取り除けるのは盤上の駒だけです",
    ),
    (
        "more warnings of this record are left out",
        "この棋譜の警告はこれ以上示しません",
    ),
    (
        "a move after the ending is not read",
        "終局後の指し手は読みません",
    ),
    (
        "a time with no move or ending before it",
        "対応する指し手も終局もない消費時間です",
    ),
    ("a second ending is not read", "二つ目の終局は読みません"),
    (
        "no version of the format knows this ending",
        "どの版の書式にもない終局です",
    ),
    (
        "a set-up statement after the ending is not read",
        "終局後の局面の指定は読みません",
    ),
    (
        "the row is not in columns of three; read as nine squares",
        "行が 3 文字ずつの升になっていません。9 升として読みました",
    ),
    ("the rating is no number", "レーティングが数ではありません"),
    ("no whole number in range", "範囲内の整数ではありません"),
    (
        "the summary does not name two players with their results",
        "summary に二人の対局者とその結果がありません",
    ),
    (
        "no line + or - says who moves first; taken from the first move",
        "手番の行 (+ か -) がありません。最初の指し手の符号に従いました",
    ),
    (
        "the header says {} moves, the record has {}",
        "見出しでは {} 手ですが、棋譜にあるのは次の手数です: {}",
    ),
    (
        "the rating's id is not made of this player's name",
        "レーティングの識別子がこの対局者の名前から作られていません",
    ),
    (
        "the record has no names to match the summary with",
        "summary と照らし合わせる対局者名がありません",
    ),
    (
        "the summary names somebody who is neither player",
        "summary の名前がどちらの対局者でもありません",
    ),
    (
        "the results in the summary contradict each other",
        "summary の二人の結果が矛盾しています",
    ),
    (
        "the ending word and the summary name different endings; the summary counts",
        "終局の行と summary の終局が異なります。summary に従います",
    ),
    (
        "the ending word and the summary name different winners; the summary counts",
        "終局の行と summary の勝者が異なります。summary に従います",
    ),
    // The doctor of teachers.
    ("{} lines at depth {}", "{} 本の読み筋 (深さ {})"),
    (
        "no complete depth; {} of {} lines",
        "全部の読み筋がそろった深さがありません ({} / {} 本)",
    ),
    (
        "the profile shows one line",
        "この種別は読み筋を一本だけ示します",
    ),
    (
        "{} of {} nodes: it has no node limit, use a depth",
        "{} ノード (制限 {})。ノード数の制限が効かないので、深さで指定してください",
    ),
    (
        "different answers, as is to be expected: the limit is a time",
        "応答が異なりましたが、時間で打ち切る以上は起こりえます",
    ),
    (
        "different answers, as is to be expected: the engine keeps what it remembers",
        "応答が異なりましたが、記憶を保つ設定では起こりえます",
    ),
    (
        "different answers, as is to be expected: the engine uses several threads",
        "応答が異なりましたが、複数スレッドでは起こりえます",
    ),
    ("there is no answer to look at", "調べる応答がありません"),
    ("the limit is {}", "制限は {} です"),
    ("the engine tells no nodes", "ノード数を報告しません"),
    ("no option files", "設定ファイルはありません"),
    (
        "{} of {} nodes: it has no node limit, use a depth",
        "{} ノード (制限 {})。ノード数の制限がないので、深さで指定してください",
    ),
    (
        "different answers, as is to be expected: {}",
        "応答が異なりましたが、予期されることです: {}",
    ),
    ("{} of {} nodes", "{} ノード (制限 {})"),
    ("equal answers", "応答が一致しました"),
    ("different answers", "応答が異なりました"),
    (
        "all lines begin with legal moves",
        "どの読み筋も合法手から始まります",
    ),
    (
        "the profile has no searchmoves",
        "この種別には searchmoves がありません",
    ),
    ("{} was not searched: {}", "{} は探索されませんでした: {}"),
    ("{} was searched", "{} が探索されました"),
    ("it plays a pawn drop that mates", "打ち歩詰めを指します"),
    ("it plays another move", "ほかの手を指します"),
    ("it answers from a book", "定跡から答えます"),
    ("no answer from a book", "定跡からの応答はありません"),
    (
        "not asked: the run was ended",
        "照会していません (途中で終了)",
    ),
    // KIF and KI2.
    ("a diagram has nine rows", "局面図には 9 段が必要です"),
    (
        "a row of a diagram has nine squares of a blank or v and a piece",
        "局面図の 1 段は、空白か v と駒からなる 9 マスです",
    ),
    (
        "a line that is no statement of KIF or KI2, kept as a comment",
        "KIF・KI2 の行ではありません。コメントとして残します",
    ),
    (
        "a move is a square or the sign for the same one, a piece, and its origin",
        "指し手は、マスか同、駒、移動元の順に書きます",
    ),
    (
        "a move is the mark of a side, a square or the sign for the same one, and a piece",
        "指し手は、手番の記号、マスか同、駒の順に書きます",
    ),
    (
        "an unknown handicap, and no diagram",
        "手合割が不明で、局面図もありません",
    ),
    (
        "pieces in hand, and no diagram",
        "持駒がありますが、局面図がありません",
    ),
    (
        "no list of pieces in hand",
        "持駒の書き方が正しくありません",
    ),
    ("no number of a move", "手数ではありません"),
    (
        "the moves are not numbered one by one",
        "手数が順に並んでいません",
    ),
    ("the piece cannot promote", "その駒は成れません"),
    (
        "the time is not of the form minutes:seconds",
        "消費時間は 分:秒 の形で書きます",
    ),
    (
        "no such piece can come to that square",
        "そのマスに行ける駒がありません",
    ),
    (
        "several pieces can come to that square",
        "そのマスに行ける駒が複数あります",
    ),
    (
        "the text is declared as {} and is {}",
        "文字コードの宣言は {} ですが、実際は次のとおりです: {}",
    ),
    (
        "the text could be {} or {}; read as {}",
        "文字コードは {} とも {} とも読めます。採用したもの: {}",
    ),
    (
        "the record is {}, this line is {}",
        "棋譜の文字コードは {} ですが、この行は次のとおりです: {}",
    ),
    (
        "bytes that are no text in {}",
        "この文字コードでは文字にならないバイトがあります: {}",
    ),
    (
        "a comment without its apostrophe",
        "先頭の ' が抜けたコメントです",
    ),
    // More of inputs.
    (
        "there is no such file or folder",
        "ファイルもフォルダーもありません",
    ),
    ("check the path", "パスを確かめてください"),
    ("a limit on unpacking was reached", "展開の上限に達しました"),
    (
        "an archive inside the archive cannot be read",
        "書庫の中の書庫を読めません",
    ),
    ("it cannot be read", "読めません"),
    (
        "a tar header is longer than 1 MiB",
        "tar の見出しが 1 MiB を超えています",
    ),
    (
        "its decoder needs more than the {} bytes allowed",
        "展開に上限の {} バイトより多くのメモリーが必要です",
    ),
    ("requires too much memory", "メモリーが足りません"),
    ("7z method {} is not read", "7z の圧縮方式 {} は読めません"),
    (
        "zip method {} is not read (only stored and deflated)",
        "zip の圧縮方式 {} は読めません (無圧縮と deflate のみ)",
    ),
    ("{} is not read", "{} は読めません"),
    (
        "a header packed in itself",
        "見出しが自分自身の中に圧縮されています",
    ),
    (
        "the checksum of its first bytes is wrong",
        "先頭のチェックサムが合いません",
    ),
    (
        "the checksum of its header is wrong",
        "見出しのチェックサムが合いません",
    ),
    (
        "a packed header without a stream",
        "圧縮された見出しのデータがありません",
    ),
    ("a coder with several outputs", "出力が複数ある圧縮方式です"),
    (
        "its header is out of order",
        "見出しの順序が正しくありません",
    ),
    ("its header is too short", "見出しが短すぎます"),
    // Tables.
    (
        "it does not belong to the games table beside it",
        "同じ場所の games の表と組になっていません",
    ),
    (
        "the games table beside it has a negative number of positions",
        "同じ場所の games の表に負の局面数があります",
    ),
    ("its depth is no number", "深さが数ではありません"),
    ("its depth is missing", "深さの記述がありません"),
    (
        "a row without game and without reason",
        "対局も理由もない行があります",
    ),
    ("a null in column {}", "空の値がある列: {}"),
    ("a negative number in column {}", "負の数がある列: {}"),
    ("column {} has another type", "型が異なる列: {}"),
    ("column {} is not UTF-8", "UTF-8 でない列: {}"),
    ("unknown ending {}", "未知の終局: {}"),
    ("unknown winner {}", "未知の勝者: {}"),
    ("unknown status {}", "未知の状態: {}"),
    ("a wrong move word", "正しくない指し手の値があります"),
    ("a wrong time", "正しくない時間があります"),
    ("a wrong SHA-256", "正しくない SHA-256 があります"),
    (
        "the values of column {} do not fit their digest",
        "列 {} の値がダイジェストと合いません",
    ),
    (
        "it is no {} table of joban",
        "joban の {} の表ではありません",
    ),
    (
        "its columns are not those of this revision",
        "列がこの版のものではありません",
    ),
    (
        "its footer claims impossible sizes",
        "末尾の情報にありえない大きさが書かれています",
    ),
    ("its digests are missing", "ダイジェストがありません"),
    (
        "its digests do not fit each other",
        "ダイジェストどうしが合いません",
    ),
    ("its contents make no sense", "内容が意味をなしません"),
    (
        "a column type that is not ours",
        "joban の表にない型の列があります",
    ),
    ("fewer values than rows", "値が行より少ない列があります"),
    ("fewer values than levels", "値が足りない列があります"),
    (
        "manifest revision {}, this program reads {}",
        "manifest の版は {} ですが、このプログラムが読む版は次のとおりです: {}",
    ),
    // Positions and moves.
    (
        "it is no text in UTF-8 or UTF-16LE",
        "UTF-8 でも UTF-16LE でもありません",
    ),
    (
        "`{}` is no move in USI notation (such as 7g7f, 8h2b+, P*5e)",
        "`{}` は USI 形式の指し手 (7g7f、8h2b+、P*5e など) ではありません",
    ),
    ("there is no such square", "そのような升はありません"),
    (
        "a set has only {} pieces of the kind {}",
        "一組に {} 枚しかない駒が多すぎます: {}",
    ),
    (
        " (acceptable where one king is enough)",
        " (玉が一枚でよい場合は使えます)",
    ),
    ("{} has {} kings", "{}の玉が {} 枚あります"),
    (
        "there are {} pieces of the kind {}, a set has {}",
        "駒の枚数が {} 枚、種類が{}ですが、一組にある枚数は次のとおりです: {}",
    ),
    (
        "the {} {} on {} could never move again",
        "行き所のない{}の{}があります: {}",
    ),
    ("no position: board: ", "局面ではありません: 盤面: "),
    ("no position: side to move: ", "局面ではありません: 手番: "),
    ("no position: hands: ", "局面ではありません: 持駒: "),
    ("no position: moves: ", "局面ではありません: 指し手: "),
    ("no position: 1 rank: ", "局面ではありません: 1 段: "),
    ("no position: {} ranks: ", "局面ではありません: {} 段: "),
    ("no position: rank {}: ", "局面ではありません: {} 段目: "),
    ("no position: ", "局面ではありません: "),
    (
        "a position without moves is expected here",
        "ここには指し手のない局面を書いてください",
    ),
    (
        "`{}` has {} squares, not 9",
        "`{}` の升は {} 個です (9 個のはずです)",
    ),
    (
        "`{}` in rank {} is no piece",
        "`{}` ({} 段目) は駒ではありません",
    ),
    // Values of options.
    (
        "`{}` is not a size such as 4096, 64K, 512M or 2G",
        "`{}` は大きさではありません (例 4096、64K、512M、2G)",
    ),
    (
        "`{}` is neither a number nor `none`",
        "`{}` は数でも `none` でもありません",
    ),
    (
        "`{}` is neither a number nor `all`",
        "`{}` は数でも `all` でもありません",
    ),
    (
        "`{}` is not a rising pair of ratings such as 2500..3500",
        "`{}` は小さい順の二つのレーティング (例 2500..3500) ではありません",
    ),
    (
        "`{}` is neither a ply such as 24 nor a window of plies such as 16..40",
        "`{}` は手数 (例 24) でも手数の範囲 (例 16..40) でもありません",
    ),
    (
        "`{}` is not a rising pair of scores such as -100..100",
        "`{}` は小さい順の二つの評価値 (例 -100..100) ではありません",
    ),
    ("{} is not in {}..={}", "{} は範囲外です ({} から {})"),
    ("invalid digit found in string", "整数ではありません"),
    ("invalid float literal", "数ではありません"),
    ("number too large to fit in target type", "数が大きすぎます"),
    ("number too small to fit in target type", "数が小さすぎます"),
    ("cannot parse integer from empty string", "値が空です"),
    ("cannot parse float from empty string", "値が空です"),
];

/// An English reason as a message in both languages.
pub(crate) fn said(english: &str) -> Text {
    Text::pair(english, &japanese(english))
}

/// Sides and pieces, as they fill the holes.
const WORDS: &[(&str, &str)] = &[
    ("black", "先手"),
    ("white", "後手"),
    ("pawn", "歩"),
    ("lance", "香"),
    ("knight", "桂"),
    ("silver", "銀"),
    ("gold", "金"),
    ("bishop", "角"),
    ("rook", "飛"),
    ("king", "玉"),
    ("promoted pawn", "と"),
    ("promoted lance", "成香"),
    ("promoted knight", "成桂"),
    ("promoted silver", "成銀"),
    ("horse", "馬"),
    ("dragon", "竜"),
];

fn japanese(english: &str) -> String {
    let text = PHRASES.iter().fold(english.to_owned(), |text, (from, to)| {
        everywhere(text, from, to)
    });
    pieces(&text)
}

/// The text with a phrase replaced wherever it stands; a list names a few things at most.
fn everywhere(mut text: String, from: &str, to: &str) -> String {
    for _ in 0..16 {
        match replace(&text, from, to) {
            Some(replaced) => text = replaced,
            None => break,
        }
    }
    text
}

/// A word of the table in Japanese, any other text as it is.
fn word(text: &str) -> &str {
    let known = WORDS.iter().find(|(english, _)| *english == text);
    known.map_or(text, |(_, ours)| ours)
}

/// The piece that a refusal names at its end, such as `(black pawn)`.
fn pieces(text: &str) -> String {
    let named = |inside: &str| {
        let (side, piece) = inside.split_once(' ')?;
        let known = word(side) != side && word(piece) != piece;
        known.then(|| format!("{}の{}", word(side), word(piece)))
    };
    let mut parts = text.split('(');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push('(');
        match part
            .split_once(')')
            .and_then(|(inside, rest)| Some((named(inside)?, rest)))
        {
            Some((named, rest)) => {
                out.push_str(&named);
                out.push(')');
                out.push_str(rest);
            }
            None => out.push_str(part),
        }
    }
    out
}

/// The text with the first place of a phrase replaced; what fills the holes is kept, sides and pieces in Japanese.
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
        // A hole at the end takes what is left up to a blank or the end of a clause.
        let length = match part {
            "" => text[at..].find([' ', ';', ')']).unwrap_or(text.len() - at),
            part => text[at..].find(part)?,
        };
        filled.push(word(&text[at..at + length]));
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
    use joban_engine::rules::{
        Color, Move, Piece, PieceKind, PositionIssue, PositionRejected, Refusal, RefusalReason,
        Setup, Square,
    };

    #[test]
    fn longer_details_of_the_doctor_stand_before_their_beginnings() {
        for (english, ours) in [
            (
                "9 of 5 nodes: it has no node limit, use a depth",
                "9 ノード (制限 5)。ノード数の制限が効かないので、深さで指定してください",
            ),
            ("9 of 10 nodes", "9 ノード (制限 10)"),
            ("different answers", "応答が異なりました"),
            (
                "different answers, as is to be expected: the limit is a time",
                "応答が異なりましたが、時間で打ち切る以上は起こりえます",
            ),
        ] {
            assert_eq!(japanese(english), ours);
        }
    }

    #[test]
    fn every_phrase_has_the_same_holes() {
        for (english, ours) in PHRASES {
            let holes = |text: &str| text.matches("{}").count();
            assert_eq!(holes(english), holes(ours), "{english}");
            // The word of KIF for "the square of the last move" has no other name.
            let is_english = english.replace('同', "").is_ascii();
            assert!(is_english && !ours.is_ascii(), "{english}");
            assert!(!japanese(english).contains(english), "{english}");
        }
    }

    /// Everything the rules can say is said in Japanese: no English word is left.
    #[test]
    fn refusals_and_faults_of_positions_are_worded() {
        let square = Square::new(5, 5).expect("a square");
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind)));
        for piece in pieces {
            let Piece { color, kind } = piece;
            let reasons = [
                RefusalReason::NoPiece { from: square },
                RefusalReason::NotYourPiece { from: square },
                RefusalReason::CannotMoveSo,
                RefusalReason::Blocked { at: square },
                RefusalReason::OwnPieceOnTarget,
                RefusalReason::DropOnPiece,
                RefusalReason::NotInHand,
                RefusalReason::NoHandPiece,
                RefusalReason::DoublePawn { file: 5 },
                RefusalReason::NoNextMove,
                RefusalReason::MustPromote,
                RefusalReason::CannotPromote,
                RefusalReason::PawnDropMate,
                RefusalReason::LeavesKingInCheck,
                RefusalReason::PieceMismatch { named: kind },
                RefusalReason::TurnMismatch { to_move: color },
                RefusalReason::NoMove,
                RefusalReason::TooLong,
            ];
            for reason in reasons {
                let refusal = Refusal {
                    reason,
                    piece: Some(piece),
                    mv: Move::from_usi("5e5d").ok(),
                };
                assert_japanese(&refusal.to_string());
            }
            let issues = vec![
                PositionIssue::MissingKing { color },
                PositionIssue::TooManyKings { color, count: 2 },
                PositionIssue::TooMany { kind, count: 20 },
                PositionIssue::DoublePawn { color, file: 3 },
                PositionIssue::NoMovePiece { square, piece },
                PositionIssue::OpponentInCheck,
            ];
            assert_japanese(&PositionRejected { issues, sfen: None }.to_string());
            let issues = vec![PositionIssue::MissingKing { color }];
            assert_japanese(&PositionRejected { issues, sfen: None }.to_string());
        }
    }

    #[test]
    fn faults_of_sfens_and_moves_are_worded() {
        let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        for sfen in [
            "",
            "9/9",
            "9",
            board,
            &format!("{board} b"),
            &format!("{board} x -"),
            &format!("{board} b K"),
            &format!("{board} b 3"),
            &format!("{board} b 0P"),
            &format!("{board} b - 99999999999"),
            &format!("{board} b - 1 2"),
            &format!("{board} b - 1 moves 7g7f"),
            &board.replacen('l', "x", 1),
            &board.replacen('l', "+g", 1),
            &board.replacen("1r5b1", "1r5b", 1),
        ] {
            let error = Setup::from_sfen(sfen).expect_err("no position");
            assert_japanese(&error.to_string());
        }
        assert_japanese(&Move::from_usi("7g7").expect_err("no move").to_string());
    }

    #[track_caller]
    fn assert_japanese(english: &str) {
        let ours = japanese(english);
        // Boards and pieces stand in backquotes; USI is a name, other short words are squares and letters.
        let plain: String = ours.split('`').step_by(2).collect();
        let words = plain.split(|c: char| !c.is_ascii_alphabetic());
        let left: Vec<&str> = words
            .filter(|word| word.len() > 2 && *word != "USI")
            .collect();
        assert!(left.is_empty(), "{english}\n{ours}\n{left:?}");
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
                "no position of a game: black has two unpromoted pawns on file 5; white has two unpromoted pawns on file 1",
                "対局の局面ではありません: 先手の歩が 5 筋に二枚あります (二歩); 後手の歩が 1 筋に二枚あります (二歩)",
            ),
            (
                "5e5d: the piece does not move that way (white promoted silver)",
                "5e5d: その駒はそこへ動けません (後手の成銀)",
            ),
            (
                "the record names a promoted pawn, another piece moves (black gold)",
                "棋譜の駒はとですが、動くのは別の駒です (先手の金)",
            ),
            (
                "no position: 8 ranks: a board has 9 ranks, `9/9`",
                "局面ではありません: 8 段: 盤面は 9 段です: `9/9`",
            ),
            ("something new", "something new"),
            ("", ""),
        ] {
            assert_eq!(japanese(english), ours);
        }
    }
}
