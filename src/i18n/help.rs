//! `--help` in Japanese: descriptions of commands and options.

use clap::{Arg, Command};

use super::{help_audit, help_dataset, help_match, help_suite};

/// Descriptions of commands, by their names from the program on.
const COMMANDS: &[(&str, &str)] = &[
    (
        "joban",
        "将棋の棋譜書庫から、定跡・開始局面集・学習データを作ります",
    ),
    (
        "joban build",
        "棋譜書庫、または `ingest` が書いた表から定跡を作ります",
    ),
    (
        "joban ingest",
        "棋譜書庫を読み、`build` や他のプログラムが読める表 (Parquet) にします",
    ),
    (
        "joban inspect",
        "棋譜、定跡、開始局面集、探索ログ、または一つの局面がどう読み取られるかを表示します",
    ),
    (
        "joban engine",
        "ROM と同じように対局・検討します (標準入出力で USI を話すエンジン)",
    ),
    (
        "joban engine bench",
        "内蔵の局面を探索し、ノード数の合計 (探索の指紋) を表示します",
    ),
    (
        "joban engine techniques",
        "探索手法を 1 つずつ加えた場合と除いた場合の、固定深さまでのノード数と時間を表示します",
    ),
    ("joban demo", "付属の見本の書庫で全工程を実行します"),
    (
        "joban rom",
        "ROM に必要な素材を書きます。`rom decode` は定跡ファイルから局面を復元します",
    ),
    (
        "joban rom decode",
        "初期局面からたどって定跡ファイルの局面を探し、壊れた項目を報告します",
    ),
    (
        "joban evidence",
        "探索ログ (エンジンの回答の記録) を扱います",
    ),
    (
        "joban evidence list",
        "探索ログの内容を表示します: 設定、エンジン、回答と失敗の数",
    ),
    (
        "joban evidence export",
        "探索の読み筋を表として書き出します (列は docs/formats/evidence.md)",
    ),
    (
        "joban evidence merge",
        "複数の探索ログを一つにまとめます。指定の順序によらず同じ結果になります",
    ),
    (
        "joban evidence compact",
        "問いごとに採用される記録だけを残します",
    ),
    ("joban config", "joban.toml を扱います"),
    (
        "joban config check",
        "joban.toml を検査します (未知の項目、範囲外の値) 。設定内容も表示します",
    ),
    (
        "joban help",
        "このヘルプ、または各コマンドのヘルプを表示します",
    ),
];

/// Descriptions of options and arguments; those with a command's name first mean that command only.
const OPTIONS: &[(&str, &str)] = &[
    ("help", "ヘルプを表示します"),
    ("version", "版を表示します"),
    (
        "lang",
        "メッセージの言語 [既定: LC_ALL, LC_MESSAGES, LANG またはシステムの設定]",
    ),
    (
        "config",
        "設定ファイル [既定: 現在のフォルダーに joban.toml があればそれ]",
    ),
    ("json", "結果を標準出力に JSON で書きます"),
    ("quiet", "進み具合を表示しません"),
    (
        "build paths",
        "書庫、フォルダー、棋譜、`ingest` の表。`-` は標準入力",
    ),
    (
        "rom book",
        "`build` の結果フォルダー、book.csv、または book.bin (鍵表の指定が必要)",
    ),
    (
        "decode book",
        "6 バイト項目の定跡、または `build` か `rom` の結果フォルダー",
    ),
    (
        "decode positions",
        "先に試す局面: book.csv、SFEN や `startpos moves …` の一覧、棋譜、書庫。繰り返し指定できます",
    ),
    (
        "decode out",
        "decoded.csv を書くフォルダー。指定しなければ何も書きません",
    ),
    (
        "techniques profile",
        "手法を比べるプロファイル: gb5, gb60, free, free-short [既定: free]",
    ),
    ("techniques depth", "最後の深さ (手数) [既定: 3]"),
    (
        "techniques sfen",
        "局面: SFEN または `startpos` [既定: startpos]",
    ),
    (
        "techniques max_nodes",
        "1 回の探索のノード数の上限。超える深さは省きます [既定: 2000000]",
    ),
    ("rom out", "結果を書くフォルダー [既定: joban-rom]"),
    (
        "rom key_seed",
        "16 ビット鍵の表の種。鍵を付け直すときは最初に試す種 [既定: 0]",
    ),
    ("decode key_seed", "16 ビット鍵の表の種 [既定: 0]"),
    ("rom key_table", "鍵表の形 [既定: full]"),
    ("decode key_table", "鍵表の形 [既定: full]"),
    ("rom zobrist", "この 16 ビット鍵の表を使います"),
    ("decode zobrist", "この 16 ビット鍵の表を使います"),
    (
        "inspect paths",
        "書庫、フォルダー、棋譜、定跡、開始局面集、探索ログ。`-` は標準入力",
    ),
    ("paths", "書庫、フォルダー、棋譜。`-` は標準入力"),
    ("list logs", "探索ログ"),
    ("export logs", "探索ログ"),
    ("merge logs", "探索ログ (書き込み中でないもの)"),
    ("compact log", "探索ログ (書き込み中でないもの)"),
    ("format", "表の形式"),
    (
        "export all",
        "採用される記録だけでなく、すべての記録を書きます",
    ),
    (
        "all_depths",
        "最も深い深さだけでなく、読み終えたすべての深さを書きます",
    ),
    ("export out", "表を書く新しいファイル [既定: 標準出力]"),
    ("merge out", "新しい探索ログ"),
    ("compact out", "新しい探索ログ"),
    ("skip_damaged", "壊れた行で止まらず、飛ばして続けます"),
    ("preset", "既定値の代わりに、公表された手順に従います"),
    (
        "dry_run",
        "条件の効き方だけを表示して終わります。何も書きません",
    ),
    (
        "min_rating",
        "両対局者のレーティングの下限。`none` は下限なし [既定: 3000]",
    ),
    ("min_plies", "手数の下限 [既定: 40]"),
    (
        "endings",
        "終局の種類 (コンマ区切り): toryo, kachi, tsumi, time_up, illegal, sennichite, oute_sennichite, \
         jishogi, max_moves, chudan, abnormal, none, any [既定: toryo,kachi]",
    ),
    ("winner", "この勝者の棋譜だけを使います"),
    (
        "verified_endings",
        "再現で確かめられる入玉宣言・千日手だけを使います",
    ),
    ("date_from", "最初の日 (YYYY-MM-DD)。その日を含みます"),
    ("date_to", "最後の日 (YYYY-MM-DD)。その日を含みます"),
    (
        "event",
        "この棋戦の棋譜だけを使います (全体が一致。--regex を参照)。繰り返し指定できます",
    ),
    (
        "player",
        "先手か後手がこの名前の棋譜だけを使います (全体が一致。--regex を参照)。繰り返し指定できます",
    ),
    (
        "not_player",
        "先手か後手がこの名前の棋譜を除きます。繰り返し指定できます",
    ),
    (
        "regex",
        "--event, --player, --not-player を正規表現 (部分一致) とします",
    ),
    (
        "ignore_case",
        "--event, --player, --not-player で大文字と小文字を区別しません",
    ),
    ("max_rating_gap", "レーティング差の上限"),
    (
        "time_control",
        "この持ち時間の棋譜だけを使います (棋譜に書かれたとおり)。繰り返し指定できます",
    ),
    ("cap_per_pairing", "同じ組み合わせの棋譜の上限"),
    (
        "instant_prefix",
        "冒頭に 0 秒の指し手がこの手数を超えて続く棋譜を除きます",
    ),
    (
        "keep_duplicates",
        "開始局面と指し手が同じ棋譜もすべて数えます",
    ),
    (
        "buoy",
        "指定局面からの棋譜 (floodgate の buoy) [既定: drop]",
    ),
    (
        "holdout",
        "検証用に除く棋譜の割合 (0 から 1)。0 はすべて使います [既定: 0.2]",
    ),
    ("seed", "分割の種 [既定: 0]"),
    (
        "book_plies",
        "手数 0 から N-1 までの局面 (1 から 60) [既定: 24]",
    ),
    (
        "entries",
        "6 バイトの項目の数。512 を超えると 3,072 バイトを超えます [既定: 512]",
    ),
    (
        "moves_per_position",
        "一つの局面の候補の数 (1 か 2) [既定: 2]",
    ),
    ("winner_weight", "勝った側の指し手の得点 [既定: 3]"),
    ("loser_weight", "負けた側の指し手の得点 [既定: 1]"),
    (
        "draw_weight",
        "引き分けまたは結果不明の棋譜の指し手の得点 [既定: 1]",
    ),
    (
        "rating_weight",
        "指し手を対局者のレーティングで重み付けします: LOW 以下は 0、HIGH 以上は全部",
    ),
    (
        "age_half_life",
        "最後の棋譜から N 日さかのぼるごとに指し手の重みを半分にします",
    ),
    (
        "key_seed",
        "16 ビット鍵の表の種 (build では最初に試す種) [既定: 0]",
    ),
    ("selection", "エントリの選び方 [既定: frequency]"),
    ("key_table", "16 ビット鍵の表の形式 [既定: full]"),
    (
        "inspect zobrist",
        "16 ビット鍵の表をこのファイルから読みます (形式は docs/formats)",
    ),
    (
        "zobrist",
        "この 16 ビット鍵の表をそのまま使い、衝突する局面を除きます",
    ),
    (
        "encoding",
        "文字コード: utf-8, shift_jis, euc-jp, iso-2022-jp, utf-16le [既定: バイト列とヘッダーで判断]",
    ),
    (
        "lines",
        "ファイルは `startpos moves …` か `sfen …` の行で、1 行が 1 局です",
    ),
    ("strict", "読めない棋譜があれば終了コード 1 で終わります"),
    ("fail_fast", "最初の読めない棋譜で止まります"),
    ("jobs", "作業スレッドの数 [既定: プロセッサーごとに一つ]"),
    (
        "max_entry_size",
        "書庫の一項目の展開後の大きさの上限。超えた項目は読めない棋譜に数えます [既定: 256M]",
    ),
    (
        "max_total_size",
        "一つの書庫の展開後の大きさの上限。超えると停止します [既定: 64G]",
    ),
    (
        "max_ratio",
        "一項目の展開前後の大きさの比の上限 (8M を超えた分から調べます) [既定: 250]",
    ),
    (
        "max_entries",
        "一つの書庫の項目数の上限。超えると停止します [既定: 1000000]",
    ),
    (
        "nesting",
        "書庫の入れ子の深さの上限。0 では書庫を読みません [既定: 1]",
    ),
    ("decoder_memory", "展開に使うメモリーの上限 [既定: 512M]"),
    (
        "plies",
        "各棋譜の手数 0 から N-1 までの局面。`all` はすべて [既定: 60]",
    ),
    ("demo out", "結果のフォルダー [既定: joban-demo]"),
    ("out", "結果のフォルダー [既定: joban-out]"),
    ("all", "集計した全行を moves.csv にも書きます (`build`)"),
    ("csv_bom", "CSV ファイルの先頭に BOM を付けます (Excel 用)"),
    (
        "sfen",
        "棋譜の代わりに一つの局面を調べます: SFEN か `startpos`",
    ),
    ("moves", "その局面から先に指す手 (USI、空白区切り)"),
    ("file", "ファイル [既定: 現在のフォルダーの joban.toml]"),
    ("subcommand", "ヘルプを見るコマンド"),
];

/// Headings, and texts that come from clap or from lists of values, as whole lines (without blanks around) or before a
/// heading's colon.
const LINES: &[(&str, &str)] = &[
    ("Arguments:", "引数:"),
    ("Commands:", "コマンド:"),
    ("Options:", "オプション:"),
    ("Games:", "棋譜の条件:"),
    ("Hold-out:", "取り分け:"),
    ("Book:", "定跡:"),
    ("Reading:", "読み取り:"),
    ("Limits:", "上限:"),
    ("Output:", "出力:"),
    ("Position:", "局面:"),
    ("Possible values:", "指定できる値:"),
    (
        "Print help (see a summary with '-h')",
        "ヘルプを表示します (`-h` は要約)",
    ),
    (
        "Print help (see more with '--help')",
        "ヘルプを表示します (`--help` は詳細)",
    ),
    ("Print help", "ヘルプを表示します"),
    ("Print version", "版を表示します"),
    (
        "Print this message or the help of the given subcommand(s)",
        "このヘルプ、または各コマンドのヘルプを表示します",
    ),
    ("- en: English", "- en: 英語"),
    ("- ja: Japanese", "- ja: 日本語"),
    (
        "- black:   Black, who moves first from the even start",
        "- black:   先手",
    ),
    ("- white:   White", "- white:   後手"),
    ("- draw:    A draw", "- draw:    引き分け"),
    ("- decided: Black or white", "- decided: 先手か後手"),
    ("- drop: They are left out", "- drop: 使いません"),
    (
        "- keep: They stay in; their forced plies are never counted",
        "- keep: 使います。決められた指し手は数えません",
    ),
    (
        "- full:    A byte stream of 2,346 bytes",
        "- full:    2,346 バイトのバイト列",
    ),
    (
        "- compact: A nibble stream of 1,174 bytes",
        "- compact: 1,174 バイトの 4 ビット列",
    ),
    (
        "- frequency: The positions with the most points first: the baseline",
        "- frequency: 得点の多い局面から順に (基準)",
    ),
    (
        "- reach:     The entries that raise the expected number of own book moves most, for both colours",
        "- reach:     自分の手番で定跡から指せる手数の期待値を、先手後手ともに最も増やす項目",
    ),
    (
        "- gameboy-article: The article on the Game Boy engine: no hold-out, duplicates and buoy games stay",
        "- gameboy-article: ゲームボーイ版エンジンの記事の手順: 取り分けをせず、重複と buoy の棋譜も使います",
    ),
];

/// The same command with its descriptions in Japanese.
pub(crate) fn translate(command: Command) -> Command {
    let name = command.get_name().to_owned();
    // Lines are not broken: there are no blanks to break them at, and `rendered` looks for whole ones.
    translate_below(command, &name).term_width(0)
}

/// A rendered help text with what `translate` cannot reach in Japanese too.
pub(crate) fn rendered(help: &str) -> String {
    let mut text = String::with_capacity(help.len() * 2);
    for line in help.lines() {
        text.push_str(&rendered_line(line));
        text.push('\n');
    }
    text
}

fn rendered_line(line: &str) -> String {
    let inside = line.trim();
    let all = LINES.iter().chain(help_audit::LINES);
    let all = all.chain(help_suite::LINES).chain(help_dataset::LINES);
    let mut all = all.chain(help_match::LINES);
    let known = all.find(|(english, _)| {
        inside == *english || (line.starts_with("  ") && inside.ends_with(&format!("  {english}")))
    });
    let line = match known {
        Some((english, japanese)) => {
            let at = line.rfind(english).unwrap_or_default();
            format!("{}{japanese}", &line[..at])
        }
        None => line.to_owned(),
    };
    let line = match line.strip_prefix("Usage: ") {
        Some(usage) => format!("使い方: {usage}"),
        None => line,
    };
    line.replace("[possible values: ", "[指定できる値: ")
}

fn translate_below(mut command: Command, path: &str) -> Command {
    if let Some(about) = find(commands(), path) {
        command = command.about(about);
    }
    let last = path.rsplit(' ').next().unwrap_or(path).to_owned();
    command = command.mut_args(|arg| translate_arg(arg, &last));
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    for name in names {
        let below = format!("{path} {name}");
        command = command.mut_subcommand(name, |sub| translate_below(sub, &below));
    }
    command
}

fn translate_arg(arg: Arg, command: &str) -> Arg {
    let id = arg.get_id().as_str();
    let own = option(&format!("{command} {id}"));
    match own.or_else(|| option(id)) {
        Some(help) => arg.help(help),
        None => arg,
    }
}

fn commands() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let tables = COMMANDS.iter().chain(help_audit::COMMANDS);
    tables
        .chain(help_suite::COMMANDS)
        .chain(help_dataset::COMMANDS)
        .chain(help_match::COMMANDS)
}

fn option(name: &str) -> Option<&'static str> {
    let tables = OPTIONS.iter().chain(help_audit::OPTIONS);
    let tables = tables
        .chain(help_suite::OPTIONS)
        .chain(help_dataset::OPTIONS)
        .chain(help_match::OPTIONS);
    find(tables, name)
}

fn find(
    mut table: impl Iterator<Item = &'static (&'static str, &'static str)>,
    name: &str,
) -> Option<&'static str> {
    table.find(|(key, _)| *key == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn check(command: &Command, path: &str, missing: &mut Vec<String>) {
        if find(commands(), path).is_none() {
            missing.push(path.to_owned());
        }
        let last = path.rsplit(' ').next().unwrap();
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            if option(&format!("{last} {id}")).or(option(id)).is_none() {
                missing.push(format!("{path}: {id}"));
            }
        }
        for sub in command.get_subcommands() {
            check(sub, &format!("{path} {}", sub.get_name()), missing);
        }
    }

    /// Whether two words in a row are English; commands and what is in back quotes are names.
    fn english(line: &str) -> bool {
        let plain: Vec<&str> = line.split('`').step_by(2).collect();
        let plain = plain.join("`").replace("  ", "|");
        let mut parts = plain.split(|c: char| !c.is_ascii_alphabetic() && c != ' ');
        let word = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
        !line.trim().starts_with("joban ")
            && parts.any(|part| part.split_whitespace().filter(word).count() >= 2)
    }

    #[test]
    fn no_line_of_the_help_stays_english() {
        let mut root = translate(crate::args::Cli::command().bin_name("joban"));
        root.build();
        let mut left = Vec::new();
        let mut commands = vec![root];
        while let Some(mut command) = commands.pop() {
            for help in [command.render_help(), command.render_long_help()] {
                let text = rendered(&help.to_string());
                let lines = text.lines().filter(|line| !line.starts_with("使い方:"));
                left.extend(
                    lines
                        .filter(|line| english(line) || line.ends_with(':') && line.is_ascii())
                        .map(str::to_owned),
                );
            }
            commands.extend(command.get_subcommands().cloned());
        }
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn every_command_and_option_has_a_japanese_description() {
        let mut missing = Vec::new();
        check(&crate::args::Cli::command(), "joban", &mut missing);
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
