//! `joban inspect --sfen`: everything the rules say about one position.

use std::fs;

use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{
    Accept, Color, Declaration, DeclarationRule, Move, Position, PositionIssue, Refusal,
    Repetition, Setup, SfenError,
};
use serde::Serialize;

use crate::args::{InspectArgs, KeyTable};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::i18n::{IntoText, Lang, Text, Worded, said};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table};
use crate::text;

/// What is shown of a position. Fields that need an accepted position are missing without one.
#[derive(Debug, Serialize)]
struct View {
    /// Canonical, with the move number.
    sfen: String,
    side: &'static str,
    move_number: u32,
    /// Whether the text gave a move number.
    ply_given: bool,
    /// Moves played by `--moves`.
    plies: u32,
    /// No issue at all.
    valid: bool,
    issues: Vec<IssueView>,
    #[serde(flatten)]
    rules: Option<RulesView>,
}

#[derive(Debug, Serialize)]
struct IssueView {
    issue: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    text: String,
}

#[derive(Debug, Serialize)]
struct RulesView {
    in_check: bool,
    mate: bool,
    /// `mate`, `no_moves`, `sennichite`, `perpetual_check`, or nothing.
    result: Option<&'static str>,
    loser: Option<&'static str>,
    legal_move_count: usize,
    /// USI, in the order of the text.
    legal_moves: Vec<String>,
    repetition: RepetitionView,
    declaration: DeclarationView,
    /// The frozen 64-bit key of joban's tables, 16 hex digits.
    key: String,
    /// The 16-bit key of the ROM book, 4 hex digits.
    rom_key: String,
    rom_key_table: String,
}

#[derive(Debug, Serialize)]
struct RepetitionView {
    /// How often this position has occurred since the start, now included.
    occurrences: usize,
    /// Plies since the start at which the fourth occurrence was reached.
    repetition_at_ply: Option<u32>,
    result: Option<&'static str>,
    loser: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct DeclarationView {
    points: u32,
    pieces_in_camp: u32,
    rule27: &'static str,
    rule24: &'static str,
    /// Conditions of a win under the 27-point rule that are not met.
    failures27: Vec<&'static str>,
    /// The same under the 24-point rule.
    failures24: Vec<&'static str>,
}

/// An error as JSON shows it.
#[derive(Debug, Serialize)]
struct Refused {
    error: RefusedError,
}

#[derive(Debug, Serialize)]
struct RefusedError {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
    /// Number of the refused move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "move")]
    number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    reason: String,
}

/// Shows the position of `--sfen` after `--moves`.
pub(crate) fn run(args: &InspectArgs, sfen: &str, context: &Context<'_>) -> Outcome {
    let keys = keys(args)?;
    match look(sfen, args.moves.as_deref().unwrap_or_default(), &keys) {
        Ok(view) => show(&view, context),
        Err(refused) => refuse(refused, context),
    }
}

/// The table of 16-bit keys and its name.
struct Keys {
    keys: RomKeys,
    name: String,
}

fn keys(args: &InspectArgs) -> Outcome<Keys> {
    if let Some(path) = &args.zobrist {
        let shown = path.display().to_string();
        let bytes =
            fs::read(path).map_err(|e| Failure::usage(text!(ZobristFile, &shown, e.words())))?;
        let keys = RomKeys::from_bytes(&bytes)
            .map_err(|e| Failure::usage(text!(ZobristFile, &shown, e.words())))?;
        return Ok(Keys { keys, name: shown });
    }
    let seed = args.key_seed.unwrap_or(0);
    let (layout, word) = match args.key_table.unwrap_or(KeyTable::Full) {
        KeyTable::Full => (Layout::Full, "full"),
        KeyTable::Compact => (Layout::Compact, "compact"),
    };
    Ok(Keys {
        keys: RomKeys::from_seed(seed, layout),
        name: format!("{word}, seed {seed}"),
    })
}

fn look(sfen: &str, moves: &str, keys: &Keys) -> Result<View, RefusedError> {
    let (setup, notes, inside) = Setup::from_position_text(sfen).map_err(|e| bad_sfen(&e))?;
    let issues = setup.issues();
    let mut view = View {
        sfen: setup.to_sfen(),
        side: setup.side.as_str(),
        move_number: setup.move_number,
        ply_given: notes.ply_given,
        plies: 0,
        valid: issues.is_empty(),
        issues: issues.iter().map(issue_view).collect(),
        rules: None,
    };
    let moves: Vec<&str> = inside.chain(moves.split_whitespace()).collect();
    let mut position = match Position::from_setup(&setup, Accept::OneKing) {
        Ok(position) => position,
        Err(_) if moves.is_empty() => return Ok(view),
        Err(rejected) => return Err(bad_position(&rejected)),
    };
    let at_ply = play(&mut position, &moves)?;
    view.sfen = position.sfen();
    view.side = position.side().as_str();
    view.move_number = position.move_number();
    view.plies = position.ply();
    view.rules = Some(rules(&position, at_ply, keys));
    Ok(view)
}

/// Plays the moves; the ply at which a position stood there for the fourth time first.
fn play(position: &mut Position, moves: &[&str]) -> Result<Option<u32>, RefusedError> {
    let mut repeated = None;
    for (index, text) in moves.iter().enumerate() {
        let mv = Move::from_usi(text)
            .map_err(|e| bad_move("SyntaxError", index, text, e.to_string()))?;
        position
            .play(mv)
            .map_err(|refusal| illegal(index, text, &refusal))?;
        if repeated.is_none() && position.repetition() != Repetition::None {
            repeated = Some(position.ply());
        }
    }
    Ok(repeated)
}

fn rules(position: &Position, at_ply: Option<u32>, keys: &Keys) -> RulesView {
    let mut legal_moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    legal_moves.sort();
    let repetition = repetition(position, at_ply);
    let (result, loser) = match (
        repetition.result,
        legal_moves.is_empty(),
        position.in_check(),
    ) {
        (_, true, true) => (Some("mate"), Some(position.side().as_str())),
        (_, true, false) => (Some("no_moves"), Some(position.side().as_str())),
        (result, false, _) => (result, repetition.loser),
    };
    RulesView {
        in_check: position.in_check(),
        mate: position.is_mated(),
        result,
        loser,
        legal_move_count: legal_moves.len(),
        legal_moves,
        repetition,
        declaration: declaration(position),
        key: format!("{:016x}", position.key()),
        rom_key: format!("{:04x}", keys.keys.key(position)),
        rom_key_table: keys.name.clone(),
    }
}

fn repetition(position: &Position, at_ply: Option<u32>) -> RepetitionView {
    let (result, loser) = match position.repetition() {
        Repetition::None => (None, None),
        Repetition::Draw => (Some("sennichite"), None),
        Repetition::PerpetualCheck { loser } => (Some("perpetual_check"), Some(loser.as_str())),
    };
    RepetitionView {
        occurrences: position.occurrences(),
        repetition_at_ply: at_ply,
        result,
        loser,
    }
}

fn declaration(position: &Position) -> DeclarationView {
    let by27 = position.declaration(DeclarationRule::Points27);
    let by24 = position.declaration(DeclarationRule::Points24);
    let failures = |by: &Declaration| by.failures.iter().map(|failure| failure.name()).collect();
    DeclarationView {
        points: by27.points,
        pieces_in_camp: by27.pieces_in_camp,
        rule27: by27.outcome.as_str(),
        rule24: by24.outcome.as_str(),
        failures27: failures(&by27),
        failures24: failures(&by24),
    }
}

fn issue_view(issue: &PositionIssue) -> IssueView {
    let side = |color: &Color| Some(color.as_str());
    let (side, file, square) = match issue {
        PositionIssue::MissingKing { color } | PositionIssue::TooManyKings { color, .. } => {
            (side(color), None, None)
        }
        PositionIssue::DoublePawn { color, file } => (side(color), Some(*file), None),
        PositionIssue::NoMovePiece { square, piece } => {
            (side(&piece.color), None, Some(square.to_string()))
        }
        _ => (None, None, None),
    };
    IssueView {
        issue: issue.name(),
        side,
        file,
        square,
        text: issue.to_string(),
    }
}

fn bad_sfen(error: &SfenError) -> RefusedError {
    RefusedError {
        kind: "BadPosition",
        what: Some(error.what.clone()),
        number: None,
        text: None,
        reason: error.reason.clone(),
    }
}

fn bad_position(rejected: &dyn std::fmt::Display) -> RefusedError {
    RefusedError {
        kind: "BadPosition",
        what: None,
        number: None,
        text: None,
        reason: rejected.to_string(),
    }
}

fn bad_move(kind: &'static str, index: usize, text: &str, reason: String) -> RefusedError {
    RefusedError {
        kind,
        what: None,
        number: Some(index + 1),
        text: Some(text.to_owned()),
        reason,
    }
}

fn illegal(index: usize, text: &str, refusal: &Refusal) -> RefusedError {
    bad_move("IllegalMove", index, text, refusal.reason.to_string())
}

fn refuse(error: RefusedError, context: &Context<'_>) -> Outcome {
    let message = match (error.number, &error.what) {
        (Some(number), _) => {
            text!(
                BadMoves,
                number,
                error.text.as_deref().unwrap_or_default(),
                said(&error.reason)
            )
        }
        (None, Some(what)) => text!(BadSfen, part(what).join(": ", &said(&error.reason))),
        (None, None) => text!(BadSfen, said(&error.reason)),
    };
    if context.global.json {
        let mut out = Out::default();
        out.json_line(&Refused { error })?;
        out.finish()?;
    }
    Err(Failure::usage(message))
}

/// The part of an SFEN that is wrong.
fn part(what: &str) -> Text {
    let whole = said(&format!("no position: {what}: "));
    let ours = whole.get(Lang::Ja).split(": ").nth(1).unwrap_or(what);
    Text::pair(what, ours)
}

fn show(view: &View, context: &Context<'_>) -> Outcome {
    let mut out = Out::default();
    if context.global.json {
        out.json_line(view)?;
    } else {
        for line in lines(view, context.lang) {
            out.line(&line)?;
        }
    }
    out.finish()
}

fn lines(view: &View, lang: Lang) -> Vec<String> {
    let mut table = Table::new(&[Align::Left, Align::Left]);
    let mut row = |label: Text, value: Text| table.row([label.get(lang), value.get(lang)]);
    row(text!(LabelSfen), Text::same(&view.sfen));
    row(text!(LabelSide), side_text(view.side));
    if view.issues.is_empty() {
        row(text!(LabelIssues), text!(NoIssues));
    }
    for issue in &view.issues {
        row(text!(LabelIssues), said(&issue.text));
    }
    if let Some(rules) = &view.rules {
        for (label, value) in rule_rows(rules) {
            row(label, value);
        }
    }
    table.lines()
}

fn rule_rows(rules: &RulesView) -> Vec<(Text, Text)> {
    let moves = format!(
        "{}: {}",
        rules.legal_move_count,
        rules.legal_moves.join(" ")
    );
    let occurrences = rules.repetition.occurrences;
    let repetition = match rules.repetition.result {
        Some(result) => text!(RepetitionNow, repetition_text(result), occurrences),
        None => text!(Occurrences, occurrences),
    };
    let declared = &rules.declaration;
    let [by27, by24] = [declared.rule27, declared.rule24].map(declaration_text);
    let declaration = text!(DeclarationNow, declared.points, by27, by24);
    vec![
        (text!(LabelCheck), yes_no(rules.in_check)),
        (text!(LabelMate), yes_no(rules.mate)),
        (text!(LabelLegal), moves.into_text()),
        (text!(LabelRepetition), repetition),
        (text!(LabelDeclaration), declaration),
        (text!(LabelKey64), Text::same(&rules.key)),
        (
            text!(LabelKey16),
            Text::same(format!("{} ({})", rules.rom_key, rules.rom_key_table)),
        ),
    ]
}

fn repetition_text(result: &str) -> Text {
    let ours = match result {
        "sennichite" => "千日手",
        "perpetual_check" => "連続王手の千日手",
        other => other,
    };
    Text::pair(result, ours)
}

fn declaration_text(outcome: &str) -> Text {
    let ours = match outcome {
        "win" => "勝ち",
        "draw" => "引き分け",
        "lose" => "負け",
        other => other,
    };
    Text::pair(outcome, ours)
}

fn yes_no(answer: bool) -> Text {
    if answer { text!(Yes) } else { text!(No) }
}

/// A side's name for people.
pub(crate) fn side_text(side: &str) -> Text {
    match side {
        "black" => text!(WinnerBlack),
        "white" => text!(WinnerWhite),
        "draw" => text!(WinnerDraw),
        other => Text::same(other),
    }
}
