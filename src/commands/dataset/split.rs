//! `joban dataset split`: training and test without leakage.

use joban_positions::Side;
use joban_positions::dataset::{By, ReadRules, RowReader, SplitRules, split};
use serde_json::json;

use super::report::Report;
use super::{NewSet, Rows, fraction, manifest, out_folder, provenance, set_failure, shown};
use crate::args::{SetSplitArgs, SplitBy};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::text;

/// Folder for the results without `-o`.
const OUT: &str = "joban-split";

/// Runs `joban dataset split`.
///
/// # Errors
///
/// Usage (2), a set without games among them; input (3), a failed write (5).
pub(super) fn run(args: &SetSplitArgs, context: &Context<'_>) -> Outcome {
    let rules = SplitRules {
        fraction: fraction("fraction", args.fraction.unwrap_or(0.1))?,
        seed: args.split_seed.unwrap_or(0),
        by: match args.by {
            None | Some(SplitBy::Game) => By::Game,
            Some(SplitBy::Position) => By::Position,
        },
    };
    let opened = Rows::open(&args.set, &ReadRules::default(), context)?;
    let (facts, mut tally) = (opened.facts(), opened.tally());
    let folder = out_folder(args.out.as_ref(), OUT, &[&args.set])?;
    let mut train = NewSet::create(&folder, "train.parquet")?;
    let mut test = NewSet::create(&folder, "test.parquet")?;
    let mut again = || {
        let reader = RowReader::open(&args.set, &ReadRules::default())?;
        let rows = Rows::of(reader, context);
        tally = rows.tally();
        Ok(rows)
    };
    let counts = split(
        &mut again,
        &rules,
        folder.path(),
        &mut |side, row| match side {
            Side::Training => train.push(row),
            Side::HeldOut => test.push(row),
        },
    )
    .map_err(|error| set_failure(&error, &folder))?
    .map_err(|row| Failure::usage(text!(SplitNeedsGames, args.set.display(), row)))?;
    let train = train.finish(&facts, "train.card.json")?;
    let test = test.finish(&facts, "test.card.json")?;
    let mut manifest = manifest("split", &[&train, &test], &facts);
    provenance(&mut manifest, &args.set)?;
    manifest
        .options
        .insert("fraction".to_owned(), json!(rules.fraction));
    manifest.options.insert("by".to_owned(), json!(rules.by));
    manifest.seeds.insert("set_split".to_owned(), rules.seed);
    let dropped = [
        ("same", counts.dropped_same),
        ("flipped", counts.dropped_flipped),
    ];
    let dropped = dropped.map(|(name, count)| (name.to_owned(), count));
    manifest.dropped.extend(dropped.clone());
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = Report::new("dataset split");
    report.out = Some(shown(args.out.as_ref(), OUT));
    report.dropped = dropped.into_iter().collect();
    report.notes = tally.borrow().notes();
    if rules.by == By::Position {
        report.notes.push(text!(SplitByPosition));
    }
    for side in [train, test] {
        let name = side.outputs[0].path.trim_end_matches(".parquet").to_owned();
        report.cards.insert(name, side.card);
        report.outputs.extend(side.outputs);
    }
    report.show(context)
}
