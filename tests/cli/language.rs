//! Messages in English and Japanese.

use crate::support::{Place, Run, game};

#[test]
fn the_environment_decides() {
    let place = Place::new();
    for (name, value, japanese) in [
        ("LC_ALL", "ja_JP.UTF-8", true),
        ("LC_ALL", "C", false),
        ("LANG", "ja_JP.UTF-8", true),
        ("LANG", "en_US.UTF-8", false),
    ] {
        let mut command = place.command();
        let output = command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANGUAGE")
            .env(name, value)
            .args(["inspect", "missing.csa"])
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            err.contains("missing.csa がありません"),
            japanese,
            "{name}={value}: {err}"
        );
    }
}

#[test]
fn the_option_wins_over_configuration_and_environment() {
    let place = Place::new();
    let run = place.joban("--lang ja inspect missing.csa").exits(2);
    assert!(
        run.err.contains("エラー: missing.csa がありません"),
        "{run:#?}"
    );
    place.file("joban.toml", "lang = \"ja\"\n");
    let run = place.joban("inspect missing.csa").exits(2);
    assert!(run.err.contains("エラー"), "{run:#?}");
    let run = place.joban("inspect missing.csa --lang en").exits(2);
    assert!(
        run.err.contains("error: missing.csa does not exist"),
        "{run:#?}"
    );
}

#[test]
fn usage_errors_and_help_are_translated() {
    let place = Place::new();
    let run = place.joban("--lang ja inspect --nonsense x").exits(2);
    assert!(
        run.err.contains("不明なオプション `--nonsense`"),
        "{run:#?}"
    );
    let run = place.joban("--lang ja --help").exits(0);
    assert!(run.out.contains("棋譜"), "{run:#?}");
    let run = place.joban("--lang ja build x --entries 0").exits(2);
    assert!(
        run.err.contains("--entries の値 0 は範囲外です"),
        "{run:#?}"
    );
}

#[test]
fn a_rejected_game_is_told_in_japanese_with_its_place() {
    let place = Place::new();
    place.file(
        "a.csa",
        "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n%TORYO\n",
    );
    let run = place.joban("inspect a.csa --strict --lang ja").exits(1);
    assert!(
        run.err
            .contains("a.csa 第2局 9行目: IllegalMove (指せない手)"),
        "{run:#?}"
    );
    let run = place.joban("inspect a.csa --strict").exits(1);
    assert!(
        run.err.contains("a.csa, game 2, line 9: IllegalMove: "),
        "{run:#?}"
    );
}

/// Command lines that fail, or that tell what they did not read, for every kind of reason.
const TROUBLE: &[&str] = &[
    "",
    "nonsense",
    "build",
    "build good.csa --nonsense",
    "build good.csa --entries",
    "build good.csa --entries=",
    "build good.csa --entries many",
    "build good.csa --entries -1",
    "build good.csa --entries 99999999999",
    "build good.csa --entries 0",
    "build good.csa --book-plies 61",
    "build good.csa --moves-per-position 3",
    "build good.csa --key-table wide",
    "build good.csa --key-table",
    "build good.csa --preset other",
    "build good.csa --winner nobody",
    "build good.csa --selection best",
    "build good.csa --buoy some",
    "build good.csa --json=yes",
    "build good.csa --entries 1 --entries 2",
    "build good.csa --min-rating many",
    "build good.csa --max-rating-gap -5",
    "build good.csa --max-rating-gap=-5",
    "build good.csa --rating-weight 3..2",
    "build good.csa --age-half-life 0",
    "build good.csa --endings resign",
    "build good.csa --endings toryo,,kachi",
    "build good.csa --date-from 2021/02/29",
    "build good.csa --date-to tomorrow",
    "build good.csa --date-from 2021-01-02 --date-to 2021-01-01",
    "build good.csa --player ( --regex",
    "build good.csa --event [a --regex",
    "build good.csa --holdout 1.5",
    "build good.csa --holdout none",
    "build good.csa --seed -1",
    "build good.csa --cap-per-pairing 0",
    "build good.csa --jobs 0",
    "build good.csa --encoding latin1",
    "build good.csa --max-entry-size 1X",
    "build good.csa --max-ratio 0",
    "build good.csa --zobrist good.csa",
    "build good.csa --zobrist missing.bin",
    "build good.csa --zobrist folder",
    "build good.csa --config missing.toml",
    "build good.csa --config folder",
    "build good.csa --config binary.toml",
    "build good.csa --config syntax.toml",
    "build good.csa --config field.toml",
    "build good.csa --config table.toml",
    "build good.csa --config type.toml",
    "build good.csa --config variant.toml",
    "build good.csa --config size.toml",
    "build good.csa --config range.toml",
    "build good.csa --config twice.toml",
    "config check endings.toml",
    "config check range.toml",
    "config check",
    "config check folder",
    "config",
    "build good.csa -o good.csa",
    "build good.csa -o folder",
    "build good.csa -o .",
    "build good.csa --holdout 0 --min-rating 3600",
    "build good.csa --holdout 0 --player Gamma",
    "build good.csa --holdout 1",
    "build good.csa good.csa --holdout 0 --zobrist missing.bin",
    "build missing.csa",
    "build empty.csa",
    "build junk.csa",
    "build binary.csa",
    "build folder",
    "build cut.7z",
    "build cut.gz",
    "build short.zip",
    "build - -",
    "build broken.csa --strict -o book",
    "build broken.csa --fail-fast",
    "build good.csa parts/games.parquet",
    "build parts",
    "build tables --book-plies 9",
    "ingest missing.csa",
    "ingest good.csa --plies some",
    "ingest good.csa --plies 0",
    "ingest broken.csa -o ingested --strict",
    "inspect missing.csa",
    "inspect broken.csa --strict",
    "inspect lines.txt --lines --strict",
    "inspect good.csa --sfen startpos",
    "inspect --moves 7g7f",
    "inspect --sfen 9/9",
    "inspect --sfen startpos --moves 7g7e",
    "inspect --sfen startpos --moves 7g7",
    "inspect --sfen startpos --zobrist missing.bin",
    "rom",
    "rom missing",
    "rom folder",
    "rom good.csa",
    "rom odd.bin",
    "rom odd.bin --key-seed 0",
    "rom book.csv",
    "rom columns.csv",
    "rom illegal.csv --key-seed 0",
    "rom key.csv --key-seed 0",
    "rom decode",
    "rom decode missing.bin",
    "rom decode odd.bin",
    "rom decode zeros.bin --key-seed 0",
    "rom decode zeros.bin --positions missing.txt",
    "rom decode zeros.bin --positions list.txt",
    "rom decode zeros.bin --positions moves.txt",
    "rom decode zeros.bin --positions plies.csv",
    "verify book",
    "suite",
    "suite missing.csa",
    "suite good.csa --plies 9..8",
    "suite good.csa --plies 0..9 --for-book book.csv",
    "suite good.csa --count 0",
    "suite good.csa --per-family 0",
    "suite good.csa --black-cp 5",
    "suite good.csa --abs-cp 1..9",
    "suite good.csa --abs-cp=-9..-1 --teacher x",
    "suite good.csa --teacher x",
    "suite good.csa --holdout 0",
    "suite good.csa --holdout 0.000001",
    "suite good.csa --holdout 1 --plies 60",
    "suite good.csa --holdout 1 --min-rating 4000",
    "suite good.csa --holdout 1 --against missing",
    "suite good.csa --holdout 1 --against columns.csv",
    "suite good.csa --holdout 1 --against odd.bin",
    "suite good.csa --holdout 1 --against empty.db",
    "suite good.csa --holdout 1 --for-book good.csa",
    "suite good.csa --holdout 1 --for-book book.csv --twin",
    "suite good.csa --holdout 0.3 --against half",
    "suite tables",
    "suite check",
    "suite check missing.txt",
    "suite check folder",
    "suite check lines.txt",
    "suite check twice.txt --against twice.txt --holdout 0",
    "dataset",
    "dataset sample good.csa --plies 5..4",
    "dataset sample good.csa --plies 500.. --holdout 0",
    "dataset sample good.csa --random-share 2",
    "dataset sample good.csa --decided 1200:0.5",
    "dataset sample good.csa --decided many",
    "dataset sample good.csa set.parquet",
    "dataset sample set.parquet --per-game 2",
    "dataset stats missing",
    "dataset stats table.parquet",
    "dataset stats cut.psv",
    "dataset split set.parquet --fraction 2",
    "dataset split rows.jsonl -o split",
    "dataset merge one.parquet two.parquet",
    "dataset check rows.jsonl",
    "dataset check set.parquet --against set.parquet",
    "dataset check set.parquet --same-as one.parquet",
    "dataset label set.parquet --nodes 5",
    "dataset label set.parquet --teacher x",
    "dataset export mate.jsonl --format psv -o mates",
    "dataset export set.parquet --format hcpe -o none",
    "dataset export set.parquet --format psv --mate-as 0",
    "dataset import rows.jsonl --strict -o imported",
    "dataset import broken.jsonl",
    "dataset import rubbish.psv",
    "dataset import rubbish.hcpe",
    "inspect cut.psv",
    "match",
    "match --engine nowhere",
    "match plan",
    "match plan --elo 0",
    "match analyse missing.log",
    "match analyse junk.csa",
    "match analyse empty.csa",
    "match --engine nowhere --engine nowhere --nodes 9",
    "match --engine nowhere --engine nowhere --nodes many",
    "match --engine nowhere --engine nowhere --nodes 9 --suite empty.csa",
    "match --engine nowhere --engine nowhere --nodes 9 --suite missing.txt",
    "match --engine nowhere --engine nowhere --nodes 9 --suite folder",
    "match --engine nowhere --engine nowhere --nodes 9 --suite lines.txt",
    "match --engine nowhere --engine nowhere --nodes 9 --suite starts.txt",
    "match --engine nowhere --engine nowhere --suite starts.txt",
    "match --engine nowhere --engine nowhere --suite starts.txt --increment 5",
    "match --engine nowhere --engine nowhere --suite starts.txt --nodes 9 --elo0 1",
    "match --engine nowhere --engine nowhere --suite starts.txt --nodes 9 --elo0 1 --elo1 0",
    "match --engine nowhere --engine nowhere --suite starts.txt --nodes 9 --win-moves 1",
    "match --engine nowhere --engine nowhere --suite over.txt --nodes 9",
];

/// Overrides that cannot act; each is the body of one `[[override]]`.
const OVERRIDES: &[&str] = &[
    "move = '7g7f'\naction = 'force'\nreason = ''",
    "move = '7g7f'\naction = 'weight'\nreason = 'r'",
    "move = '7g7f'\naction = 'force'\nweight = 3\nreason = 'r'",
    "move = '7g7f'\naction = 'weight'\nweight = 300\nreason = 'r'",
    "move = '7g7f'\naction = 'push'\nreason = 'r'",
    "move = '7g7f'\naction = 'force'",
    "move = '7g7e'\naction = 'force'\nreason = 'r'",
    "move = '3c3d'\naction = 'force'\nreason = 'r'",
    "move = '5e5d'\naction = 'force'\nreason = 'r'",
    "move = 'P*5e'\naction = 'force'\nreason = 'r'",
    "move = '8h2b+'\naction = 'force'\nreason = 'r'",
    "move = '5i5h+'\naction = 'force'\nreason = 'r'",
    "move = 'pawn'\naction = 'force'\nreason = 'r'",
    "moves = '7g7f 7f7e'\nmove = '3c3d'\naction = 'force'\nreason = 'r'",
    "moves = '7g7f x'\nmove = '3c3d'\naction = 'force'\nreason = 'r'",
    "moves = '7g7f'\nply = 3\nmove = '3c3d'\naction = 'force'\nreason = 'r'",
    "sfen = '9/9 b -'\nmove = '3c3d'\naction = 'force'\nreason = 'r'",
    "sfen = '9/9/9/9/9/9/9/9/9 b - 1'\nmove = '3c3d'\naction = 'force'\nreason = 'r'",
    "sfen = '4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1'\nmove = '5f5e'\naction = 'force'\nreason = 'r'",
    "sfen = 'P3k4/9/9/9/9/9/9/9/4K4 b - 1'\nmove = '5i5h'\naction = 'force'\nreason = 'r'",
    "sfen = '4k4/9/9/9/9/9/9/9/4K4 b 19P 1'\nmove = '5i5h'\naction = 'force'\nreason = 'r'",
    "sfen = '4k4/9/9/9/9/9/9/9/4K4 b -'\nmove = '5i5h'\naction = 'force'\nreason = 'r'",
    "sfen = '4k4/9/9/9/9/9/9/9/4K4 b - 2'\nmove = '5i5h'\naction = 'force'\nreason = 'r'",
    "ply = 40\nsfen = '4k4/9/9/9/9/9/9/9/4K4 b -'\nmove = '5i5h'\naction = 'force'\nreason = 'r'",
    "move = '7g7f'\naction = 'force'\nreason = 'r'\n[[override]]\nmove = '7g7f'\naction = 'forbid'\nreason = 'r'",
    "move = '7g7f'\naction = 'weight'\nweight = 9\nreason = 'r'\n[[override]]\nmove = '2g2f'\naction = 'weight'\nweight = 9\nreason = 'r'",
    "move = '7g7f'\naction = 'force'\nreason = 'r'\n[[override]]\nmove = '2g2f'\naction = 'force'\nreason = 'r'\n[[override]]\nmove = '9g9f'\naction = 'force'\nreason = 'r'",
];

/// Moves that break each rule, for a record of one game.
const ILLEGAL: &[&str] = &[
    "+7775FU",
    "-3334FU",
    "+5554FU",
    "+3334FU",
    "+8822KA",
    "+0055FU",
    "+7776KI",
    "+2868HI,-3334FU,+6878OU",
    "+7776FU,-3334FU,+8822UM,-3122GI,+0088KA,-2231GI,+8855KA,-8384FU,+0076FU",
    "+7776FU,-3334FU,+8822UM,-3122GI,+0048FU",
    "+7776FU,-3334FU,+8833UM,-5142OU,+3342UM,-4132KI",
    "+hello",
    "+7776FU,T99999999999",
    "P1 * ",
    "P+99XX",
    "+7776FU,P+99KI",
];

fn trouble() -> Place {
    let place = Place::new();
    place.file("good.csa", game(0));
    place.file("empty.csa", "");
    place.file("junk.csa", "hello world\n");
    place.file("binary.csa", [0, 0xff, 0x13, 0x37].repeat(99));
    place.file("folder/note.txt", "no record");
    place.file("cut.7z", b"7z\xbc\xaf\x27\x1c\x00\x04aaaaaaaa");
    place.file("cut.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    place.file("short.zip", b"PK\x03\x04abcdefgh");
    let games = ILLEGAL.iter().map(|moves| format!("PI\n+\n{moves}\n/\n"));
    let broken: String = games.collect();
    place.file("broken.csa", format!("{broken}{}", game(0)));
    place.file(
        "warned.csa",
        "N+a\nN-b\n'black_rate:c+1:x\nPI\n+7776FU\nT1\nT2\n** 5\n%WHAT\n%TORYO\n'summary:toryo:x win:y lose\n'summary:cut\n-3334FU\n",
    );
    place.file(
        "lines.txt",
        "startpos moves 7g7e\nstartpos moves 7g\nsfen 9/9/9/9/9/9/9/9/9 b - 1\nsfen 9 b\nrubbish\n",
    );
    place.file("starts.txt", "startpos moves 7g7f 3c3d\n");
    place.file("over.txt", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 9\n");
    place.file("binary.toml", [0xff, 0x81, 0x00]);
    place.file("syntax.toml", "[book\n");
    place.file("field.toml", "[book]\nentrees = 3\n");
    place.file("table.toml", "[boook]\n");
    place.file("type.toml", "[book]\nentries = 'x'\n");
    place.file("variant.toml", "[book]\nkey-table = 'wide'\n");
    place.file("size.toml", "[limits]\ndecoder-memory = 'many'\n");
    place.file("range.toml", "[book]\nentries = 0\n");
    place.file("twice.toml", "[book]\nentries = 1\nentries = 2\n");
    place.file("endings.toml", "[filter]\nendings = ['resign']\n");
    place.file("parts/games.parquet", "PAR1 no table");
    place.file("odd.bin", [1u8; 9]);
    place.file("zeros.bin", [0u8; 12]);
    place.file("columns.csv", "a,b\n1,2\n");
    let columns = "ply,side,sfen,key,move,weight,probability,count,points,wins,draws,losses,games,pairings,mean_rating,first_date,last_date\n";
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let row = |key: &str, mv: &str| {
        format!("{columns}0,black,{board},{key},{mv},255,1,1,1,1,0,0,1,1,,,\n")
    };
    place.file("book.csv", row("0a1f", "7g7f"));
    place.file("illegal.csv", row("0a1f", "7g7e"));
    place.file("key.csv", row("1E3", "7g7f"));
    place.file("list.txt", format!("{board}\n9/9 b - 1\n"));
    place.file("moves.txt", "startpos moves 7g7f 7g7f\n");
    place.file("plies.csv", format!("ply,sfen\nmany,{board}\n"));
    place.file("empty.db", "#YANEURAOU-DB2016 1.00\n");
    place.file("twice.txt", "startpos\nstartpos\nstartpos moves 7g7e\n");
    place
        .joban("suite good.csa --holdout 1 --plies 9 -o half --quiet")
        .exits(0);
    place
        .joban("ingest good.csa --plies 5 -o tables --quiet")
        .exits(0);
    sets(&place, board);
    place
}

/// Data sets in order and not in order.
fn sets(place: &Place, board: &str) {
    let good = format!("{{\"sfen\":\"{board}\",\"cp\":1}}\n");
    let wrong = [
        "{\"sfen\":".to_owned(),
        "{\"sfen\":\"9/9\"}".to_owned(),
        "{\"sfen\":\"9/9/9/9/9/9/9/9/9 b -\"}".to_owned(),
        format!("{{\"sfen\":\"{board}\",\"cp\":1,\"mate_stm\":1}}"),
        format!("{{\"sfen\":\"{board}\",\"cp\":1,\"label\":4}}"),
        format!("{{\"sfen\":\"{board}\",\"mate_stm\":3}}"),
        format!("{{\"sfen\":\"{board}\",\"result_stm\":3}}"),
        format!("{{\"sfen\":\"{board}\",\"game_hash\":\"x\"}}"),
        format!("{{\"sfen\":\"{board} 3\",\"ply\":9}}"),
        format!("{{\"sfen\":\"{board}\",\"played\":\"7g7e\"}}"),
    ];
    for (number, line) in wrong.iter().enumerate() {
        place.file(&format!("wrong{number}.jsonl"), line);
        let run = place.joban(&format!("dataset import wrong{number}.jsonl --lang ja"));
        assert_none(&not_japanese(line, &run.exits(3)));
    }
    place.file("rows.jsonl", format!("{good}{}\n", wrong[4]));
    place.file("broken.jsonl", wrong.join("\n"));
    place.file(
        "mate.jsonl",
        format!("{{\"sfen\":\"{board}\",\"mate_stm\":1}}\n"),
    );
    place.file("cut.psv", [0_u8; 33]);
    place.file("rubbish.psv", [0xff_u8; 400]);
    place.file("rubbish.hcpe", [0_u8; 380]);
    place.file("table.parquet", "PAR1 no table");
    let copy = |from: &str, to: &str| {
        std::fs::copy(place.path(from), place.path(to)).unwrap();
    };
    place
        .joban("dataset sample good.csa --plies 2..9 --holdout 0 -o sampled --quiet")
        .exits(0);
    copy("sampled/positions.parquet", "set.parquet");
    for name in ["one", "two"] {
        place.file("label.jsonl", &good);
        place
            .joban(&format!(
                "dataset import label.jsonl --teacher-id {name} -o {name} --quiet"
            ))
            .exits(0);
        copy(
            &format!("{name}/positions.parquet"),
            &format!("{name}.parquet"),
        );
    }
}

/// Words of rules that are Japanese in Japanese: sides, pieces, and what stands around them in English reasons.
const ENGLISH_OF_RULES: &[&str] = &[
    "black ", "white ", "pawn", "lance", "knight", "silver", "bishop", "rook ", "gold ", " king",
    "horse", "dragon", "promoted", " the ", " is ", " not ", " has ", " to move",
];

/// What stands before details of the system and of foreign crates: they may be English, in parentheses after Japanese.
fn own_words(line: &str) -> String {
    // Parentheses that are not closed hide nothing, nor do those within a quotation.
    let mut open: Vec<usize> = Vec::new();
    let (mut own, mut quoted) = (String::new(), false);
    for c in line.chars() {
        match c {
            '`' => quoted = !quoted,
            _ if quoted => {}
            '(' | '\u{ff08}' => {
                open.push(own.len());
                own.push(c);
            }
            ')' | '\u{ff09}' if !open.is_empty() => own.truncate(open.pop().unwrap_or_default()),
            _ => own.push(c),
        }
    }
    own
}

#[test]
fn words_of_ours_are_all_but_details_and_quotations() {
    for (line, own) in [
        ("a (b) c", "a  c"),
        ("a (b (c) d) e", "a  e"),
        ("a `(` b the", "a  b the"),
        ("a) the (b", "a) the (b"),
        ("a:) b (c) the", "a:) b  the"),
        ("あ\u{ff08}b\u{ff09}い", "あい"),
    ] {
        assert_eq!(own_words(line), own, "{line}");
    }
}

/// What is wrong with the messages of a run.
fn not_japanese(line: &str, run: &Run) -> Vec<String> {
    let kana_or_kanji = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
    let mut faults = Vec::new();
    if run.err.trim().is_empty() {
        faults.push(format!("{line}: nothing is said"));
    }
    for said in run.err.lines().filter(|said| !said.trim().is_empty()) {
        let own = own_words(said);
        let words = ENGLISH_OF_RULES.iter().filter(|word| own.contains(*word));
        let names = ["(black", "(white", "black pawn", "'s turn"];
        let names = names.iter().filter(|name| said.contains(*name));
        let left: Vec<_> = words.chain(names).collect();
        if !said.chars().any(kana_or_kanji) || !left.is_empty() {
            faults.push(format!("{line}: {left:?}: {said}"));
        }
    }
    faults
}

#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn trouble_is_told_in_japanese() {
    let place = trouble();
    let mut faults = Vec::new();
    for line in TROUBLE {
        let run = place.joban(&format!("{line} --lang ja"));
        if run.code == 0 {
            faults.push(format!("{line}: {run:?}"));
        }
        faults.extend(not_japanese(line, &run));
    }
    assert_none(&faults);
}

#[test]
fn warnings_are_told_in_japanese() {
    let place = trouble();
    let mut run = place.joban("inspect warned.csa --lang ja").exits(0);
    run.err = run.out.lines().skip(2).collect::<Vec<_>>().join("\n");
    assert!(run.err.matches("警告").count() >= 7, "{run:#?}");
    assert_none(&not_japanese("inspect warned.csa", &run));
}

#[test]
fn overrides_that_cannot_act_are_told_in_japanese() {
    let place = trouble();
    let mut faults = Vec::new();
    for body in OVERRIDES {
        place.file("joban.toml", format!("[[override]]\n{body}\n"));
        let run = place.joban("config check joban.toml --lang ja").exits(2);
        faults.extend(not_japanese(body, &run));
        let run = place.joban("build good.csa --holdout 0 --lang ja").exits(2);
        faults.extend(not_japanese(body, &run));
    }
    assert_none(&faults);
}

#[test]
fn refused_moves_are_told_in_japanese() {
    let place = Place::new();
    let mut faults = Vec::new();
    for moves in ILLEGAL {
        place.file("a.csa", format!("PI\n+\n{moves}\n"));
        let run = place.joban("inspect a.csa --strict --lang ja");
        if run.code == 0 {
            faults.push(format!("{moves}: {run:?}"));
        }
        faults.extend(not_japanese(moves, &run));
    }
    assert_none(&faults);
}
