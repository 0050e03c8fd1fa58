//! The table of messages.

/// Defines [`Msg`] together with its texts, so that a message cannot exist in one language only.
macro_rules! messages {
    ($($name:ident: $en:literal, $ja:literal;)+) => {
        /// A message.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Msg { $(#[doc = $en] $name,)+ }

        impl Msg {
            /// Every message.
            #[cfg(test)]
            pub(crate) const ALL: &'static [Msg] = &[$(Msg::$name),+];

            /// English and Japanese, with slots.
            pub(crate) fn templates(self) -> (&'static str, &'static str) {
                match self { $(Msg::$name => ($en, $ja),)+ }
            }
        }
    };
}

messages! {
    // Frames of messages
    ErrorPrefix: "error: {0}", "エラー: {0}";
    WarningPrefix: "warning: {0}", "警告: {0}";
    InternalError: "joban met an internal error at {0} and stopped. Results were not changed. Please report this with the command you ran.",
        "joban の内部エラーで停止しました (場所: {0})。結果は変更されていません。実行したコマンドとともに報告してください。";

    // Usage
    UsageError: "{0}. See `{1} --help`.", "{0}。`{1} --help` を参照してください。";
    UnknownOption: "unknown option `{0}`", "不明なオプション `{0}` です";
    UnknownCommand: "unknown command `{0}`", "不明なコマンド `{0}` です";
    MissingArgument: "missing: {0}", "必要な引数がありません: {0}";
    MissingCommand: "a command is missing", "コマンドを指定してください";
    InvalidValue: "`{1}` is not a value for `{0}`{2}", "`{1}` は `{0}` の値として使えません{2}";
    KnownValues: " (known: {0})", " (使える値: {0})";
    ValueReason: " ({0})", "。理由: {0}";
    MissingValue: "`{0}` needs a value{1}", "`{0}` の値がありません{1}";
    NoEquals: "write `{0}` with `=` before its value", "`{0}` と値の間には `=` が必要です";
    TooManyValues: "`{0}` takes no further value `{1}`", "`{0}` に余分な値 `{1}` があります";
    TooFewValues: "`{0}` needs more values", "`{0}` の値の数が合いません";
    NoUtf8: "an argument is not UTF-8", "引数が UTF-8 ではありません";
    ArgumentConflict: "`{0}` cannot be used together with `{1}`", "`{0}` と `{1}` は同時に指定できません";
    OtherUsage: "the command line cannot be read", "コマンドラインを解釈できません";
    OutOfRange: "--{0} is {1}; it must be from {2} to {3}", "--{0} の値 {1} は範囲外です。{2} から {3} の範囲で指定してください";
    BadOption: "--{0}: {1}", "--{0} の値が正しくありません: {1}";
    BadDate: "ConfigError: --{0}: `{1}` is not a day of the calendar such as 2024-02-29", "設定エラー (ConfigError) --{0}: `{1}` は暦の日付ではありません (例 2024-02-29)";
    BadEncoding: "--encoding: `{0}` is not known; known are utf-8, shift_jis, euc-jp, iso-2022-jp, utf-16le",
        "--encoding: `{0}` は未対応です。使える値は utf-8, shift_jis, euc-jp, iso-2022-jp, utf-16le です";
    OutputHoldsInput: "{0} holds the input of this run, which a new result there would replace; give another folder with -o",
        "{0} には今回の入力が入っており、結果を書くと失われます。-o で別のフォルダーを指定してください";
    ZobristFile: "--zobrist {0}: {1}", "--zobrist {0}: 鍵表を使えません: {1}";
    KeySearchFailed: "no key seed gives a book without collisions: {0}. Ask for fewer --entries, or keep a table with --zobrist.",
        "鍵の衝突がない種が見つかりません: {0}。--entries を減らすか、--zobrist で鍵表を指定してください。";
    BadOverride: "[[override]]: {0}", "[[override]] が正しくありません: {0}";
    WeightMissing: "the action `weight` needs a `weight` from 1 to 255", "action が weight のときは weight (1 から 255) が必要です";
    WeightOutOfPlace: "`weight` goes with the action `weight` only", "weight は action が weight のときだけ指定できます";
    ReasonMissing: "the reason is empty", "reason (理由) が空です";
    OverrideName: "override {0}", "{0} 番目の override";

    // Configuration
    ConfigUnreadable: "the configuration {0} cannot be read: {1}", "設定ファイル {0} を読めません: {1}";
    ConfigError: "ConfigError at {0}:{1}:{2}: {3}", "設定エラー (ConfigError) {0}:{1}:{2}: {3}";
    ConfigValue: "ConfigError in {0}: {1}", "設定エラー (ConfigError) {0}: {1}";
    ConfigMissing: "there is no {0} here; name a file: `joban config check FILE`",
        "ここに {0} がありません。`joban config check ファイル` の形で指定してください";
    ConfigGood: "{0} is in order: {1} settings, {2} overrides", "{0} に問題はありません: 設定 {1} 件、override {2} 件";
    ConfigNothingSet: "nothing is set: every option has its default", "何も設定されていません (すべて既定値です)";

    // Input
    NotFound: "{0} does not exist", "{0} がありません";
    InputFailed: "the input cannot be used: {0}", "入力を使えません: {0}";
    FileUnreadable: "the input cannot be used: {0}: {1}", "入力 {0} を読めません: {1}";
    FilterFailed: "the filter cannot be used: {0}", "条件の指定が正しくありません: {0}";
    InputStopped: "{1}: {0}", "{1}: {0}";
    KindUnsupported: "this input is not supported", "対応していない入力です";
    KindTruncated: "the input ends too early", "入力が途中で切れています";
    KindDamaged: "the input is damaged", "入力が壊れています";
    KindLimit: "a limit is exceeded", "上限を超えました";
    KindIo: "the input cannot be read", "入力を読めません";
    MixedInputs: "{0} holds tables and {1} holds records; ingest the records first (`joban ingest`), or build from the records alone",
        "{0} は表、{1} は棋譜です。先に `joban ingest` で棋譜を表にするか、棋譜だけから作ってください";
    InternalFailed: "internal error: {0}", "内部エラー: {0}";
    NothingRead: "no game could be read: {0}", "読める棋譜がありません: {0}";
    NothingToRead: "there is nothing to read in {0}: no record, archive or folder of records",
        "{0} には読むものがありません (棋譜・書庫・棋譜のフォルダーが見つかりません)";
    EmptyInputOnly: "the input is empty: no game to build from", "入力が空です。定跡の元になる棋譜がありません";
    NoGameLeft: "no game is left after the filter: {0} of {1} games went at the rule `{2}`. To relax it: {3}",
        "条件に合う棋譜がありません: {1} 局のうち {0} 局が規則 `{2}` で外れました。緩めるには: {3}";
    NoEntry: "no move has points, so the book would be empty. Raise --winner-weight, --loser-weight or --draw-weight, or relax the filter.",
        "得点のある指し手がなく、定跡が空になります。--winner-weight, --loser-weight, --draw-weight を上げるか、条件を緩めてください。";
    StrictRejects: "--strict: {0} of {1} games were rejected; first: {2}", "--strict: {1} 局のうち {0} 局が読めませんでした。最初のもの: {2}";
    FailFast: "--fail-fast: stopped at the first rejected game: {0}", "--fail-fast: 読めない棋譜で停止しました: {0}";
    RejectedAt: "{0}, game {1}, line {2}: {3}: {4}", "{0} 第{1}局 {2}行目: {3}: {4}";
    RejectedGame: "{0}, game {1}: {2}: {3}", "{0} 第{1}局: {2}: {3}";
    RejectedFile: "{0}: {1}: {2}", "{0}: {1}: {2}";
    RejectedListed: "{0} games were rejected; the first: {1}", "{0} 局は読めませんでした。最初のもの: {1}";

    // Teachers
    TeacherMissing: "no teacher is named: give --teacher PROGRAM, or the name of an [[engine]] of joban.toml",
        "判定するエンジンが指定されていません。--teacher に実行ファイル、または joban.toml の [[engine]] の名前を指定してください";
    TeacherFailed: "the teacher cannot be used: {0}", "判定用エンジンを使えません: {0}";
    UnknownProfile: "no teacher profile is named {0}; there are {1}", "{0} というエンジン種別はありません。使える種別: {1}";
    MissingRole: "{0} has no option for {1} (looked for {2}), which the profile {3} needs; name another --profile",
        "{0} には {1} のオプション ({2}) がありません。種別 {3} では必要です。--profile で別の種別を指定してください";
    LimitUnknown: "the profile {0} cannot search under the limit `{1}`; give another one (--nodes, --depth, --movetime)",
        "種別 {0} は `{1}` の制限で探索できません。--nodes, --depth, --movetime のうち別のものを指定してください";
    LimitZero: "a limit of 0 is none", "制限に 0 は指定できません";
    NoMultiPv: "the engine shows one line only: --multipv {0} has no effect", "このエンジンは読み筋を 1 本しか出しません。--multipv {0} は効きません";
    ThresholdsTogether: "accept and blunder belong together: give both", "accept と blunder は両方指定してください";
    ThresholdsWrong: "--accept {0} and --blunder {1}: it must be 0 < accept < blunder", "--accept {0} と --blunder {1}: 0 < accept < blunder でなければなりません";
    WorkerTrouble: "engine {0}: {1}", "エンジン {0}: {1}";
    NoteCores: "{0} engines with {1} threads each are more than the {2} processors of this machine", "エンジン {0} 個 × スレッド {1} 本は、このマシンの {2} 個のプロセッサを超えています";
    NoteShared: "the engines keep what they remember between positions: the same run may end differently the next time", "エンジンは局面をまたいで記憶を保ちます。同じ条件で実行しても結果が変わることがあります";
    NoteThreads: "engines with {0} threads do not repeat their answers exactly", "スレッドが {0} 本のエンジンは、毎回同じ応答を返すとは限りません";
    NoteMovetime: "searches that end by the clock do not repeat exactly; --nodes or --depth do", "時間で打ち切る探索は、毎回同じ結果になるとは限りません。--nodes か --depth なら再現できます";
    NoteNotHashed: "the program behind `{0}` cannot be hashed: name it with --teacher-id TEXT, else its evidence cannot be merged",
        "`{0}` の先のプログラムは確かめられません。--teacher-id で名前を付けないと、証拠を統合できません";
    NoteUnmeasured: "the scale of an engine of the profile {0} is not known, so its thresholds are a guess (--accept, --blunder)",
        "種別 {0} の評価値の尺度は未測定で、しきい値は目安です (--accept, --blunder)";
    NoteOptionsFile: "the engine's own file {0} sets {1}; joban sends its values after it", "エンジン側の {0} が {1} を設定しています。joban はその後に自分の値を送ります";

    // Doctor
    DoctorStart: "examining the engine; this takes a minute or so", "エンジンを調べています。1 分ほどかかります";
    DoctorWho: "{0}, each search {1}", "{0} (探索ごとの制限 {1})";
    DoctorRoles: "Options by role: {0}", "役割ごとのオプション: {0}";
    DoctorSound: "Sound opening moves measured: {0}; 95 % of them lose at most {1} cp", "測定した定跡の好手: {0}。その 95 % の損失は {1} 以下";
    DoctorBad: "Bad opening moves measured: {0}; the smallest loss is {1} cp", "測定した序盤の悪手: {0}。損失の最小は {1}";
    DoctorSuggests: "Suggested: --accept {0} --blunder {1}", "しきい値の目安: --accept {0} --blunder {1}";
    DoctorNoScale: "No thresholds can be suggested: at this limit the engine does not tell sound from bad moves. Try more nodes",
        "しきい値を提案できません。この制限では好手と悪手を見分けられません。ノード数を増やしてください";
    DoctorTooFew: "No thresholds can be suggested: fewer than {0} sound or {1} bad moves could be measured. Try more nodes",
        "しきい値を提案できません。測定できた手が少なすぎます (好手 {0}、悪手 {1} 以上が必要)。ノード数を増やしてください";
    DoctorFailed: "{0} checks failed: {1}", "{0} 項目が不合格です: {1}";
    OutcomePassed: "ok", "合格";
    OutcomeWarning: "note", "注意";
    OutcomeFailed: "FAILED", "不合格";
    OutcomeNotApplicable: "n/a", "対象外";
    CheckHandshake: "starts and takes its options", "起動とオプションの設定";
    CheckMultiPv: "shows several lines", "複数の読み筋";
    CheckNodeLimit: "keeps the node limit", "ノード数の制限";
    CheckSameTwice: "the same answer twice in a row", "続けて同じ局面に同じ応答";
    CheckAfterOthers: "the same answer after other positions", "ほかの局面のあとでも同じ応答";
    CheckFreshProcess: "the same answer of a fresh process", "起動し直しても同じ応答";
    CheckLegalLines: "its lines are legal", "読み筋が合法";
    CheckSearchMoves: "searchmoves is obeyed", "searchmoves に従う";
    CheckNonPromotion: "searchmoves takes a non-promotion", "searchmoves で不成を読む";
    CheckPawnDropMate: "plays no mate by a pawn drop", "打ち歩詰めを指さない";
    CheckOptionFiles: "no option files of its own", "独自の設定ファイルがない";
    CheckBook: "does not answer from a book", "定跡から答えない";

    // Extend
    ExtendTitle: "Added: {0}. Given up: {1}. Entries now: {2}", "追加 {0}、除外 {1}、項目数 {2}";
    ExtendStopped: "Lines that do not go on: {0}", "延長しなかった手順: {0}";
    ExtendCut: "the run was ended before all lines were followed", "すべての手順を調べる前に終了しました";
    ExtendDry: "nothing is written (--dry-run)", "何も書きません (--dry-run)";
    ExtendNeedsBook: "extend takes a book of joban (the folder of `build`, its book.csv) or a .db", "延長できるのは joban の定跡 (`build` の結果フォルダー、book.csv) と .db だけです";
    ExtendNeedsKeys: "{0} has no zobrist.bin beside it: new entries need its table of keys", "{0} と同じフォルダーに zobrist.bin がありません。新しい項目の鍵に必要です";
    ExtendTooSmall: "--capacity {0}: the book holds {1} entries already", "--capacity {0}: 定跡にはすでに {1} 項目あります";
    ColumnChange: "change", "変更";
    ColumnValue: "value cp", "評価値";
    ColumnDepth: "depth", "深さ";
    ChangeAdded: "added", "追加";
    ChangeEvicted: "given up", "除外";

    // Refill
    RefillNeedsBuild: "--archive needs the folder of `build` with its manifest.json, book.csv and zobrist.bin", "--archive には `build` の結果フォルダー (manifest.json, book.csv, zobrist.bin) が必要です";
    RefillOtherArchive: "these are not the records that the book was built from (records_sha256 {0}, in the manifest {1})",
        "定跡を作った棋譜と異なります (records_sha256 {0}、manifest では {1})";
    RefillOtherBook: "the entries of the book do not come from build's selection: it cannot be continued; use `joban build --teacher`",
        "定跡の項目が build の選択と一致しないため、補充できません。`joban build --teacher` を使ってください";
    RefillManifest: "the option {0} of the book's manifest cannot be read: {1}", "定跡の manifest の {0} を読めません: {1}";
    RefillFailed: "the dropped entries cannot be replaced: {0}", "削除した項目を補充できません: {0}";
    NoFixedPoint: "entries are still to be dropped after {0} rounds; the evidence is kept", "{0} 回繰り返しても削除が残ります。証拠は保存されています";
    AuditRounds: "rounds: {0}; dropped {1}, added {2} (changes.csv)", "繰り返し {0} 回: 削除 {1}、追加 {2} (changes.csv)";
    // Data sets
    ProgressOf: "{0} of {1}, {2} per second", "{1} 件中 {0} 件、毎秒 {2} 件";
    ProgressRows: "{0} positions, {1} per second", "{0} 局面、毎秒 {1} 局面";
    NoSet: "{0} is no data set: there is no such file, or no positions.parquet in the folder", "{0} はデータセットではありません (ファイルがないか、フォルダーに positions.parquet がありません)";
    SetEmpty: "{0} holds no position", "{0} には局面がありません";
    NoRowRead: "no position could be read: {0}", "読める局面がありません: {0}";
    RowsRejected: "{0} rows could not be read and are left out; the first: {1}", "{0} 行は読めなかったため除きました。最初のもの: {1}";
    StrictRows: "--strict: {0} rows could not be read; the first: {1}", "--strict: {0} 行が読めませんでした。最初のもの: {1}";
    SetsAndGames: "data sets and games cannot be sampled together: sample the games first, then merge the sets", "データセットと棋譜は同時に抽出できません。先に棋譜から抽出し、merge でまとめてください";
    OptionOfSets: "{0} is for labelled sets, the input is games", "{0} はラベル付きデータセット用のオプションです (入力は棋譜です)";
    OptionOfGameSamples: "{0} is for games, the input is a data set", "{0} は棋譜用のオプションです (入力はデータセットです)";
    SampleEmpty: "no position is left: widen --plies, take the other side with --from-side, or relax the filter", "局面が残りませんでした。--plies を広げるか、--from-side で別の側を使うか、条件を緩めてください";
    SampleGames: "from {0} of {1} games", "{1} 局のうち {0} 局から抽出";
    ScratchFailed: "no temporary folder can be made: {0}. Name one with room in TMPDIR.", "一時フォルダーを作れません: {0}。空きのある場所を TMPDIR で指定してください。";
    LabelLimitMissing: "nothing says how long the teacher searches: give --nodes N or --depth N", "探索の長さが決まっていません。--nodes または --depth を指定してください";
    LabelIdle: "engines waited {0} of the time", "エンジンの待ち時間の割合: {0}";
    LabelShard: "share {0} is asked; merge the evidence of all shares with `joban evidence merge` and run again without --shard and with --evidence",
        "分担 {0} の探索が終わりました。すべての証拠を `joban evidence merge` で統合し、--shard なしで --evidence に指定して実行してください";
    LabelsMissing: "{0} positions have no label, since the teacher did not answer; run the same command again (--retry-failed after faults)",
        "{0} 局面にはエンジンの応答がなくラベルがありません。同じコマンドをもう一度実行してください (異常のあとは --retry-failed)";
    LabelsReplaced: "{0} labels of the input are replaced", "入力にあった {0} 件のラベルを置き換えました";
    LabelsDiffer: "{0} and {1} were labelled by different teachers or under different limits: their scores are on different scales. Label them alike, or say --mixed-labels to `joban dataset merge`",
        "{0} と {1} はラベルを付けたエンジンまたは制限が異なり、評価値の尺度が違います。同じ条件でラベルを付け直すか、`joban dataset merge` に --mixed-labels を指定してください";
    SplitNeedsGames: "{0}: row {1} names no game, so positions of one game could come to both sides. --by position divides all the same, and gives that up",
        "{0} の {1} 行目には棋譜の識別子がなく、同じ棋譜の局面が両側に分かれるおそれがあります。それを承知のうえなら --by position で分けられます";
    SplitByPosition: "--by position: both sides have positions of the same games, which are much alike; a test on them flatters", "--by position: 同じ棋譜のよく似た局面が両側に入るため、検証の結果は実際より良く見えます";
    CheckRows: "{0} rows are in order, {1} are not", "問題のない行 {0}、問題のある行 {1}";
    CheckBad: "{0} rows are not in order; the first: {1}", "{0} 行に問題があります。最初のもの: {1}";
    CheckShared: "in common with {0}: {1} positions, {2} more when turned", "{0} と共通の局面: 同一 {1}、反転して同一 {2}";
    CheckLeak: "{0} positions are in {1} too, such as {2}", "{0} 局面が {1} にもあります (例 {2})";
    CheckSame: "the same as {0}: {1} rows, in what {2} holds", "{0} と一致します ({1} 行、{2} 形式が持つ項目)";
    CheckDiffers: "{0} differs at row {1}: {2} here, {3} there", "{0} とは {1} 行目から異なります (こちら {2}、あちら {3})";
    ExportDone: "{0} positions in {1}", "{1} に {0} 局面を書きました";
    ExportLost: "what {0} cannot hold (rows)", "{0} 形式で失われるもの (行数)";
    ExportEmpty: "{0} holds no position that this format can hold (PSV and HCPE need a score)", "{0} にはこの形式で書ける局面がありません (PSV と HCPE には評価値が必要です)";
    DroppedTitle: "Left out", "除いたもの";
    CardTitle: "{0}: {1} positions", "{0}: {1} 局面";
    CardLabelled: "labelled", "ラベル付き";
    CardTeacher: "  by", "  付けたエンジン";
    CardGames: "games", "棋譜";
    CardDuplicates: "repeated", "重複";
    CardDuplicatesValue: "{0}, turned {1}", "同一 {0}、反転 {1}";
    CardSide: "side to move", "手番";
    CardSideValue: "black {0}, white {1}", "先手 {0}、後手 {1}";
    CardResult: "result, side to move", "結果 (手番側)";
    CardResultBlack: "result, black", "結果 (先手)";
    CardResultValue: "won {0}, drawn {1}, lost {2}, unknown {3}", "勝ち {0}、引き分け {1}、負け {2}、不明 {3}";
    CardScores: "|score| in cp", "評価値の絶対値";
    CardScoresValue: "<300 {0}, <1200 {1}, <3000 {2}, >=3000 {3}, mates {4}", "300 未満 {0}、1200 未満 {1}、3000 未満 {2}、3000 以上 {3}、詰み {4}";
    CardDecided: "decided from {0} cp", "評価値 {0} 以上 (決着)";
    CardDecidedLow: "only {0} of the labelled positions are decided (from {1} cp): an evaluation trained with 36 % saturated, one with 49.7 % did not",
        "決着した局面 (評価値 {1} 以上) が {0} しかありません。36 % で学習した評価関数は飽和し、49.7 % では飽和しませんでした";
    CardPlies: "plies", "手数";
    DropInCheck: "in check", "王手のかかった局面";
    DropNoLegalMove: "no legal move", "合法手のない局面";
    DropNoRandomMove: "no quiet random move", "適当なランダムな手がない局面";
    DropPerGame: "beyond --per-game", "--per-game を超えた局面";
    DropOtherPart: "in another share", "別の分担の局面";
    DropRepeated: "repeated", "重複した局面";
    DropPlyUnknown: "ply not known", "手数が不明な局面";
    DropPlyWindow: "outside of --plies", "--plies の範囲外の局面";
    DropDecided: "decided, beyond the share kept", "残す割合を超えた決着局面";
    DropWithoutScore: "without a score", "評価値のない局面";
    DropMate: "mates", "詰みの局面";
    DropNotPackable: "no place in 256 bits (a king is missing)", "256 ビットで表せない局面 (玉が足りない)";
    DropRejected: "could not be read", "読めなかった行";
    DropSame: "test positions that training has", "学習側にもある検証側の局面";
    DropFlipped: "test positions that training has turned", "反転すると学習側にもある検証側の局面";
    DropFailed: "no answer from the teacher", "エンジンが応答しなかった局面";
    DropNotReached: "not asked yet", "まだ探索していない局面";
    DropNoDepth: "no complete depth within the limit", "制限内に一つの深さも読み切れなかった局面";
    LostPly: "ply", "手数";
    LostGame: "game", "棋譜の識別子";
    LostRandom: "number of random moves", "ランダムな手の数";
    LostScore: "score beyond the bound, cut", "範囲を超えて切り詰めた評価値";
    LostMate: "distance of the mate", "詰みまでの手数";
    LostResult: "result not known, written as a draw", "不明のため引き分けとして書いた結果";
    LostPlayed: "move played in the game", "棋譜の指し手";
    LostBest: "the teacher's move", "エンジンの最善手";
    LostPlayedIsBest: "move of the game, in place of the teacher's", "最善手の代わりに書いた棋譜の指し手";
    LostDepth: "depth", "探索の深さ";
    LostNodes: "nodes", "ノード数";
    LostLines: "lines of MultiPV", "MultiPV の読み筋";
    LostLabels: "which teacher labelled", "どのエンジンのラベルか";

    // Audit
    OneBook: "verify takes one book; several paths are games (--as games)", "定跡は一つだけ指定してください。棋譜なら --as games を付けてください";
    BadException: "[[exception]]: {0}", "[[exception]] が正しくありません: {0}";
    AuditAsked: "{0} questions asked, {1} answered from the evidence in {2}", "照会 {0} 件、証拠ファイルからの応答 {1} 件 ({2})";
    AuditShard: "share {0} is judged; merge the evidence of all shares with `joban evidence merge` and run again without --shard",
        "分担 {0} の判定が終わりました。すべての証拠を `joban evidence merge` で統合し、--shard なしで実行してください";
    AuditTitle: "Entries: {0}", "判定した項目: {0}";
    AuditWorst: "Worst first", "悪い順";
    AuditMore: "  and {0} more, see audit.csv", "  ほか {0} 件 (audit.csv)";
    AuditHoles: "Replies without an entry: {0}", "定跡にない応手: {0} 件";
    AuditNotPlayed: "{0} rows are evaluations that the engine does not play under its book options; they are not judged",
        "{0} 行は定跡オプションにより指されないため、判定しません";
    AuditBestNotFirst: "in {0} positions the highest value does not stand in the first row", "{0} 局面で、最高の評価値が先頭の行にありません";
    AuditDisconnected: "{0} entries are not connected with the start position", "{0} 項目は初期局面からつながっていません";
    AuditOutOfScope: "{0} entries are out of scope", "{0} 項目は対象外です";
    GamesTitle: "{0} games, {1} moves", "{0} 局、{1} 手";
    GameBroken: "{0} breaks off: {1}", "{0} は途中まで: {1}";
    ColumnPlayer: "player", "対局者";
    ColumnJudged: "judged", "判定";
    ColumnMeanLoss: "mean loss cp", "平均損失";
    ColumnDecided: "decided", "決着後";
    ColumnInstant: "instant", "即指し";
    RateWorse: "{0}: {1} blunders in {2} moves before, {3} in {4} now", "{0}: 悪手が以前は {2} 手中 {1}、今回は {4} 手中 {3}";
    RatesWorse: "the blunder rate of {0} players is higher than in the baseline", "{0} 人の悪手率が基準より上がりました";
    MovesUnjudged: "{0} moves have no judgement", "{0} 手を判定できませんでした";
    BaselineNoAudit: "--baseline is no audit.json of games", "--baseline は棋譜判定の audit.json ではありません";
    BaselineOther: "--baseline was made with another {0}: {1}, now {2}", "--baseline は {0} が異なります: {1} (今回は {2})";
    NoRomBook: "{0} is too large for a book of six-byte entries", "{0} は 6 バイト項目の定跡としては大きすぎます";
    OptionOfBooks: "{0} is for books, the input is games", "{0} は定跡用のオプションです (入力は棋譜です)";
    OptionOfGames: "{0} is for games, the input is a book", "{0} は棋譜用のオプションです (入力は定跡です)";
    OptionTogether: "{0} does nothing without {1}", "{0} は {1} と一緒に指定してください";
    ShardNeedsId: "--shard needs a teacher that other machines can be compared with: its program cannot be hashed, so name it with --teacher-id TEXT",
        "--shard では他のマシンと同じエンジンであることを確かめます。実行ファイルを確かめられないので、--teacher-id で名前を付けてください";
    NewlyPlayed: "{0} moves of the corrected book are played now and were not before; judge it too (joban verify on the new book)",
        "直した定跡では、これまで指されなかった {0} 手が指されるようになります。新しい定跡も判定してください (joban verify)";
    BaselineTeacher: "the baseline was made by another teacher: a difference may come from that", "基準は別のエンジンで作られたものです。違いはそのためかもしれません";
    BaselineNew: "not in the baseline: {0}", "基準にいない対局者: {0}";
    AuditFixed: "the corrected book is written: {0} entries dropped, {1} replaced (changes.csv)", "直した定跡を書きました: 削除 {0}、置き換え {1} (changes.csv)";
    FixNeedsBook: "--fix writes books of joban (the folder of `build`, its book.csv) and .db only", "--fix で書けるのは joban の定跡 (`build` の結果フォルダー、book.csv) と .db だけです";
    ColumnPly: "ply", "手数";
    ColumnMove: "move", "指し手";
    ColumnClass: "class", "判定";
    ColumnLoss: "loss cp", "損失";
    ColumnBest: "best", "最善手";
    ColumnVerdict: "verdict", "処置";
    ClassAccept: "sound", "問題なし";
    ClassBorderline: "borderline", "境界";
    ClassUnjudged: "unjudged", "判定なし";
    ClassDoubtful: "doubtful", "疑問手";
    ClassBlunder: "blunder", "悪手";
    ClassUnreachable: "unreachable", "到達不能";
    ClassIllegal: "illegal", "非合法手";
    VerdictKeep: "keep", "残す";
    VerdictException: "keep (exception)", "残す (例外)";
    VerdictFlag: "keep, flagged", "残す (要注意)";
    VerdictReplace: "replace by {0}", "{0} に置き換え";
    VerdictDrop: "drop", "削除";
    FaultsRemain: "the book holds {0} blunders, {1} illegal and {2} unreachable entries", "定跡に悪手 {0}、非合法手 {1}、到達不能 {2} の項目が残っています";
    UnjudgedRemain: "{0} entries have no judgement", "{0} 項目を判定できませんでした";
    ShardFailed: "{0} questions have no answer", "{0} 件の照会に応答がありません";

    // Output
    StdoutFailed: "standard output cannot be written: {0}", "標準出力に書けません: {0}";
    OutputIsFile: "{0} is a file; -o names a folder", "{0} はファイルです。-o にはフォルダーを指定してください";
    OutputEmpty: "the name of the result folder is empty (-o)", "結果のフォルダーの名前が空です (-o)";
    OutputNotOurs: "{0} is not empty and holds no result of joban (manifest.json); give another folder with -o",
        "{0} は空でなく、joban の結果 (manifest.json) でもありません。-o で別のフォルダーを指定してください";
    DiskFull: "the disk is full: {0} could not be written; nothing was left behind and an earlier result is unchanged. Free some space or give another place with -o.",
        "ディスクの空きがありません: {0} を書けませんでした。書きかけは残さず、以前の結果もそのままです。空きを作るか、-o で別の場所を指定してください。";
    WriteDenied: "no permission to write {0}; give another place with -o", "{0} に書き込む権限がありません。-o で別の場所を指定してください";
    WriteFailed: "{0} could not be written: {1}", "{0} を書けませんでした: {1}";

    // Progress
    ProgressReading: "reading: {0}, {1} games, {2} games/s", "読み込み中: {0}、{1} 局、毎秒 {2} 局";
    ProgressAsking: "asking: {0} of {1} positions, {2} answers, {3} a second", "照会中: {1} 局面のうち {0} 局面、応答 {2} 件、毎秒 {3} 件";
    ProgressFailed: "{0}, {1} failed", "{0}、失敗 {1} 件";
    ProgressIdle: "{0}, engines idle {1}", "{0}、エンジンの待ち {1}";
    ProgressLeft: "{0}, {1} left", "{0}、残り {1}";

    // Summaries
    FunnelTitle: "Games", "棋譜";
    FunnelHeader: "rule", "規則";
    FunnelFails: "fail it", "該当";
    FunnelRemoved: "removed", "除外";
    FunnelLeft: "left", "残り";
    FunnelRead: "read", "読み込み";
    HeldOut: "held out", "検証用に除外";
    RuleParse: "readable", "読める";
    RuleEvenStart: "even start", "平手";
    RuleBuoy: "no prepared start (buoy)", "指定局面からでない (buoy)";
    RuleEndings: "ending", "終局";
    RuleLength: "length", "手数";
    RuleRatings: "ratings", "レーティング";
    RuleWinner: "winner", "勝者";
    RuleVerified: "verified ending", "終局の確認";
    RuleDates: "dates", "日付";
    RuleEvent: "event", "棋戦";
    RulePlayers: "players", "対局者";
    RuleGap: "rating gap", "レーティング差";
    RuleTimeControl: "time control", "持ち時間";
    RulePairing: "cap per pairing", "組み合わせごとの上限";
    RuleInstant: "instant moves", "即指し";
    RuleLegality: "legal moves", "合法手";
    RuleDuplicates: "duplicates", "重複";
    RelaxParse: "see rejects.csv, or try --encoding", "rejects.csv を確認するか、--encoding を試してください";
    RelaxRejects: "joban inspect shows what is wrong with each game", "joban inspect で各棋譜の問題を確認してください";
    RelaxEvenStart: "only games from the even start can be built into a book", "定跡は平手の棋譜からのみ作れます";
    RelaxHoldout: "--holdout 0 keeps every game", "--holdout 0 ですべての棋譜を使えます";
    BuiltFrom: "built from {0} of {1} games ({2} held out), {3} moves",
        "{1} 局中 {0} 局から作成 (検証用に {2} 局を除外)、指し手 {3} 手";
    BookSize: "{0} positions, {1} entries, {2} bytes", "{0} 局面、{1} 項目、{2} バイト";
    KeySeedFound: "key seed {0}, {1} table of {2} bytes", "鍵の種 {0}、鍵表 {1} ({2} バイト)";
    KeyTableKept: "key table kept from {0}: {1} positions dropped because their keys collide",
        "鍵表 {0} を使用: 鍵が衝突する {1} 局面を除きました";
    Written: "results are in {0}", "結果は {0} にあります";
    LowSupport: "the last selected entries have support of {0} games (below 3): {1} of {2} entries. More games, a lower --min-rating or fewer --entries make the book surer.",
        "最後に選ばれた項目の裏付けは {0} 局だけです (3 局未満の項目: {2} 件中 {1} 件)。棋譜を増やす、--min-rating を下げる、--entries を減らすと確かになります。";
    FewerEntries: "only {0} of {1} entries could be filled", "{1} 項目のうち {0} 項目しか埋まりませんでした";
    LargerBudget: "the book takes {0} bytes, more than the 3,072 of the ROM's budget, as asked by --entries {1}",
        "--entries {1} の指定により、定跡は ROM の予算 3,072 バイトを超えて {0} バイトです";
    TableChanged: "the key table differs from the one of the previous result in {0}: a ROM that uses it for its transposition table will search differently. Keep it with --zobrist.",
        "鍵表が {0} の以前の結果と異なります。同じ鍵を置換表に使う ROM では探索が変わります。--zobrist で以前の鍵表を保てます。";
    OwnMoves: "expected own moves from the book in a game against the archive: {0} as Black, {1} as White",
        "棋譜の相手に対し定跡から指せる手数の期待値: 先手 {0}、後手 {1}";
    NeverPlayed: "{0} of {1} entries are never played against the archive, whatever the seed: their positions are not reached by the book's own moves (see --selection reach)",
        "{1} 項目のうち {0} 件は、どの種でも棋譜の相手に対して指されません。定跡自身の手ではその局面に到達しません (--selection reach を参照)";
    ArticleTitle: "beside the article's figures", "記事の数値との比較";
    ArticleHere: "here", "今回";
    ArticleArticle: "article", "記事";
    ArticleRecords: "records", "棋譜";
    ArticleGames: "games after the filter", "条件に合う棋譜";
    ArticleMoves: "moves", "指し手";
    ArticlePositions: "positions", "局面";
    ArticleCandidates: "candidates", "候補手";
    IngestDone: "{0} games, {1} positions in the tables; {2} rejected", "表に {0} 局、{1} 局面。読めなかったもの {2} 件";
    RowsDigest: "digest of the rows: {0}", "行のダイジェスト: {0}";
    DryRun: "nothing was written (--dry-run)", "何も書いていません (--dry-run)";

    // inspect
    InspectNothing: "no game in the input", "入力に棋譜がありません";
    InspectTotals: "{0} games, {1} of them broken", "{0} 局 (うち問題あり {1} 局)";
    ColumnGame: "game", "局";
    ColumnBlack: "black", "先手";
    ColumnWhite: "white", "後手";
    ColumnPlies: "plies", "手数";
    ColumnEnd: "end", "終局";
    ColumnWinner: "winner", "勝者";
    WinnerBlack: "black", "先手";
    WinnerWhite: "white", "後手";
    WinnerDraw: "draw", "引分";
    BadSfen: "--sfen: {0}", "--sfen の局面を読めません: {0}";
    BadMoves: "--moves: move {0}, `{1}`: {2}", "--moves の {0} 手目 `{1}` は指せません: {2}";
    LabelSfen: "SFEN", "SFEN (局面)";
    LabelSide: "side to move", "手番";
    LabelLegal: "legal moves", "合法手";
    LabelCheck: "in check", "王手";
    LabelMate: "mated", "詰み";
    LabelRepetition: "repetition", "千日手";
    RepetitionNow: "{0} ({1}x)", "{0} ({1} 回目)";
    Occurrences: "{0}x", "{0} 回目";
    DeclarationNow: "{0} points; 27: {1}, 24: {2}", "{0} 点、27 点法: {1}、24 点法: {2}";
    LabelDeclaration: "declaration", "入玉宣言";
    LabelKey64: "64-bit key", "64 ビット鍵";
    LabelKey16: "16-bit key", "16 ビット鍵";
    LabelIssues: "issues", "問題点";
    Yes: "yes", "はい";
    No: "no", "いいえ";
    NoIssues: "none", "なし";

    // rom
    BookDamaged: "{0} is no book that can be used: {1}. `joban rom decode` lists every damaged entry.",
        "{0} は定跡として使えません: {1}。`joban rom decode` で壊れた項目をすべて表示できます。";
    BareBook: "{0} does not say which keys it has: name them with --key-seed (and --key-table) or --zobrist",
        "{0} だけでは鍵が分かりません。--key-seed (と --key-table) または --zobrist を指定してください";
    NoBookThere: "{0} holds no book.csv; BOOK is a folder written by `joban build`, its book.csv, or a book.bin",
        "{0} に book.csv がありません。`joban build` の結果フォルダー、book.csv、または book.bin を指定してください";
    BookDiffers: "{0} does not hold the entries of the book.csv beside it; build the book again",
        "{0} の内容が同じフォルダーの book.csv と一致しません。定跡を作り直してください";
    KeysDiffer: "{0}: key {1} at ply {2} is not made of the zobrist.bin beside it; build the book again, or key it anew with --key-seed",
        "{0}: {2} 手目の鍵 {1} は同じフォルダーの zobrist.bin のものではありません。定跡を作り直すか、--key-seed で鍵を付け直してください";
    RekeyFailed: "the book cannot be keyed anew: {0}", "鍵を付け直せません: {0}";
    BookUnfit: "the book does not fit a ROM: {0}", "この定跡は ROM に収まりません: {0}";
    RomBook: "{0} entries, key table {1}, {2}", "{0} 項目、鍵表 {1}、{2}";
    RomSeed: "seed {0}", "種 {0}";
    RomKeyFile: "from a file", "ファイルから";
    RomSizes: "Bytes in the ROM", "ROM 内のバイト数";
    RomNotLinked: "not linked (probe_book stands for it)", "リンク不要 (probe_book が代わりになります)";
    RomLinked: "linked", "リンクする合計";
    RomLeft: "book and key table take {0} of the article's {1} bytes for the two; {2} are left",
        "定跡と鍵表は記事の {1} バイトに対し {0} バイトです。{2} バイト空きます";
    RomOver: "book and key table take {0} bytes, {2} more than the article's {1}",
        "定跡と鍵表は {0} バイトで、記事の {1} バイトを {2} バイト超えます";
    Rekeyed: "the book was keyed anew: its keys differ from those in BOOK, and a ROM that uses them for its transposition table searches differently",
        "鍵を付け直しました。元の定跡とは鍵が異なり、同じ鍵を置換表に使う ROM では探索が変わります";
    RomLarger: "{0} entries are more than the 512 of the ROM's budget of 3,072 bytes", "{0} 項目は ROM の予算 3,072 バイト (512 項目) を超えています";
    BadPositionLine: "--positions {0}, line {1}: {2}", "--positions {0} {1}行目: {2}";
    BookHasDamage: "{0} faults in the book; the first at entry {1}: {2}", "定跡に {0} 件の問題があります。最初は項目 {1}: {2}";
    DamageLine: "damage at entry {0}: {1}: {2}", "項目 {0} の問題: {1}: {2}";
    DecodeTotals: "{0} entries: {1} unique, {2} ambiguous, {3} unreached", "{0} 項目: 一意 {1}、曖昧 {2}、未到達 {3}";
    DecodeOtherPossible: "{0} of the ambiguous ones (?) may belong to a position that was not reached", "曖昧な項目のうち {0} 件(?)は、到達しなかった別の局面のものである可能性があります";
    DecodePadding: "{0} entries of padding at the end", "末尾の詰め物 {0} 項目";

    // Evidence
    EvidenceLocked: "{0}: another process writes this log; wait for it to end, or name another log",
        "{0}: 別のプロセスがこのログに書き込み中です。終わるのを待つか、別のログを指定してください";
    EvidenceNotALog: "{0}: this is no evidence log (line 1 is not its header)",
        "{0}: 探索ログではありません (1行目がヘッダーではありません)";
    EvidenceRevision: "{0}: the log has revision {1}, this joban reads revision {2}",
        "{0}: ログの版は {1} です。この joban が読めるのは版 {2} です";
    EvidenceDamaged: "{0}, line {1}: the line is damaged ({2}) and others follow it; restore the file from a copy, or skip damaged lines with --skip-damaged",
        "{0} {1}行目: 途中の行が壊れています ({2})。控えから戻すか、--skip-damaged で壊れた行を飛ばしてください";
    EvidenceBadRecord: "{0}, {1}: the record cannot be: {2}", "{0} {1}: ありえない記録です: {2}";
    EvidenceMismatch: "ResumeMismatch in {0}: {1} was {2} when the log was made and is {3} now; go on with the old setting, name another log, or start over (the old log is kept aside)",
        "設定の不一致 (ResumeMismatch) {0}: {1} がログの作成時は {2}、今回は {3} です。元の設定で続けるか、別のログを指定するか、最初からやり直してください (元のログは別名で残ります)";
    EvidenceOtherTeacher: "{0}: the log was opened for the teacher {1}, but {2} is to be asked",
        "{0}: ログの対象のエンジンは {1} ですが、{2} に問い合わせようとしています";
    EvidenceUncertain: "{0}: the program of the teacher `{1}` was not hashed, so nobody knows whether two machines asked the same one; record with --teacher-id TEXT to merge",
        "{0}: エンジン `{1}` は実行ファイルのハッシュがなく、同じエンジンかどうか確かめられません。統合するには --teacher-id を付けて記録してください";
    EvidenceTeacherUnclear: "{0}: the log holds {1} teachers; name the one that counts",
        "{0}: ログに {1} 種類のエンジンがあります。どれを使うか指定してください";
    EvidenceChanged: "{0}: the log changed while it was read; wait until nobody writes it, then try again",
        "{0}: 読み取り中にログが変更されました。書き込みが終わってからやり直してください";
    EvidenceTruncated: "{0}, line {1}: {2}: the last line is incomplete and was dropped ({3} bytes)",
        "{0} {1}行目: {2}: 最後の行が途中で切れているため除きました ({3} バイト)";
    EvidenceSkipped: "{0}, line {1}: {2}: skipped, {3}", "{0} {1}行目: {2}: 壊れた行を飛ばしました ({3})";
    EvidenceStartedOver: "{0}: begun anew; the old log is kept as {1}", "{0}: 新しく始めました。元のログは {1} に残してあります";
    EvidenceNoLocks: "{0}: the file system knows no locks; let no second process write this log",
        "{0}: ファイルシステムがロックに対応していません。同時に二つのプロセスから書き込まないでください";
    EvidenceOutExists: "{0} exists already and is not replaced; give another name with -o", "{0} はすでにあるため書きません。-o で別の名前を指定してください";
    EvidenceMerged: "{0}: {1} records of {2} questions ({3} repeated lines dropped)", "{0}: 記録 {1} 件、問い {2} 件 (重複した行 {3} 件を除きました)";
    EvidenceCompacted: "{0}: {1} records kept; dropped: {2} answers that count less, {3} failures, {4} that say the same",
        "{0}: 記録 {1} 件を残しました。除いたもの: 採用されない回答 {2} 件、失敗 {3} 件、同じ内容 {4} 件";
    EvidenceSettings: "  settings {0}: {1}", "  設定 {0}: {1}";
    EvidenceTeacher: "  teacher {0}", "  エンジン {0}";
    EvidencePositions: "positions", "局面";
    EvidenceQuestions: "questions", "問い";
    EvidenceAnswers: "answers", "回答";
    EvidenceFailures: "failures: {0}", "失敗: {0}";
    EvidenceContradictions: "questions with different answers", "回答が食い違う問い";
    EvidenceLimit: "{0}, {1} lines", "{0}、候補手 {1}";
    EvidenceSeconds: "seconds of search", "探索時間 (秒)";

    // Suites
    TheOptions: "the options", "オプション";
    SplitConflict: "{0} holds out {1} with seed {2}, {3} {4} with seed {5}: a suite must be held out from all of them in the same way (--holdout, --seed)",
        "対局の分け方が食い違っています: {0} は割合 {1}、種 {2}、{3} は割合 {4}、種 {5} です。同じ分け方のものだけを指定してください (--holdout, --seed)";
    NothingHeldOut: "a fraction of 0 holds no game out, so that no suite can be disjoint by game; --unheld uses every game and says so in the proof",
        "割合 0 では取り分けた対局がなく、対局の重ならない局面集は作れません。--unheld を付けるとすべての対局を使い、その旨を証明に記録します";
    NoGameHeldOut: "none of the {0} games that pass the filter is on the held-out side: raise --holdout, or take more games",
        "条件に合う {0} 局の中に、取り分けた対局がありません。--holdout を上げるか、棋譜を増やしてください";
    NoStartLeft: "no position is left that could be a start: {0}. Widen --plies or the score windows, take more games, or compare with less (--against)",
        "開始局面にできる局面が残りません: {0}。--plies や評価値の範囲を広げるか、棋譜を増やすか、--against を減らしてください";
    NotABook: "{0} is no book: --for-book takes a folder written by `build`, its book.csv, a .db or JSON lines",
        "{0} は定跡ではありません。--for-book には `build` の結果フォルダー、book.csv、.db、JSONL を指定してください";
    NoPositionsInKeys: "{0} holds keys, not positions: name the folder written by `build` or its book.csv; `joban rom decode` finds positions of other books",
        "{0} には鍵しかなく、局面が分かりません。`build` の結果フォルダーか book.csv を指定してください (他の定跡の局面は `joban rom decode` で探せます)";
    NoPositionInBook: "{0} holds no position that can be read", "{0} には読める局面がありません";
    NoSuiteThere: "{0} holds no suite.moves.txt: name a folder written by `joban suite`, or a file of start positions",
        "{0} に suite.moves.txt がありません。`joban suite` の結果フォルダー、または開始局面のファイルを指定してください";
    NoStartInSuite: "{0} holds no start position that can be used: {1}", "{0} には使える開始局面がありません: {1}";
    EmptySuite: "{0} holds no start position", "{0} には開始局面がありません";
    StrictLines: "{0} of {1} lines cannot be used; first: {2}", "{1} 行のうち {0} 行が使えません。最初のもの: {2}";
    SuiteLeft: "{0} positions could be starts; left out on the way: {1}", "開始局面の候補 {0} 局面。途中で除いたもの: {1}";
    SuiteLineLeft: "a line cannot be used: {0}", "使えない行があります: {0}";
    WindowBelowZero: "--abs-cp {0}: a distance from 0 is never negative", "--abs-cp {0}: 絶対値は負になりません";
    ScoresMissing: "the teacher left positions without an answer", "エンジンが回答しない局面が残りました";
    ScoresFailed: "the teacher failed on {0} positions, which were left out of the suite; --retry-failed asks again",
        "エンジンが {0} 局面で失敗し、それらを除いて作りました。--retry-failed でもう一度照会できます";
    ProofFailed: "{0} starts were found again in what they must not share; nothing was written", "重なってはならない開始局面が {0} 件見つかりました。何も書いていません";
    SuiteStarts: "{0} starts of {1} families, from {2} held-out games ({3} on the training side)",
        "開始局面 {0} 件 (戦型 {1} 種、取り分けた {2} 局から。定跡側は {3} 局)";
    SuiteStartsUnheld: "{0} starts of {1} families, from {2} games", "開始局面 {0} 件 (戦型 {1} 種、対局 {2} 局から)";
    SuiteTwin: "twin: {0} starts of {1} families", "対の局面集: 開始局面 {0} 件 (戦型 {1} 種)";
    SuiteDisjoint: "no game of it is on the training side", "定跡側の対局は含まれていません";
    SuiteBookUnknown: "a book does not say which games it was made from: disjointness by game is not proven", "元の対局の分け方が分からない定跡があり、対局の重なりがないとは証明できません";
    SuiteNotDisjoint: "nothing was held out: disjointness by game is not proven", "取り分けた対局がないため、対局の重なりがないとは証明できません";
    FewerStarts: "only {0} of {1} starts could be chosen", "開始局面は {1} 件のうち {0} 件しか選べませんでした";
    StartsRepeat: "the pair list is longer than the suite: its {0} starts repeat with other seeds", "組の数が開始局面より多いため、{0} 件の開始局面を種を変えて繰り返します";
    ColumnCompared: "compared with", "比較した相手";
    ColumnPositions: "positions", "局面";
    ColumnSame: "same", "一致";
    ColumnFlipped: "turned", "反転一致";
    TrainingGames: "training side of the input ({0} games)", "入力の定跡側の対局 ({0} 局)";
    TrainingGamesOf: "training side of {0} ({1} games)", "{0} の定跡側の対局 ({1} 局)";
    PlaceGame: "{0}, game {1}, line {2}, ply {3}", "{0} 第{1}局 {2}行目 {3}手目";
    PlaceLine: "{0}, line {1}", "{0} {1}行目";
    PlacePly: "{0}, ply {1}", "{0} {1}手目";
    CheckStarts: "{0}: {1} different starts", "{0}: 異なる開始局面 {1} 件";
    DuplicateLine: "same line", "同じ行";
    DuplicatePosition: "same position", "同じ局面";
    DuplicateFlipped: "same position turned round", "反転した同じ局面";
    DuplicateOf: "{0}, line {1}: as {2}, line {3}: {4}", "{0} {1}行目: {2} {3}行目と重複 ({4})";
    FoundSame: "{0}, line {1} stands in {2}", "{0} {1}行目の局面が {2} にあります";
    FoundFlipped: "{0}, line {1} stands, turned round, in {2}", "{0} {1}行目の局面が、反転して {2} にあります";
    CheckFailed: "{0} starts were found, {1} lines cannot be used", "重なる開始局面 {0} 件、使えない行 {1} 件";
    SuiteUses: "used for {0} matches", "使われた対局数の記録: {0} 件";
    PlyNumber: "ply {0}", "{0}手目";

    // engine
    EngineOption: "{0} is no value of this option of USI", "USI オプションの値が正しくありません: {0}";
    EngineNotReady: "the engine cannot start with these options of USI (KeySeed, KeyTable and ZobristFile stand for --key-seed, --key-table and --zobrist): {0}",
        "この USI オプションでは開始できません (--key-seed, --key-table, --zobrist に当たるオプションは KeySeed, KeyTable, ZobristFile です): {0}";
    EngineStuck: "the search did not end when it was stopped", "停止を求めても探索が終わりませんでした";
    TechniquesAdded: "One technique more in each row: nodes and milliseconds", "1 行ごとに手法を 1 つ加えた場合のノード数とミリ秒";
    TechniquesLeftOut: "All techniques, then one left out in each row: nodes and milliseconds", "全手法の場合と、1 行ごとに手法を 1 つ除いた場合のノード数とミリ秒";
    TechniquesDepth: "depth {0}", "深さ {0}";
    TechniquesMinimax: "plain minimax", "単純なミニマックス";
    TechniquesAll: "all techniques", "全手法";

    // match
    MatchTwoEngines: "a match needs two engines: give --engine twice (given: {0})", "対局には 2 つのエンジンが必要です。--engine を 2 回指定してください (指定数: {0})";
    MatchOneLimit: "engine {0} needs exactly one limit: --nodes, --depth, or a clock (--main-time, --byoyomi, --increment)",
        "エンジン {0} の制限は一種類だけ指定してください: --nodes、--depth、または時計 (--main-time, --byoyomi, --increment)";
    MatchClock: "a clock needs --main-time or --byoyomi, and not both --byoyomi and --increment", "時計には --main-time か --byoyomi が必要です。--byoyomi と --increment は同時に使えません";
    MatchSprt: "a test needs --elo0 below --elo1, and --alpha and --beta between 0 and 0.5", "検定では --elo0 < --elo1、--alpha と --beta は 0 から 0.5 の間で指定してください";
    MatchNoSuite: "no starts are named: give --suite FILE with `startpos moves ...` or `sfen ...` lines", "開始局面がありません。`startpos moves …` または `sfen …` の行を持つファイルを --suite で指定してください";
    MatchNoStart: "{0} holds no start position", "{0} に開始局面がありません";
    MatchBadStart: "a line of the suite cannot be used: {0}", "開始局面集の行を使えません: {0}";
    MatchOverStart: "{0}, line {1}: the game is over there: no move is legal, it is the fourth repetition, or the limit of moves is reached", "{0} {1}行目: すでに終局しています (合法手なし、4 回目の千日手、または手数の上限)";
    MatchShallow: "{0}, line {1}: a start of {2} plies, and both engines repeat their moves exactly: the same few games would come again and again. Take starts of {3} plies or more, or say --allow-shallow.",
        "{0} {1}行目: 開始局面が {2} 手目で、どちらのエンジンも同じ手を繰り返すため、同じ対局ばかりになります。{3} 手以上進んだ局面を使うか、--allow-shallow を指定してください。";
    MatchEngineFailed: "the engine {0} cannot be used: {1}", "エンジン {0} を使えません ({1})";
    MatchLocked: "another run writes the log {0}; wait for it, or name another --log", "記録 {0} は別の実行が書き込み中です。終了を待つか、別の --log を指定してください";
    MatchOther: "the log {0} belongs to a match with other settings ({1}); give another -o or --log, or put it aside with --start-over",
        "記録 {0} は設定の異なる対局のものです ({1})。別の -o か --log を指定するか、--start-over で脇に移してください";
    MatchDamaged: "the log {0} is damaged at line {1} ({2}); put it away, or name another --log", "記録 {0} の {1} 行目が壊れています ({2})。ファイルを移すか、別の --log を指定してください";
    MatchAside: "the log of the other match is now {0}", "以前の対局の記録を {0} に移しました";
    MatchResumed: "{0} games are in {1} already", "{1} に {0} 局の記録があり、続きから始めます";
    MatchVoid: "pair {0} is void and played again: {1}: {2}", "組 {0} は無効とし、やり直します: {1} ({2})";
    MatchLostByFault: "{0} games were lost by a fault of an engine, see {1}", "エンジンの異常による負けが {0} 局あります。{1} を参照してください";
    MatchUseNotNoted: "the use of the suite cannot be noted in {0}: {1}", "開始局面集の使用を {0} に記録できません: {1}";
    MatchTitle: "{0} against {1}", "{0} 対 {1}";
    MatchColumnGames: "games", "局数";
    MatchColumnWon: "won", "勝";
    MatchColumnDrawn: "drawn", "分";
    MatchColumnLost: "lost", "負";
    MatchColumnScore: "score", "得点率";
    MatchColumnEngine: "engine", "エンジン";
    MatchColumnAsked: "asked for", "指定";
    MatchColumnMoves: "moves", "手数";
    MatchColumnBook: "from book", "定跡";
    MatchColumnNodes: "nodes, mean (least..most)", "ノード数 平均 (最小..最大)";
    MatchAll: "all", "全体";
    MatchAsBlack: "with black", "先手";
    MatchAsWhite: "with white", "後手";
    MatchPairs: "Pairs by points: 0: {0}, 0.5: {1}, 1: {2}, 1.5: {3}, 2: {4}", "組の得点別の数: 0: {0}、0.5: {1}、1: {2}、1.5: {3}、2: {4}";
    MatchOverAll: "All {0} pairs", "全 {0} 組";
    MatchOverDistinct: "Only the {0} different ones of {1} pairs", "{1} 組のうち異なる {0} 組のみ";
    MatchElo: "{0}: Elo {1}, 95 % interval {2} to {3}; stronger with probability {4}; normalised Elo {5}", "{0}: Elo 差 {1}、95 % 区間 {2} から {3}、優勢の確率 {4}、正規化 Elo {5}";
    MatchNoElo: "{0}: nothing can be said", "{0}: 何も言えません";
    MatchDecisive: "Games with a winner: {0} of {1} won, 95 % interval {2} to {3} (Wilson); p = {4} for equal strength (exact, two-sided)",
        "勝敗のついた対局: {1} 局中 {0} 勝、95 % 区間 {2} から {3} (Wilson)。互角なら p = {4} (正確両側検定)";
    MatchSprtLine: "Test of Elo {0} against {1}: ratio {2}, bounds {3} and {4} ({5}): {6}", "Elo {0} と {1} の検定: 対数尤度比 {2}、境界 {3} と {4} ({5}): {6}";
    MatchSprtH0: "decided for Elo {0}", "Elo {0} を採択";
    MatchSprtH1: "decided for Elo {0}", "Elo {0} を採択";
    MatchSprtOpen: "not decided", "未決";
    MatchDiscarded: "{0} games beyond the pair that decided are left out", "決着後の {0} 局は除きました";
    MatchEnds: "Endings: {0}", "終局の種類: {0}";
    MatchDifferent: "Different games: {0} with black, {1} with white, in {2} pairs from {3} starts", "異なる対局: 先手 {0}、後手 {1} ({3} 局面からの {2} 組)";
    MatchAlike: "Pairs whose two games have the same moves: {0} (they count)", "二局の指し手が同じ組: {0} (集計に含みます)";
    MatchRepeats: "the engines repeat their games; the interval over different pairs is the one to trust, and more starts are needed", "同じ対局が繰り返されています。異なる組だけの区間を見てください。開始局面を増やす必要があります";
    MatchOption: "Option {0} differs: {1} / {2}", "オプション {0} の違い: {1} / {2}";
    MatchFaults: "{0}: faults that made pairs void: {1}; games lost by a fault: {2}", "{0}: 組を無効にした異常 {1} 回、異常による負け {2} 局";
    MatchBook: "Book of {0}: used in {1} games, {6} moves a game, by ply: {2}; out of it at ply {3}; its own view there with black {4}, with white {5} cp",
        "{0} の定跡: {1} 局で使用、1 局あたり {6} 手、手数別の手 {2}。定跡を抜けた手数 {3}、その時の自己評価 先手 {4}、後手 {5}";
    MatchBookIs: "Book {0}: {1}", "定跡 {0}: {1}";
    MatchBookNever: "No move came from book {0} in these games.", "この対局では定跡 {0} の手は指されませんでした。";
    MatchBookExits: "The teacher where book {0} was left, in its side's view (least..greatest; positions/games): with black {1}, with white {2} cp; mates {3}, without a score {4}",
        "定跡 {0} を抜けた局面での判定用エンジンの評価 (定跡側から見た値。最小..最大、局面数/局数): 先手 {1}、後手 {2}。詰み {3}、評価なし {4}";
    MatchBookFailed: "the teacher gave no answer for {0} positions; --retry-failed asks again", "判定用エンジンが {0} 局面で答えませんでした。--retry-failed でもう一度照会できます";
    MatchBookOneEngine: "{0} belongs to a match of two engines; here one engine plays itself", "{0} は 2 つのエンジンの対局用です。ここでは 1 つのエンジンが自分自身と対局します";
    MatchBookEngine: "one engine is needed that plays with and without the book: give --engine once (given: {0})", "定跡ありとなしで対局させるエンジンを --engine で 1 つ指定してください (指定数: {0})";
    MatchBookTwo: "at most two books can be compared (given: {0})", "比べられる定跡は 2 つまでです (指定数: {0})";
    MatchBookLimits: "the same engine plays both sides: give one number for each limit, not A,B", "両側とも同じエンジンです。制限は A,B ではなく 1 つの値で指定してください";
    MatchBookNoOption: "the engine {0} lists no option for a book ({1})", "エンジン {0} には定跡のオプション ({1}) がありません";
    MatchBookUnused: "No move came from a book: these games say nothing about one.", "定跡の手は一つも指されませんでした。この対局から定跡については何も言えません。";
    MatchStronger: "What the data support: {0} is the stronger one from these starts (95 % interval over different pairs).", "言えること: これらの開始局面では {0} の方が強い (異なる組による 95 % 区間)。";
    MatchNotShown: "What the data support: no difference in strength is shown (95 % interval over different pairs).", "言えること: 強さの差は示されていません (異なる組による 95 % 区間)。";
    MatchFast: "Answers in less than 200 ms without a book: {0} / {1}", "定跡以外で 200 ms 未満の応答: {0} / {1}";
    MatchUses: "Other matches that this suite was used for: {0}", "この開始局面集を使ったほかの対局: {0} 回";
    MatchWhere: "Results: {0}", "結果: {0}";
    MatchNoPair: "{0} holds no finished pair", "{0} に終わった組がありません";
    MatchPlanWrong: "there is nothing to plan: --elo must not be 0, and --draws a share that leaves room for it", "計画できません。--elo は 0 以外、--draws はその差が成り立つ割合 (0 以上 1 未満) にしてください";
    MatchPlanTitle: "To tell a difference of {0} Elo (score {1}, {2} drawn, games independent) from 0:", "Elo 差 {0} (得点率 {1}、引き分け {2}、対局は独立) を 0 と区別するには:";
    MatchPlanInterval: "{0} pairs, so that a 95 % interval around it leaves out 0", "{0} 組: その差を中心とする 95 % 区間が 0 を含まない";
    MatchPlanPower: "{0} pairs, so that this happens with a probability of 80 %", "{0} 組: 80 % の確率でそうなる";
    ProgressPlaying: "playing: {0} of {1} games, score {2}", "対局中: {1} 局中 {0} 局、得点率 {2}";

    // demo
    DemoStart: "the sample archive: {0} bytes, made by joban's own project from games of a free engine",
        "見本の書庫: {0} バイト (このプロジェクトが自由なエンジンの対局から作成)";
    DemoStep: "== {0}", "== {0} を実行";
    DemoWhere: "What lies where:", "できたもの:";
    DemoBook: "{0}  the book: entries of six bytes", "{0}  定跡 (1 項目 6 バイト)";
    DemoBookCsv: "{0}  the same for people: every entry with its counts", "{0}  同じ内容の一覧 (各項目と回数)";
    DemoMoves: "{0}  every move of the early plies, with counts", "{0}  序盤の全指し手と回数";
    DemoZobrist: "{0}  the table behind the 16-bit keys", "{0}  16 ビット鍵の表";
    DemoTables: "{0}  tables for DuckDB, pandas or Spark", "{0}  DuckDB, pandas, Spark で読める表";
    DemoRom: "{0}  the same and more for a Game Boy ROM: bytes, C, assembler, the probe", "{0}  ゲームボーイ ROM 用の素材 (バイナリ、C、アセンブラ、検索コード)";
    DemoAudit: "{0}  what a teacher said of the book (audit.csv, audit.json); with more nodes it sees more", "{0}  定跡についてのエンジンの判定 (audit.csv, audit.json)。ノード数を増やすほど確かになります";
    DemoNoTeacher: "(no audit: {0} is not installed)", "({0} がないため、判定を省きます)";
    DemoSuite: "{0}  start positions for matches that the book cannot know", "{0}  定跡にない開始局面 (対局用)";
    DemoBookSuite: "{0}  start positions inside the book, from games it was not made from", "{0}  定跡の中の開始局面 (定跡に使っていない対局から)";
    DemoLabels: "{0}  a small data set with scores of the ROM's engine, and its data card", "{0}  ROM のエンジンが評価値を付けた小さなデータセットとデータカード";
    DemoMatch: "{0}  games of the ROM's engine with the book against itself without, from starts inside the book", "{0}  ROM のエンジンの対局 (定跡あり対なし、定跡の中の開始局面から)";
    DemoManifest: "{0}  what it was made from", "{0}  何から作られたかの記録";
    DemoNext: "What to try next:", "次に試すこと:";
    DemoNextInspect: "joban inspect {0} --json | head -1", "joban inspect {0} --json | head -1  (読み取った内容を見る)";
    DemoNextBuild: "joban build wdoor2025.7z      (a yearly archive of Floodgate)", "joban build wdoor2025.7z      (floodgate の年間書庫から作る)";
    DemoNextDry: "joban build {0} --dry-run --min-rating none", "joban build {0} --dry-run --min-rating none  (条件の効き方だけを見る)";
}
