//! Whole `joban build` runs against a bound, in one run on the same bytes: a folder against opening and reading each
//! file with one thread, an archive against its own decompressor writing to nowhere.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Pairs of runs; the median of their ratios is printed.
const PAIRS: usize = 5;

/// One finished run: wall seconds and, where the system tells it, the largest resident memory in MiB.
#[derive(Clone, Copy, Debug)]
struct Run {
    seconds: f64,
    peak_mib: Option<f64>,
}

/// Runs `joban build` on every path with two jobs beside the bound that its form has.
///
/// # Errors
/// Where a program cannot be started or fails, or a file cannot be read.
pub(crate) fn bench(joban: &Path, inputs: &[PathBuf]) -> Outcome<()> {
    println!(
        "{:<28} {:>9} {:>9} {:>7} {:>10}",
        "input", "build s", "bound s", "ratio", "peak MiB"
    );
    for input in inputs {
        bench_one(joban, input)?;
    }
    Ok(())
}

fn bench_one(joban: &Path, input: &Path) -> Outcome<()> {
    let mut pairs = Vec::new();
    run_bound(input)?;
    run_build(joban, input)?;
    for _ in 0..PAIRS {
        let bound = run_bound(input)?;
        pairs.push((run_build(joban, input)?, bound));
    }
    pairs.sort_by(|a, b| (a.0.seconds / a.1.seconds).total_cmp(&(b.0.seconds / b.1.seconds)));
    let (build, bound) = pairs[PAIRS / 2];
    let peak = pairs
        .iter()
        .filter_map(|(run, _)| run.peak_mib)
        .fold(0.0, f64::max);
    println!(
        "{:<28} {:>9.2} {:>9.2} {:>7.2} {:>10.0}",
        label(input),
        build.seconds,
        bound.seconds,
        build.seconds / bound.seconds,
        peak
    );
    Ok(())
}

fn label(input: &Path) -> String {
    input
        .file_name()
        .unwrap_or(input.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn run_build(joban: &Path, input: &Path) -> Outcome<Run> {
    let out = tempfile::tempdir()?;
    let mut command = Command::new(joban);
    command
        .arg("build")
        .arg(input)
        .args(["--jobs", "2", "--quiet", "-o"])
        .arg(out.path().join("out"));
    timed(&mut command)
}

fn run_bound(input: &Path) -> Outcome<Run> {
    if input.is_dir() {
        return read_each_file(input);
    }
    let name = label(input);
    let tool: &[&str] = match () {
        () if name.ends_with(".7z") => &["7z", "x", "-so"],
        () if name.ends_with(".zst") => &["zstd", "-dcq"],
        () if name.ends_with(".xz") => &["xz", "-dc"],
        () if name.ends_with(".gz") => &["gzip", "-dc"],
        () if name.ends_with(".zip") => &["unzip", "-p"],
        () => return Err(format!("{name}: no bare decompressor is known").into()),
    };
    timed(Command::new(tool[0]).args(&tool[1..]).arg(input))
}

/// Opens and reads each file of a folder; the listing is made before the clock starts.
fn read_each_file(folder: &Path) -> Outcome<Run> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    let start = Instant::now();
    let mut bytes = 0;
    for file in &files {
        bytes += fs::read(file)?.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    if bytes == 0 {
        return Err(format!("{}: nothing to read", folder.display()).into());
    }
    Ok(Run {
        seconds,
        peak_mib: None,
    })
}

fn timed(command: &mut Command) -> Outcome<Run> {
    let start = Instant::now();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let peak_mib = watch(&mut child)?;
    let seconds = start.elapsed().as_secs_f64();
    let status = child.wait()?;
    if !status.success() {
        let mut text = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            io::Read::read_to_string(&mut stderr, &mut text)?;
        }
        return Err(format!("{command:?}: {status}: {text}").into());
    }
    Ok(Run { seconds, peak_mib })
}

/// Waits for the end and reads the kernel's high-water mark of resident memory on the way (Linux only).
fn watch(child: &mut Child) -> io::Result<Option<f64>> {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait()?.is_none() {
        if let Some(mib) = fs::read_to_string(&status)
            .ok()
            .as_deref()
            .and_then(high_water)
        {
            peak = Some(mib);
        }
        thread::sleep(Duration::from_millis(2));
    }
    Ok(peak)
}

/// `VmHWM:   123456 kB` in MiB.
fn high_water(status: &str) -> Option<f64> {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024.0)
}

/// Adds the files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
