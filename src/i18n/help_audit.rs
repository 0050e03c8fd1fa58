//! `--help` in Japanese for the commands that ask a teacher.

/// Descriptions of commands.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "joban verify",
        "定跡が指す手、または棋譜の手を、エンジンで判定します",
    ),
    (
        "joban extend",
        "定跡の手順をエンジンの読み筋に沿って延ばします。加える手はすべて判定します",
    ),
    (
        "joban doctor",
        "エンジンを調べます。応答は信用できるか、評価値の尺度はどうか",
    ),
];

/// Descriptions of options; those with a command's name first mean that command only.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    (
        "verify paths",
        "定跡 (`build` の結果フォルダー、book.csv、鍵表付きの book.bin、.db、JSONL、`startpos moves …` の一覧)、または棋譜 (CSA, KIF, KI2, 書庫)",
    ),
    ("kind", "入力の種類 [既定: 名前と内容から判断]"),
    ("verify out", "結果を書くフォルダー [既定: joban-audit]"),
    ("verify key_seed", "16 ビット鍵の表の種 [既定: 0]"),
    ("verify key_table", "鍵表の形 [既定: full]"),
    ("verify zobrist", "この 16 ビット鍵の表を使います"),
    ("verify csv_bom", "CSV の先頭に BOM を付けます (Excel 用)"),
    (
        "teacher",
        "判定するエンジン: 実行ファイル、コマンド行 (`ssh host engine`)、または joban.toml の `[[engine]]` の名前",
    ),
    (
        "profile",
        "エンジンの種別 [既定: 名前とオプションから判断] (docs/teachers.md)",
    ),
    (
        "engine_option",
        "エンジンのオプションを設定します。繰り返し指定できます",
    ),
    (
        "teacher_id",
        "実行ファイルを確かめられないエンジン (ssh, node など) の名前。証拠の統合に必要です",
    ),
    (
        "processes",
        "同時に動かすエンジンの数 [既定: プロセッサごとに一つ]",
    ),
    (
        "threads",
        "エンジン一つのスレッド数。2 以上では同じ結果を再現できません [既定: 1]",
    ),
    ("hash", "エンジン一つのハッシュメモリ (MiB) [既定: 16]"),
    ("isolation", "応答を互いに独立させる方法 [既定: 種別による]"),
    (
        "retries",
        "エンジンの異常のあとで探索をやり直す回数 [既定: 2]",
    ),
    ("judge_preset", "公表された判定の手順に従います"),
    ("nodes", "最初の探索のノード数 [既定: 種別による]"),
    ("depth", "最初の探索の深さ (手)"),
    (
        "movetime",
        "最初の探索の時間 (ミリ秒)。同じ結果は再現できません",
    ),
    ("multipv", "エンジンが示す読み筋の数 [既定: 3]"),
    (
        "accept",
        "この損失までを問題なしとします (エンジンの評価値) [既定: 種別による]",
    ),
    (
        "blunder",
        "この損失からを悪手とします (エンジンの評価値) [既定: 種別による。棋譜では 300]",
    ),
    ("side", "この手番の項目だけを判定します"),
    (
        "from",
        "初期局面からこの手順 (USI) のあとに現れる項目だけを判定します",
    ),
    ("max_ply", "指す前の手数がこれ以下の項目だけを判定します"),
    ("since", "この古い定跡にない項目だけを判定します"),
    (
        "time",
        "この時間で終えます (`90m`, `6h`)。到達しやすい項目から判定し、残りは一覧にします",
    ),
    (
        "shard",
        "N 分割した I 番目だけを判定します。証拠は `joban evidence merge` で統合します",
    ),
    (
        "moves",
        "棋譜の指し手の表 (`build --all` の moves.csv) [既定: 定跡と同じフォルダーのもの]",
    ),
    (
        "book_option",
        "エンジンの定跡オプション (例 BookEvalDiff=30)。繰り返し指定できます",
    ),
    (
        "engine_options",
        "engine_options.txt から定跡オプションを読みます",
    ),
    ("fix", "直した定跡も結果フォルダーに書きます"),
    ("replace", "悪手の代わりに入れる手 [既定: archive]"),
    (
        "refresh",
        "--fix とともに: .db の手にエンジンの評価値と深さを書き込みます",
    ),
    (
        "evidence",
        "エンジンの応答をすべて残すファイル [既定: <out>.evidence]",
    ),
    (
        "start_over",
        "設定の異なる証拠ファイルを脇に移し、新しく始めます",
    ),
    (
        "retry_failed",
        "以前にエンジンが失敗した局面をもう一度照会します",
    ),
    (
        "archive",
        "--fix とともに: 定跡を作った棋譜または表。削除した項目を build の選択で補い、順に判定します",
    ),
    (
        "extend book",
        "定跡: `build` の結果フォルダー、book.csv、または .db",
    ),
    ("extend plies", "手順ごとに延ばす手数 [既定: 2]"),
    ("extend side", "この手番の手順だけを延ばします"),
    ("both_sides", "相手の応手も項目にします"),
    ("add", "追加する項目の最大数 [既定: 32]"),
    (
        "extend max_nodes",
        "探索全体の最大ノード数。一手延ばすごとに確かめます",
    ),
    (
        "capacity",
        "定跡の項目数の上限。到達しにくい項目が場所を譲ります [既定: 512、または今の項目数。.db は無制限]",
    ),
    ("extend time", "この時間で終えます (`90m`, `6h`)"),
    (
        "extend dry_run",
        "追加と除外を表示するだけで、何も書きません",
    ),
    ("extend out", "結果を書くフォルダー [既定: joban-extended]"),
    ("extend csv_bom", "CSV の先頭に BOM を付けます (Excel 用)"),
    ("doctor nodes", "探索ごとのノード数 [既定: 種別による]"),
    ("doctor depth", "探索ごとの深さ (手)"),
    ("doctor movetime", "探索ごとの時間 (ミリ秒)"),
    ("no_scale", "検査だけを行い、評価値の尺度は測りません"),
    (
        "baseline",
        "以前の棋譜判定の audit.json。悪手率が上がっていれば問題として報告します",
    ),
    (
        "decided",
        "最善の評価値の絶対値がこれ以上なら勝負がついた局面とします [既定: --blunder の 5 倍]",
    ),
    (
        "instant",
        "12 手目より後でこれより短い時間の手に印を付けます (ミリ秒) [既定: 200]",
    ),
];

/// Lines of rendered help.
pub(super) const LINES: &[(&str, &str)] = &[
    ("Teacher:", "判定するエンジン:"),
    ("Judgement (with --teacher):", "判定 (--teacher とともに):"),
    ("Evidence (with --teacher):", "証拠 (--teacher とともに):"),
    ("Evidence:", "証拠:"),
    ("Lines:", "手順:"),
    ("Budget:", "予算:"),
    (
        "- black: Black, who moves first from the even start",
        "- black: 先手",
    ),
    ("- white: White", "- white: 後手"),
    ("Judgement:", "判定:"),
    ("Scope:", "範囲:"),
    ("Playable moves of a .db:", ".db の指し手:"),
    ("Action:", "処置:"),
    ("Keys of a book.bin:", "book.bin の鍵:"),
    (
        "- book:  A folder written by `build`, or its book.csv",
        "- book:  `build` の結果フォルダー、または book.csv",
    ),
    (
        "- bin:   A book.bin of six-byte entries",
        "- bin:   6 バイト項目の book.bin",
    ),
    (
        "- db:    A book of YaneuraOu (.db)",
        "- db:    やねうら王の定跡 (.db)",
    ),
    (
        "- jsonl: JSON lines with sfen and move",
        "- jsonl: sfen と move を持つ JSON の行",
    ),
    (
        "- lines: Lines of moves: every move is an entry",
        "- lines: 手順の行。すべての手を項目とします",
    ),
    ("- games: Game records", "- games: 棋譜"),
    (
        "- reset:   It is reset before each position",
        "- reset:   局面ごとに初期状態に戻します",
    ),
    (
        "- restart: It is started anew for each position",
        "- restart: 局面ごとに起動し直します",
    ),
    (
        "- shared:  It keeps what it knows: faster, but the run cannot be repeated exactly",
        "- shared:  記憶を保ちます。速いですが、同じ結果は再現できません",
    ),
    (
        "- seed-yaneuraou: Depth 18, two lines, thresholds 50 and 200, recheck at depth 20",
        "- seed-yaneuraou: 深さ 18、読み筋 2 本、しきい値 50 と 200、深さ 20 で再検査",
    ),
    (
        "- archive: The teacher's move if games of the archive played it, else nothing",
        "- archive: エンジンの手が棋譜で指されていればその手。なければ削除します",
    ),
    (
        "- any:     The teacher's move, whether it was ever played or not",
        "- any:     エンジンの手。棋譜にあるかは問いません",
    ),
    (
        "- never:   Nothing: blunders are dropped",
        "- never:   置き換えず、悪手は削除します",
    ),
];
