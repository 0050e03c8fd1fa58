//! How entries are judged.

use joban_engine::teacher::{Limit, Profile, Thresholds};

/// How entries are judged. Thresholds belong to the teacher's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeSettings {
    /// Lines that the search of a position asks for; 1 where the engine has no MultiPV.
    pub multi_pv: u32,
    /// Whether the engine has MultiPV.
    pub has_multi_pv: bool,
    /// Whether the engine searches single moves (`searchmoves`). If not, a move outside the lines is judged by the position after it.
    pub has_searchmoves: bool,
    /// The steps of the ladder, from the first search to the last recheck.
    pub steps: Vec<Limit>,
    /// Where a loss begins to matter.
    pub thresholds: Thresholds,
    /// The least depth that counts, in plies; a depth limit below it counts itself.
    pub min_depth: u32,
    /// Centipawns from which a score is a mate, for engines that know no mate scores.
    pub mate_cp: i32,
}

impl JudgeSettings {
    /// The least depth that counts by default.
    pub const MIN_DEPTH: u32 = 3;
    /// Centipawns that count as mate by default: above every evaluation, below the mate scores of engines that write them as centipawns.
    pub const MATE_CP: i32 = 30_000;

    /// The usual ladder: a first search, then twice three times the nodes (or time), or two plies more.
    #[must_use]
    pub fn new(limit: Limit, multi_pv: u32, thresholds: Thresholds) -> Self {
        let second = raised(limit);
        Self {
            multi_pv: multi_pv.max(1),
            has_multi_pv: true,
            has_searchmoves: true,
            steps: vec![limit, second, raised(second)],
            thresholds,
            min_depth: Self::MIN_DEPTH,
            mate_cp: Self::MATE_CP,
        }
    }

    /// What suits a teacher of a profile: its thresholds and its default limit, unless another is given.
    #[must_use]
    pub fn of_profile(profile: &Profile, limit: Option<Limit>, multi_pv: u32) -> Self {
        let limit = limit.unwrap_or(profile.default_limit);
        let mut settings = Self::new(limit, multi_pv, profile.thresholds);
        settings.has_searchmoves = profile.has_searchmoves;
        if !profile.has_multi_pv {
            settings = settings.without_multi_pv();
        }
        settings.mate_cp = profile.mate_cp.unwrap_or(settings.mate_cp);
        settings
    }

    /// For engines without MultiPV: a position and a move are searched apart, the move by the position after it.
    #[must_use]
    pub fn without_multi_pv(mut self) -> Self {
        self.has_multi_pv = false;
        self.has_searchmoves = false;
        self.multi_pv = 1;
        self
    }

    /// A named preset; `None` if there is none of the name. `seed-yaneuraou`: depth 18, MultiPV 2, thresholds 50 and 200, recheck at
    /// depth 20.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        (name == "seed-yaneuraou").then(|| Self {
            steps: vec![Limit::Depth(18), Limit::Depth(20)],
            ..Self::new(Limit::Depth(18), 2, Thresholds::new(50, 200))
        })
    }

    /// The names of all presets.
    #[must_use]
    pub const fn presets() -> &'static [&'static str] {
        &["seed-yaneuraou"]
    }

    pub(crate) fn lines(&self) -> u32 {
        if self.has_multi_pv {
            self.multi_pv.max(1)
        } else {
            1
        }
    }
}

/// The next step of the ladder.
#[must_use]
pub fn raised(limit: Limit) -> Limit {
    match limit {
        Limit::Nodes(nodes) => Limit::Nodes(nodes.saturating_mul(3)),
        Limit::Depth(depth) => Limit::Depth(depth.saturating_add(2)),
        Limit::MoveTimeMs(ms) => Limit::MoveTimeMs(ms.saturating_mul(3)),
    }
}
