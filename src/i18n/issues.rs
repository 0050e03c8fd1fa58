//! Problems of records, in words and with their place.

use joban_csa_parse::{Issue, IssueKind};

use super::{Text, said};
use crate::text;

/// The stable name of a kind, in Japanese followed by what it means.
pub(crate) fn kind_text(kind: IssueKind) -> Text {
    let name = kind.as_str();
    Text::pair(name, &format!("{name} ({})", japanese(kind)))
}

/// Japanese for a kind of problem.
fn japanese(kind: IssueKind) -> &'static str {
    match kind {
        IssueKind::SyntaxError => "書式の誤り",
        IssueKind::BadNumber => "数値の誤り",
        IssueKind::BadPosition => "局面の誤り",
        IssueKind::TurnMissing => "手番の指定がない",
        IssueKind::TurnMismatch => "手番が違う",
        IssueKind::PieceMismatch => "駒の名前が違う",
        IssueKind::IllegalMove => "指せない手",
        IssueKind::OrphanTime => "対応する指し手のない消費時間",
        IssueKind::AfterEnding => "終局後の記述",
        IssueKind::UnknownEnding => "未知の終局",
        IssueKind::ResultConflict => "結果の食い違い",
        IssueKind::TruncatedInput => "途中で切れている",
        IssueKind::Encoding => "文字コードとして不正",
        IssueKind::EncodingMismatch => "宣言と異なる文字コード",
        IssueKind::EncodingAmbiguous => "文字コードが一つに決まらない",
        IssueKind::EncodingMixed => "文字コードの混在",
        IssueKind::LooseBoardRow => "規格外の盤面の行",
        IssueKind::EmptyInput => "空の入力",
        IssueKind::DuplicateMove => "同じ指し手の重複",
        IssueKind::GameOver => "終局後の指し手",
        IssueKind::UnsafePath => "安全でない名前",
        IssueKind::LimitExceeded => "上限を超えた",
        IssueKind::IoError => "読み書きの失敗",
        _ => "その他の問題",
    }
}

/// An issue of a file with everything that is known of its place; `game` counts from 1, 0 is the file as a whole.
pub(crate) fn located(file: &str, game: u32, issue: &Issue) -> Text {
    let kind = kind_text(issue.kind);
    let reason = reason(issue);
    match (game, issue.line) {
        (0, _) => text!(RejectedFile, file, kind, reason),
        (_, 0) => text!(RejectedGame, file, game, kind, reason),
        (_, line) => text!(RejectedAt, file, game, line, kind, reason),
    }
}

/// Reason and offending text.
fn reason(issue: &Issue) -> Text {
    let reason = said(&issue.reason);
    if issue.text.is_empty() {
        return reason;
    }
    reason.join(": ", &Text::same(format!("`{}`", issue.text)))
}

#[cfg(test)]
mod tests {
    use super::super::Lang;
    use super::*;

    #[test]
    fn a_place_is_complete() {
        let issue = Issue::new(
            IssueKind::IllegalMove,
            9,
            70,
            "+7775FU",
            "the pawn cannot go there",
        );
        let text = located("a.csa", 2, &issue);
        assert_eq!(
            text.get(Lang::En),
            "a.csa, game 2, line 9: IllegalMove: the pawn cannot go there: `+7775FU`"
        );
        assert!(
            text.get(Lang::Ja)
                .starts_with("a.csa 第2局 9行目: IllegalMove (指せない手)")
        );
    }
}
