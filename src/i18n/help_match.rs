//! `--help` in Japanese for matches.

/// Descriptions of commands.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "joban match",
        "2 つのエンジンを対局させ、結果から言えることを示します",
    ),
    (
        "joban match book",
        "定跡を対局で判定します: 同じエンジンの定跡あり対なし",
    ),
    (
        "joban match plan",
        "Elo 差を見分けるのに必要な組の数を示します",
    ),
    (
        "joban match analyse",
        "記録の対局から言えることを示します。対局は行いません",
    ),
];

/// Descriptions of options; those with a command's name first mean that command only.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    (
        "engine",
        "エンジン: 実行ファイル、コマンド行、または joban.toml の `[[engine]]` の名前。対局では 2 回指定し、結果は 1 つ目から見たものです。`match book` では 1 回です",
    ),
    (
        "name",
        "表示と棋譜での名前 (--engine の順) [既定: 表の名前、またはエンジンの名乗り]",
    ),
    (
        "first_option",
        "1 つ目のエンジンのオプション。繰り返し指定できます",
    ),
    (
        "second_option",
        "2 つ目のエンジンのオプション。繰り返し指定できます",
    ),
    (
        "suite",
        "開始局面: `startpos moves …` または `sfen …` の行を持つファイル、または局面集のフォルダー",
    ),
    (
        "pairs",
        "先後を入れ替えた二局の組の数 [既定: 開始局面ごとに一組]",
    ),
    ("first_start", "最初の組の開始局面の番号 (1 から) [既定: 1]"),
    (
        "allow_shallow",
        "どちらのエンジンも同じ手を繰り返す場合でも、6 手未満の開始局面を使います",
    ),
    (
        "match nodes",
        "一手のノード数。`A,B` でエンジンごとに指定し、`-` はなし",
    ),
    ("match depth", "一手の深さ (手)"),
    ("book nodes", "一手のノード数"),
    ("book depth", "一手の深さ (手)"),
    (
        "book start_over",
        "設定の異なる記録を脇に移し、新しく始めます",
    ),
    ("main_time", "持ち時間 (ミリ秒)"),
    ("byoyomi", "秒読み (ミリ秒)"),
    ("increment", "一手ごとの加算 (ミリ秒)"),
    (
        "margin",
        "時間切れまでの余裕 (ミリ秒、パイプで測ります) [既定: 200]",
    ),
    (
        "patience",
        "--nodes と --depth で、応答がないと見なすまでの秒数 [既定: 600]",
    ),
    (
        "max_moves",
        "この手数で引き分けとします (開始局面の手数から数えます) [既定: 512]",
    ),
    (
        "draw_score",
        "--draw-moves とともに: 評価値の絶対値がこれ以下なら引き分けに数えます",
    ),
    ("draw_moves", "双方でこの手数続けば引き分けとします"),
    ("draw_from", "この手数から引き分けを判定します [既定: 1]"),
    (
        "win_score",
        "--win-moves とともに: 一方の評価値がこれ以上なら勝ちに数えます",
    ),
    ("win_moves", "双方でこの手数続けば勝ちとします"),
    ("elo0", "この Elo 差と --elo1 の逐次検定で早く終えます"),
    ("elo1", "検定する Elo 差"),
    ("alpha", "誤って --elo1 を採る確率 [既定: 0.05]"),
    ("beta", "誤って --elo0 を採る確率 [既定: 0.05]"),
    (
        "concurrency",
        "同時に行う対局の数。--nodes と --depth では結果に影響しません [既定: プロセッサの数による]",
    ),
    (
        "match start_over",
        "設定の異なる記録を脇に移し、新しく始めます",
    ),
    ("plan elo", "0 と区別したい Elo 差"),
    (
        "draws",
        "引き分けの割合 (0 から 1)。組の二局は独立とします [既定: 0.1]",
    ),
    (
        "book book",
        "エンジンが読む定跡: `build` のフォルダー、book.bin、.db。2 回指定すると互いにも比べます",
    ),
    (
        "book teacher",
        "定跡を抜けた局面をこのエンジンにも評価させます",
    ),
    (
        "teacher_nodes",
        "判定用エンジンの探索ノード数 [既定: プロファイルによる]",
    ),
    ("teacher_depth", "判定用エンジンの探索の深さ (手)"),
    (
        "book out",
        "結果を書くフォルダー。対局は終わるたびにその横に残します [既定: joban-match-book]",
    ),
    ("analyse log", "対局の記録"),
    ("analyse elo0", "この Elo 差と --elo1 の逐次検定も示します"),
    ("match out", "結果を書くフォルダー [既定: joban-match]"),
    (
        "match log",
        "対局を終わるたびに残すファイル [既定: <out>.match]",
    ),
];

/// Lines of rendered help.
pub(super) const LINES: &[(&str, &str)] = &[
    ("Books:", "定跡:"),
    ("Engines:", "エンジン:"),
    ("Starts:", "開始局面:"),
    ("Limits of a move:", "一手の制限:"),
    ("Rules:", "規則:"),
    ("Test:", "検定:"),
    ("Run:", "実行:"),
];
