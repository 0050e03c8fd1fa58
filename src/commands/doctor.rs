//! `joban doctor`: can the answers of an engine be trusted, and what are its centipawns worth?

use joban_engine::teacher::doctor::{
    Check, ENOUGH_BAD, ENOUGH_SOUND, Examination, Examine, Finding, Measured, Outcome as Found,
    Scale, examine,
};
use joban_engine::teacher::{Limit, Note, Thresholds, Unattended};
use serde_json::{Map, Value, json};

use crate::args::{DoctorArgs, JudgeArgs};
use crate::commands::Context;
use crate::commands::audit::bench::tell;
use crate::commands::audit::teacher::{config, limit, teacher_failure, teacher_note};
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, said};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table};
use crate::text;

/// Runs `joban doctor`.
///
/// # Errors
///
/// A failed check (1), usage (2), an engine that cannot be started or is lost (4).
pub(crate) fn run(args: &DoctorArgs, context: &Context<'_>) -> Outcome {
    let config = config(&args.teacher, context)?;
    let what = Examine {
        limit: limit_of(args)?,
        scale: !args.no_scale,
    };
    tell(&text!(DoctorStart), context);
    let found = examine(&config, what, &mut Unattended).map_err(|error| teacher_failure(&error))?;
    if context.global.json {
        context.show_json(&json(&found))?;
    } else {
        show(&found, context.lang)?;
    }
    let failed: Vec<&str> = found
        .findings
        .iter()
        .filter(|finding| finding.outcome == Found::Failed)
        .map(|finding| finding.check.as_str())
        .collect();
    match failed.len() {
        0 => Ok(()),
        count => Err(Failure::findings(text!(
            DoctorFailed,
            count,
            failed.join(", ")
        ))),
    }
}

fn limit_of(args: &DoctorArgs) -> Outcome<Option<Limit>> {
    limit(&JudgeArgs {
        nodes: args.nodes,
        depth: args.depth,
        movetime: args.movetime,
        ..JudgeArgs::default()
    })
}

fn json(found: &Examination) -> Value {
    let roles: Map<String, Value> = found
        .roles
        .iter()
        .map(|(role, option)| (format!("{role:?}"), json!(option)))
        .collect();
    let findings: Vec<Value> = found
        .findings
        .iter()
        .map(|finding| {
            json!({
                "check": finding.check.as_str(),
                "outcome": outcome_name(finding.outcome),
                "detail": finding.detail,
            })
        })
        .collect();
    let notes: Vec<String> = found.notes.iter().map(Note::to_string).collect();
    json!({
        "program": PROGRAM,
        "command": "doctor",
        "teacher": found.identity.to_json(),
        "limit": found.limit.to_string(),
        "healthy": found.is_healthy(),
        "checks": findings,
        "roles": roles,
        "notes": notes,
        "scale": found.scale.as_ref().map(scale_json),
    })
}

fn scale_json(scale: &Scale) -> Value {
    let moves = |list: &[Measured]| -> Vec<Value> {
        list.iter()
            .map(|each| json!({"line": each.known.line, "loss_cp": each.loss_cp}))
            .collect()
    };
    let suggested = scale
        .suggest()
        .map(|limits| json!({"accept_cp": limits.accept_cp, "blunder_cp": limits.blunder_cp}));
    json!({
        "sound": moves(&scale.sound),
        "bad": moves(&scale.bad),
        "sound_p95_cp": scale.sound_p95_cp(),
        "bad_min_cp": scale.bad_min_cp(),
        "suggested": suggested,
    })
}

fn outcome_name(outcome: Found) -> &'static str {
    match outcome {
        Found::Passed => "passed",
        Found::Warning => "warning",
        Found::Failed => "failed",
        Found::NotApplicable => "not-applicable",
    }
}

fn show(found: &Examination, lang: Lang) -> Outcome {
    let word = |text: Text| text.get(lang).to_owned();
    let mut out = Out::default();
    out.line(&word(text!(DoctorWho, found.identity.text(), &found.limit)))?;
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left]);
    for finding in &found.findings {
        table.row(cells(finding).map(word));
    }
    for line in table.lines() {
        out.line(&line)?;
    }
    let options = found.roles.iter().filter_map(|(role, option)| {
        let option = option.as_ref()?;
        Some(format!("{role:?} = {option}"))
    });
    let options: Vec<String> = options.collect();
    out.line(&word(text!(DoctorRoles, options.join(", "))))?;
    for note in &found.notes {
        out.line(&word(text!(WarningPrefix, teacher_note(note))))?;
    }
    for text in found.scale.iter().flat_map(scale_texts) {
        out.line(&word(text))?;
    }
    out.finish()
}

fn cells(finding: &Finding) -> [Text; 3] {
    let outcome = match finding.outcome {
        Found::Passed => text!(OutcomePassed),
        Found::Warning => text!(OutcomeWarning),
        Found::Failed => text!(OutcomeFailed),
        Found::NotApplicable => text!(OutcomeNotApplicable),
    };
    [outcome, check_text(finding.check), said(&finding.detail)]
}

fn check_text(check: Check) -> Text {
    match check {
        Check::Handshake => text!(CheckHandshake),
        Check::MultiPv => text!(CheckMultiPv),
        Check::NodeLimit => text!(CheckNodeLimit),
        Check::SameTwice => text!(CheckSameTwice),
        Check::AfterOthers => text!(CheckAfterOthers),
        Check::FreshProcess => text!(CheckFreshProcess),
        Check::LegalLines => text!(CheckLegalLines),
        Check::SearchMoves => text!(CheckSearchMoves),
        Check::NonPromotion => text!(CheckNonPromotion),
        Check::PawnDropMate => text!(CheckPawnDropMate),
        Check::OptionFiles => text!(CheckOptionFiles),
        Check::Book => text!(CheckBook),
        other => Text::same(other.as_str()),
    }
}

fn scale_texts(scale: &Scale) -> Vec<Text> {
    let measured = |list: &[Measured]| list.iter().filter(|each| each.loss_cp.is_some()).count();
    let cp = |loss: Option<i32>| loss.map_or_else(|| "-".to_owned(), |loss| loss.to_string());
    let of = |list: &[Measured]| format!("{}/{}", measured(list), list.len());
    vec![
        text!(DoctorSound, of(&scale.sound), cp(scale.sound_p95_cp())),
        text!(DoctorBad, of(&scale.bad), cp(scale.bad_min_cp())),
        match scale.suggest() {
            Some(Thresholds {
                accept_cp,
                blunder_cp,
                ..
            }) => text!(DoctorSuggests, accept_cp, blunder_cp),
            None if !scale.is_enough() => text!(DoctorTooFew, ENOUGH_SOUND, ENOUGH_BAD),
            None => text!(DoctorNoScale),
        },
    ]
}
