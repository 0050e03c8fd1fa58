//! `--help` of `joban dataset` in Japanese.

/// Descriptions of commands.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "joban dataset",
        "学習用の局面を抽出し、ラベルを付け、分割・検査・変換します",
    ),
    (
        "joban dataset sample",
        "棋譜または別のデータセットから局面を重複なく抽出します",
    ),
    ("joban dataset label", "局面にエンジンの評価値を付けます"),
    ("joban dataset split", "学習側と検証側に、漏れなく分けます"),
    (
        "joban dataset merge",
        "複数のデータセットを重複なくまとめます",
    ),
    (
        "joban dataset stats",
        "データカードを表示します: 件数、評価値、手数、偏り、重複",
    ),
    (
        "joban dataset check",
        "すべての行を検査します。別のデータセットとの比較もできます",
    ),
    (
        "joban dataset export",
        "Parquet, JSON Lines, PSV, HCPE のいずれかで書き出します",
    ),
    (
        "joban dataset import",
        "Parquet, JSON Lines, PSV, HCPE, SFEN の一覧を読み込みます",
    ),
];

/// Descriptions of options; those with a command's name first mean that command only.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    (
        "sample paths",
        "書庫、フォルダー、棋譜、`ingest` が書いた表、またはデータセット",
    ),
    (
        "sample plies",
        "局面までの手数 (両端を含む)。FROM.. は上限なし [既定: データセットは 0..、棋譜は 16..200]",
    ),
    ("per_game", "一局から取る局面の上限 [既定: すべて]"),
    ("in_check", "手番側に王手がかかっている局面も取ります"),
    (
        "random_share",
        "ランダムな手で離れる局面の割合 (0 から 1) [既定: 0]",
    ),
    ("random_plies", "そのときのランダムな手の数 [既定: 1]"),
    (
        "from_side",
        "棋譜を取る側 (取り分けの学習側か検証側か) [既定: training]",
    ),
    ("unique", "同じ局面とみなす条件 [既定: position]"),
    ("count", "全体の局面数の上限 [既定: すべて]"),
    (
        "sample decided",
        "ラベル付きデータセットで、評価値の絶対値がこれ以上 (詰みを含む) の局面をこの割合だけ残します (例 1200:0.5)",
    ),
    ("sample_seed", "抽出と順序の種 [既定: 0]"),
    (
        "merge sample_seed",
        "順序の種 [既定: データセットのもの、なければ 0]",
    ),
    (
        "sample shard",
        "N 分割した I 番目。`joban dataset merge` でまとめられます",
    ),
    ("sample out", "結果を書くフォルダー [既定: joban-sample]"),
    (
        "label set",
        "データセット、または JSON Lines, PSV, HCPE, 開始局面集, SFEN の一覧",
    ),
    ("label nodes", "一局面の探索ノード数"),
    ("label depth", "一局面の探索の深さ (手)"),
    (
        "label multipv",
        "エンジンが示す読み筋の数。2 以上なら列 `lines` に残します [既定: 1]",
    ),
    (
        "label time",
        "この時間で打ち切ります (`90m`, `6h`)。同じコマンドで続きから再開します",
    ),
    (
        "label shard",
        "N 分割した I 番目だけを探索し、証拠だけを書きます。`joban evidence merge` で統合してください",
    ),
    (
        "label strict",
        "読めない行があれば終了コード 1 で終わります",
    ),
    ("label out", "結果を書くフォルダー [既定: joban-labelled]"),
    ("set", "データセット"),
    (
        "stats set",
        "データセット、または JSON Lines, PSV, HCPE, SFEN の一覧",
    ),
    (
        "check set",
        "データセット、または JSON Lines, PSV, HCPE, SFEN の一覧",
    ),
    ("import set", "ファイル"),
    (
        "fraction",
        "検証側に回す棋譜 (または局面) の割合 (0 から 1) [既定: 0.1]",
    ),
    ("split_seed", "分割の種 [既定: 0]"),
    ("by", "側を決めるもの [既定: game]"),
    ("split out", "結果を書くフォルダー [既定: joban-split]"),
    ("sets", "データセット"),
    (
        "mixed_labels",
        "エンジンや制限の違うラベルもまとめます。列 `label` で区別できます",
    ),
    ("merge out", "結果を書くフォルダー [既定: joban-merged]"),
    (
        "against",
        "このデータセットと共通の局面 (反転したものも含む) がないことを確かめます",
    ),
    (
        "same_as",
        "このデータセットと、その形式が持つ項目について一致することを確かめます",
    ),
    ("export format", "書き出す形式"),
    ("stats format", "入力の形式 [既定: 名前と内容から判断]"),
    ("check format", "入力の形式 [既定: 名前と内容から判断]"),
    ("import format", "入力の形式 [既定: 名前と内容から判断]"),
    (
        "mate_as",
        "PSV と HCPE で絶対値が N 以上の評価値を詰みとみなします",
    ),
    (
        "export mate_as",
        "詰みを表せない形式での詰みの書き方: N とするか、`drop` で除くか",
    ),
    ("psv_moves", "PSV の指し手の形 [既定: 合法手が多くなる方]"),
    ("record_move", "PSV と HCPE に書く指し手 [既定: best]"),
    ("export out", "結果を書くフォルダー [既定: joban-export]"),
    (
        "import teacher_id",
        "ラベルを付けたエンジン [既定: 隣にある joban の manifest.json の記載、なければ unknown]",
    ),
    ("teacher_limit", "そのときの制限 (例 \"nodes 100000\")"),
    (
        "import strict",
        "読めない行があれば終了コード 1 で終わります",
    ),
    ("import out", "結果を書くフォルダー [既定: joban-import]"),
];

/// Lines of rendered help: headings, and what the values of options mean.
pub(super) const LINES: &[(&str, &str)] = &[
    ("Sample:", "抽出:"),
    ("Label:", "ラベル:"),
    (
        "- training: Games from which books are built",
        "- training: 定跡を作る側の棋譜",
    ),
    (
        "- held-out: Games held out for suites and tests",
        "- held-out: 開始局面集と検証のために取り分けた棋譜",
    ),
    ("- all:      Both", "- all:      両方"),
    (
        "- position: Board, hands and side to move are equal",
        "- position: 盤面・持駒・手番が同じ",
    ),
    (
        "- flipped:  Or they are so after a turn by 180 degrees with the colours swapped",
        "- flipped:  または、盤を 180 度回して先後を入れ替えると同じ",
    ),
    (
        "- none:     Never: repetitions stay",
        "- none:     区別しない: 重複も残す",
    ),
    (
        "- game:     All positions of a game go to one side",
        "- game:     一局の局面はすべて同じ側に入る",
    ),
    (
        "- position: Each position by itself: both sides then have positions of the same games, which are much alike",
        "- position: 局面ごとに決める: 同じ棋譜のよく似た局面が両側に入る",
    ),
    (
        "- parquet: Parquet: holds everything",
        "- parquet: Parquet: すべてを保持",
    ),
    (
        "- jsonl:   One JSON object a line: holds everything",
        "- jsonl:   一行に一つの JSON: すべてを保持",
    ),
    (
        "- psv:     `PackedSfenValue` of `YaneuraOu`, 40 bytes",
        "- psv:     やねうら王の `PackedSfenValue` (40 バイト)",
    ),
    (
        "- hcpe:    `HuffmanCodedPosAndEval` of Apery, 38 bytes",
        "- hcpe:    Apery の `HuffmanCodedPosAndEval` (38 バイト)",
    ),
    (
        "- lines:   SFENs or `startpos moves …`, one a line",
        "- lines:   SFEN または `startpos moves …` を一行に一つ",
    ),
    (
        "- yaneuraou: As `YaneuraOu` lays them out",
        "- yaneuraou: やねうら王の形",
    ),
    (
        "- apery:     As Apery does, in older files",
        "- apery:     Apery の形 (古いファイル)",
    ),
    (
        "- best:   The teacher's; where it gives none, the game's",
        "- best:   エンジンの最善手。なければ棋譜の指し手",
    ),
    ("- played: The game's", "- played: 棋譜の指し手"),
];
