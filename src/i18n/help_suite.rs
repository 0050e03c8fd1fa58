//! `--help` in Japanese for `suite` and `suite check`.

/// Descriptions of commands.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "joban suite",
        "取り分けた対局から対局用の開始局面を選び、何と重ならないかを証明します。`suite check` は証明を繰り返します",
    ),
    (
        "joban suite check",
        "開始局面集 (他のプログラムのものも) の局面を、定跡、棋譜、他の開始局面集の中に探します",
    ),
];

/// Descriptions of options; those with a command's name first mean that command only.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    (
        "suite paths",
        "書庫、フォルダー、棋譜、`ingest` の表。`-` は標準入力",
    ),
    (
        "suite plies",
        "開始局面までの手数: N または A..B [既定: 24。--for-book では 0..8]",
    ),
    ("count", "局面集一つの開始局面の上限 [既定: 512]"),
    ("not_in_check", "手番側に王手がかかっている局面を除きます"),
    (
        "per_family",
        "局面集一つで、同じ戦型の開始局面の上限 (docs/formats/suite.md)",
    ),
    (
        "per_pairing",
        "局面集一つで、同じ二人の対局から取る開始局面の上限",
    ),
    (
        "against",
        "ここに現れる局面を (反転したものも) 除きます: 定跡、棋譜 (定跡側)、表、他の開始局面集。繰り返し指定できます",
    ),
    (
        "check against",
        "ここに局面を探します: 定跡、棋譜 (定跡側)、表、他の開始局面集。繰り返し指定できます",
    ),
    (
        "check suite",
        "`suite` の結果フォルダー、または開始局面のファイル",
    ),
    (
        "for_book",
        "代わりに、これらの定跡のどれかにある局面を取り分けた対局から取ります。コンマ区切り",
    ),
    ("twin", "局面も対局も重ならない二つ目の局面集も作ります"),
    ("mirror", "盤を反転し先後を入れ替えた開始局面も書きます"),
    (
        "unheld",
        "すべての対局を使います。取り分けがないことは証明に記録されます",
    ),
    ("suite_seed", "選び方の種 [既定: 棋譜から決まる値]"),
    ("pairs", "組の一覧の組数 [既定: 開始局面ごとに一つ]"),
    ("first_start", "最初の組の開始局面の番号 (1 から) [既定: 1]"),
    (
        "black_cp",
        "先手から見た評価値がこれらの範囲のどれかにある局面だけを選びます。詰みは選びません。コンマ区切り",
    ),
    (
        "abs_cp",
        "評価値の絶対値がこれらの範囲のどれかにある局面だけを選びます。詰みは選びません。コンマ区切り",
    ),
    ("suite nodes", "一局面の探索のノード数 [既定: 種別による]"),
    ("suite depth", "探索の深さ (手)"),
    (
        "suite movetime",
        "探索の時間 (ミリ秒)。同じ結果は再現できません",
    ),
    ("suite out", "結果を書くフォルダー [既定: joban-suite]"),
];

/// Lines of rendered help.
pub(super) const LINES: &[(&str, &str)] = &[("Starts:", "開始局面:"), ("Scores:", "評価値:")];
