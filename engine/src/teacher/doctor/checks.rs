//! The checks of the doctor.

use super::Start;
use crate::rules::Position;
use crate::teacher::{
    Answer, Control, FailureKind, Found, Isolation, Limit, Note, Pool, Query, TeacherConfig,
    TeacherError, ask_all,
};

/// What is checked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Check {
    /// It starts, shakes hands, and takes the options of its profile.
    Handshake,
    /// It shows as many lines as are asked for.
    MultiPv,
    /// It keeps a node limit.
    NodeLimit,
    /// The same question twice in a row has one answer.
    SameTwice,
    /// The same question after others has the same answer.
    AfterOthers,
    /// A fresh process has the same answer.
    FreshProcess,
    /// The first moves of all lines are legal.
    LegalLines,
    /// `searchmoves` searches the move asked for.
    SearchMoves,
    /// `searchmoves` searches a non-promotion too (8h2b after 7g7f 3c3d).
    NonPromotion,
    /// It does not play a pawn drop that mates.
    PawnDropMate,
    /// No file of its own changes options behind our back.
    OptionFiles,
    /// It does not answer from a book.
    Book,
}

impl Check {
    /// The name, as reports show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::MultiPv => "multipv",
            Self::NodeLimit => "node-limit",
            Self::SameTwice => "same-twice",
            Self::AfterOthers => "after-others",
            Self::FreshProcess => "fresh-process",
            Self::LegalLines => "legal-lines",
            Self::SearchMoves => "searchmoves",
            Self::NonPromotion => "non-promotion",
            Self::PawnDropMate => "pawn-drop-mate",
            Self::OptionFiles => "option-files",
            Self::Book => "book",
        }
    }
}

/// What a check came to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// As it should be.
    Passed,
    /// Usable, but the user should know.
    Warning,
    /// Answers cannot be trusted in this respect.
    Failed,
    /// The profile says that the engine cannot do this, so it is not asked for.
    NotApplicable,
}

/// A check with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// What it came to.
    pub outcome: Outcome,
    /// The facts in one line, in English.
    pub detail: String,
}

/// Lines in the check of MultiPV.
const LINES: u32 = 3;

/// A pawn drop that mates (P*1b) beside moves that do not: the only illegal one among the pawn drops.
const PAWN_DROP_MATE: &str = "7nk/9/7S1/9/9/9/9/9/4K4 b P 1";

/// The questions of the checks, in order.
struct Questions {
    opening: Query,
    lines: Query,
    about: Query,
    non_promotion: Query,
    pawn_drop: Query,
}

impl Questions {
    fn new(limit: Limit, lines: u32) -> Option<Self> {
        let start = Position::startpos();
        let mut opened = start.clone();
        for usi in ["7g7f", "3c3d"] {
            opened.play(usi.parse().ok()?).ok()?;
        }
        let trap = Position::from_sfen(PAWN_DROP_MATE).ok()?;
        Some(Self {
            opening: Query::new(&opened, limit, 1),
            lines: Query::new(&start, limit, lines),
            about: Query::about_move(&start, "9i9h".parse().ok()?, limit),
            non_promotion: Query::about_move(&opened, "8h2b".parse().ok()?, limit),
            pawn_drop: Query::new(&trap, limit, 1),
        })
    }

    /// The first question comes twice in a row and once more at the end.
    fn list(&self) -> [Query; 7] {
        let first = &self.opening;
        [
            first,
            first,
            &self.lines,
            &self.about,
            &self.non_promotion,
            &self.pawn_drop,
            first,
        ]
        .map(Clone::clone)
    }
}

/// Makes all checks. They compare what one process answers with what it answered before, so there is one.
pub(super) fn all(
    config: &TeacherConfig,
    start: Start<'_>,
    limit: Limit,
    control: &mut dyn Control,
) -> Result<Vec<Finding>, TeacherError> {
    let single = TeacherConfig {
        processes: 1,
        ..config.clone()
    };
    let mut pool = start(&single)?;
    let lines = if pool.profile().has_multi_pv {
        LINES
    } else {
        1
    };
    let Some(questions) = Questions::new(limit, lines) else {
        return Ok(Vec::new());
    };
    let list = questions.list();
    let answers = ask_all(&mut pool, &list, control)?;
    let fresh = fresh_answer(&single, start, &questions.opening, control)?;
    let [
        first,
        again,
        of_lines,
        about,
        non_promotion,
        pawn_drop,
        last,
    ] = &answers[..]
    else {
        return Ok(Vec::new());
    };
    let repeats = Repeats::of(&pool, limit);
    let findings = vec![
        finding(Check::Handshake, Outcome::Passed, pool_text(&pool)),
        multi_pv(&pool, of_lines.as_ref()),
        node_limit(limit, first.as_ref()),
        same(Check::SameTwice, repeats, first, again),
        same(Check::AfterOthers, repeats, first, last),
        same(Check::FreshProcess, repeats, first, &fresh),
        legal_lines(&answers),
        searchmoves(Check::SearchMoves, &pool, &list[3], about.as_ref()),
        searchmoves(Check::NonPromotion, &pool, &list[4], non_promotion.as_ref()),
        pawn_drop_mate(pawn_drop.as_ref()),
        option_files(&pool),
        book(&answers),
    ];
    pool.quit();
    Ok(findings)
}

/// Whether equal answers can be asked of a set-up.
#[derive(Copy, Clone)]
enum Repeats {
    Yes,
    /// The user has given it up; why.
    GivenUp(&'static str),
}

impl Repeats {
    fn of(pool: &Pool, limit: Limit) -> Self {
        let notes = pool.notes();
        let threads = |note: &Note| matches!(note, Note::SeveralThreads { .. });
        if matches!(limit, Limit::MoveTimeMs(_)) {
            Self::GivenUp("the limit is a time")
        } else if notes.contains(&Note::SharedMemory) {
            Self::GivenUp("the engine keeps what it remembers")
        } else if notes.iter().any(threads) {
            Self::GivenUp("the engine uses several threads")
        } else {
            Self::Yes
        }
    }
}

fn finding(check: Check, outcome: Outcome, detail: impl Into<String>) -> Finding {
    Finding {
        check,
        outcome,
        detail: detail.into(),
    }
}

/// The answer of a process of its own.
fn fresh_answer(
    config: &TeacherConfig,
    start: Start<'_>,
    query: &Query,
    control: &mut dyn Control,
) -> Result<Option<Answer>, TeacherError> {
    let config = TeacherConfig {
        processes: 1,
        isolation: Some(Isolation::Restart),
        ..config.clone()
    };
    let mut pool = start(&config)?;
    let mut answers = ask_all(&mut pool, std::slice::from_ref(query), control)?;
    Ok(answers.pop().flatten())
}

fn pool_text(pool: &Pool) -> String {
    use crate::teacher::Teacher as _;
    pool.identity().text()
}

/// Why there is no answer, as a finding; or the answer.
fn found(check: Check, answer: Option<&Answer>) -> Result<&Found, Finding> {
    match answer {
        Some(Ok(found)) => Ok(found),
        Some(Err(failure)) => Err(finding(check, Outcome::Failed, failure.to_string())),
        None => Err(finding(
            check,
            Outcome::Warning,
            "not asked: the run was ended",
        )),
    }
}

fn multi_pv(pool: &Pool, answer: Option<&Answer>) -> Finding {
    let check = Check::MultiPv;
    if !pool.profile().has_multi_pv {
        return finding(check, Outcome::NotApplicable, "the profile shows one line");
    }
    let found = match found(check, answer) {
        Ok(found) => found,
        Err(finding) => return finding,
    };
    match found.deepest() {
        Some(block) => {
            let (depth, lines) = (block.depth, block.lines.len());
            finding(
                check,
                Outcome::Passed,
                format!("{lines} lines at depth {depth}"),
            )
        }
        None => {
            let lines = found.lines.len();
            let detail = format!("no complete depth; {lines} of {LINES} lines");
            finding(check, Outcome::Failed, detail)
        }
    }
}

/// A search may go a little beyond its limit; half as much again is no limit any more.
fn node_limit(limit: Limit, answer: Option<&Answer>) -> Finding {
    let check = Check::NodeLimit;
    let Limit::Nodes(asked) = limit else {
        return finding(
            check,
            Outcome::NotApplicable,
            format!("the limit is {limit}"),
        );
    };
    let found = match found(check, answer) {
        Ok(found) => found,
        Err(finding) => return finding,
    };
    let Some(nodes) = found.nodes else {
        return finding(check, Outcome::Warning, "the engine tells no nodes");
    };
    let beyond = nodes > asked.saturating_add(asked / 2).saturating_add(5000);
    if beyond {
        // Lines from beyond the limit are left out of the answers, so nothing wrong comes of them but the time.
        let detail = format!("{nodes} of {asked} nodes: it has no node limit, use a depth");
        return finding(check, Outcome::Warning, detail);
    }
    finding(check, Outcome::Passed, format!("{nodes} of {asked} nodes"))
}

fn same(check: Check, repeats: Repeats, first: &Option<Answer>, other: &Option<Answer>) -> Finding {
    match (first, other) {
        (None, _) | (_, None) => finding(check, Outcome::Warning, "not asked: the run was ended"),
        (Some(Ok(a)), Some(Ok(b))) if a == b => finding(check, Outcome::Passed, "equal answers"),
        (Some(Ok(_)), Some(Ok(_))) => match repeats {
            Repeats::Yes => finding(check, Outcome::Failed, "different answers"),
            Repeats::GivenUp(why) => {
                let detail = format!("different answers, as is to be expected: {why}");
                finding(check, Outcome::Warning, detail)
            }
        },
        (Some(Err(failure)), _) | (_, Some(Err(failure))) => {
            finding(check, Outcome::Failed, failure.to_string())
        }
    }
}

/// Without any answer there is nothing to see.
fn any_found(check: Check, answers: &[Option<Answer>]) -> Result<(), Finding> {
    if answers.iter().flatten().any(Result::is_ok) {
        return Ok(());
    }
    Err(finding(
        check,
        Outcome::Warning,
        "there is no answer to look at",
    ))
}

fn legal_lines(answers: &[Option<Answer>]) -> Finding {
    if let Err(finding) = any_found(Check::LegalLines, answers) {
        return finding;
    }
    let warnings = answers
        .iter()
        .flatten()
        .flatten()
        .flat_map(|found| &found.warnings);
    let mut illegal: Vec<&str> = warnings
        .map(String::as_str)
        .filter(|warning| warning.starts_with("IllegalPv"))
        .collect();
    illegal.sort_unstable();
    illegal.dedup();
    if illegal.is_empty() {
        finding(
            Check::LegalLines,
            Outcome::Passed,
            "all lines begin with legal moves",
        )
    } else {
        // They are left out of the answers, so nothing wrong comes of them.
        finding(Check::LegalLines, Outcome::Warning, illegal.join("; "))
    }
}

fn searchmoves(check: Check, pool: &Pool, query: &Query, answer: Option<&Answer>) -> Finding {
    if !pool.profile().has_searchmoves {
        return finding(
            check,
            Outcome::NotApplicable,
            "the profile has no searchmoves",
        );
    }
    let found = match found(check, answer) {
        Ok(found) => found,
        Err(finding) => return finding,
    };
    let asked: Vec<String> = query
        .searchmoves()
        .iter()
        .map(ToString::to_string)
        .collect();
    let asked = asked.join(" ");
    if found.is_about(query) {
        finding(check, Outcome::Passed, format!("{asked} was searched"))
    } else {
        finding(
            check,
            Outcome::Failed,
            format!("{asked} was not searched: {:?}", found.bestmove),
        )
    }
}

fn pawn_drop_mate(answer: Option<&Answer>) -> Finding {
    let check = Check::PawnDropMate;
    match answer {
        Some(Err(failure)) if failure.kind == FailureKind::IllegalBestmove => {
            finding(check, Outcome::Failed, "it plays a pawn drop that mates")
        }
        other => match found(check, other) {
            Ok(_) => finding(check, Outcome::Passed, "it plays another move"),
            Err(finding) => finding,
        },
    }
}

fn option_files(pool: &Pool) -> Finding {
    let files = pool.notes().iter().filter_map(|note| match note {
        Note::OptionsFile { .. } => Some(note.to_string()),
        _ => None,
    });
    let files: Vec<String> = files.collect();
    if files.is_empty() {
        finding(Check::OptionFiles, Outcome::Passed, "no option files")
    } else {
        finding(Check::OptionFiles, Outcome::Warning, files.join("; "))
    }
}

fn book(answers: &[Option<Answer>]) -> Finding {
    let from_book = answers
        .iter()
        .flatten()
        .any(|answer| matches!(answer, Err(failure) if failure.kind == FailureKind::BookAnswer));
    if from_book {
        finding(Check::Book, Outcome::Failed, "it answers from a book")
    } else if let Err(finding) = any_found(Check::Book, answers) {
        finding
    } else {
        finding(Check::Book, Outcome::Passed, "no answer from a book")
    }
}
