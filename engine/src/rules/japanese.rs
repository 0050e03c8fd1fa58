//! Japanese notation of moves, such as ▲７六歩, △同銀成, ▲５八金右, △８八角打.

use super::{Color, Move, PieceKind, Position, Source, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl PieceKind {
    /// The name in Japanese notation: 歩, 成銀, 馬, 龍, 玉.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Pawn => "歩",
            Self::Lance => "香",
            Self::Knight => "桂",
            Self::Silver => "銀",
            Self::Bishop => "角",
            Self::Rook => "飛",
            Self::Gold => "金",
            Self::King => "玉",
            Self::ProPawn => "と",
            Self::ProLance => "成香",
            Self::ProKnight => "成桂",
            Self::ProSilver => "成銀",
            Self::Horse => "馬",
            Self::Dragon => "龍",
        }
    }
}

impl Position {
    /// A move that is legal here in Japanese notation: the side's mark (▲ black, △ white), file as a full-width digit, rank as a
    /// kanji, piece, a word where several pieces of its kind can move there (右 左 直 上 寄 引, 打 for a drop), and 成 or 不成
    /// where it could promote. If the move before arrived on the same square it reads 同.
    ///
    /// Words by the rules of the Japan Shogi Association: the movement (上 寄 引) if it tells the pieces apart, else the side they come
    /// from (直 from straight behind, not for major pieces), else both. Only legal moves of other pieces count.
    #[must_use]
    pub fn japanese(&self, mv: Move, before: Option<Square>) -> String {
        let side = self.side();
        let mark = if side == Color::Black { '▲' } else { '△' };
        let to = mv.to();
        let place = if before == Some(to) {
            "同".to_owned()
        } else {
            let digit = |names: &[char; 9], n: u8| names[usize::from(n - 1)];
            [digit(&FILES, to.file()), digit(&RANKS, to.rank())]
                .iter()
                .collect()
        };
        let kind = self.moved_kind(mv);
        let (piece, word) = (kind.japanese(), self.word(mv, kind));
        format!(
            "{mark}{place}{piece}{word}{}",
            self.promotion_word(mv, kind)
        )
    }

    /// The piece that moves; a move from an empty square counts as a pawn's.
    fn moved_kind(&self, mv: Move) -> PieceKind {
        match mv.source() {
            Source::Drop(kind) => kind,
            Source::Board(from) => self
                .piece_on(from)
                .map_or(PieceKind::Pawn, |piece| piece.kind),
        }
    }

    fn promotion_word(&self, mv: Move, kind: PieceKind) -> &'static str {
        let in_zone = |square: Square| self.side().relative_rank(square.rank()) <= 3;
        let could = kind.promoted().is_some()
            && mv
                .from()
                .is_some_and(|from| in_zone(from) || in_zone(mv.to()));
        match (mv.is_promotion(), could) {
            (true, _) => "成",
            (false, true) => "不成",
            (false, false) => "",
        }
    }

    fn word(&self, mv: Move, kind: PieceKind) -> String {
        let others = self.others(mv, kind);
        match mv.from() {
            _ if others.is_empty() => String::new(),
            None => "打".to_owned(),
            Some(from) => Way::new(self.side(), from, mv.to()).word(&others, kind),
        }
    }

    /// The ways of the other pieces of the kind to the same square.
    fn others(&self, mv: Move, kind: PieceKind) -> Vec<Way> {
        let legal = self.legal_moves();
        let same = legal.iter().filter(|other| other.to() == mv.to());
        let mut from: Vec<Square> = same
            .filter(|other| self.moved_kind(**other) == kind)
            .filter_map(|other| other.from())
            .filter(|from| Some(*from) != mv.from())
            .collect();
        from.sort_unstable();
        from.dedup();
        let side = self.side();
        from.into_iter()
            .map(|from| Way::new(side, from, mv.to()))
            .collect()
    }
}

/// How a piece comes to its square, seen by its side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Way {
    /// Files to the right of the destination; negative to the left.
    right: i8,
    /// Ranks behind the destination; negative in front.
    behind: i8,
}

impl Way {
    fn new(side: Color, from: Square, to: Square) -> Self {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = from.rank() as i8 - to.rank() as i8;
        match side {
            Color::Black => Self {
                right: files,
                behind: ranks,
            },
            Color::White => Self {
                right: -files,
                behind: -ranks,
            },
        }
    }

    const fn movement(self) -> &'static str {
        match self.behind.signum() {
            1 => "上",
            0 => "寄",
            _ => "引",
        }
    }

    fn word(self, others: &[Self], kind: PieceKind) -> String {
        let movement = self.movement();
        if others.iter().all(|other| other.movement() != movement) {
            return movement.to_owned();
        }
        let is_major = matches!(
            kind,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
        );
        if is_major {
            return self.beside(others).to_owned();
        }
        match self.right.signum() {
            0 => "直".to_owned(),
            side => self.sided(side, others),
        }
    }

    /// Of two major pieces the one further to a side has its name.
    fn beside(self, others: &[Self]) -> &'static str {
        if others.iter().all(|other| self.right > other.right) {
            "右"
        } else {
            "左"
        }
    }

    fn sided(self, side: i8, others: &[Self]) -> String {
        let name = if side > 0 { "右" } else { "左" };
        let alone = others.iter().all(|other| other.right.signum() != side);
        let movement = if alone { "" } else { self.movement() };
        format!("{name}{movement}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(sfen: &str, usi: &str) -> String {
        let position = Position::from_sfen(sfen).expect("a position");
        let mv = Move::from_usi(usi).expect("a move");
        assert!(position.is_legal(mv), "{usi}");
        position.japanese(mv, None)
    }

    #[test]
    fn moves_of_the_start() {
        let start = Position::startpos().sfen();
        for (usi, expected) in [
            ("7g7f", "▲７六歩"),
            ("2g2f", "▲２六歩"),
            ("4i5h", "▲５八金右"),
            ("6i5h", "▲５八金左"),
            ("2h5h", "▲５八飛"),
            ("5i5h", "▲５八玉"),
        ] {
            assert_eq!(text(&start, usi), expected);
        }
    }

    #[test]
    fn words_for_golds_and_silvers() {
        let golds = "4k4/9/2G3G2/9/9/9/9/9/4K4 b - 1";
        assert_eq!(text(golds, "7c6c"), "▲６三金");
        for (sfen, usi, expected) in [
            ("k8/2G6/G8/9/9/9/9/9/K8 b - 1", "9c8b", "▲８二金上"),
            ("k8/2G6/G8/9/9/9/9/9/K8 b - 1", "7b8b", "▲８二金寄"),
            ("8k/3G5/5G3/9/9/9/9/9/K8 b - 1", "6b5b", "▲５二金寄"),
            ("k8/9/9/4S4/9/4S4/9/9/K8 b - 1", "5d4e", "▲４五銀引"),
            ("k8/9/9/4S4/9/4S4/9/9/K8 b - 1", "5f4e", "▲４五銀上"),
            ("k8/9/9/9/9/9/9/9/KG1G5 b - 1", "8i7h", "▲７八金左"),
            ("k8/9/9/9/9/9/9/9/K1GG5 b - 1", "7i7h", "▲７八金直"),
            ("k8/9/9/9/9/9/9/9/K1GG5 b - 1", "6i7h", "▲７八金右"),
            ("k8/9/9/9/9/9/9/9/K1SS5 b - 1", "7i7h", "▲７八銀直"),
            ("k8/9/9/9/9/3S5/9/3S1S3/K8 b - 1", "6h5g", "▲５七銀左上"),
            ("k8/9/9/9/9/3S5/9/3S1S3/K8 b - 1", "4h5g", "▲５七銀右"),
            ("k8/9/9/9/9/3S5/9/3S1S3/K8 b - 1", "6f5g", "▲５七銀引"),
            ("5gg1k/9/9/9/9/9/9/9/8K w - 1", "4a4b", "△４二金直"),
            ("5gg1k/9/9/9/9/9/9/9/8K w - 1", "3a4b", "△４二金左"),
        ] {
            assert_eq!(text(sfen, usi), expected, "{sfen} {usi}");
        }
    }

    #[test]
    fn words_for_major_pieces_knights_and_drops() {
        for (sfen, usi, expected) in [
            ("k8/9/9/9/9/9/9/4+R3+R/K8 b - 1", "5h2h", "▲２八龍左"),
            ("k8/9/9/9/9/9/9/4+R3+R/K8 b - 1", "1h2h", "▲２八龍右"),
            ("k8/9/9/9/+B8/+B8/9/9/K8 b - 1", "9e8d", "▲８四馬"),
            ("k8/9/9/9/9/9/9/7+R+R/K8 b - 1", "1h1g", "▲１七龍右"),
            ("k8/9/9/9/9/9/9/7+R+R/K8 b - 1", "2h1g", "▲１七龍左"),
            ("k8/9/9/9/9/9/9/9/K1N1N4 b - 1", "7i6g", "▲６七桂左"),
            ("k8/9/9/9/9/9/9/9/K1N1N4 b - 1", "5i6g", "▲６七桂右"),
            ("k8/9/9/9/9/9/9/9/K1N6 b N 1", "N*6g", "▲６七桂打"),
        ] {
            assert_eq!(text(sfen, usi), expected, "{sfen} {usi}");
        }
        assert_eq!(text("k8/9/9/9/9/9/9/9/K8 b N 1", "N*6g"), "▲６七桂");
    }

    #[test]
    fn promotion_and_the_same_square() {
        let mut position = Position::startpos();
        for usi in ["7g7f", "3c3d"] {
            position
                .play(Move::from_usi(usi).expect("a move"))
                .expect("legal");
        }
        let mv = |usi| Move::from_usi(usi).expect("a move");
        assert_eq!(position.japanese(mv("8h2b+"), None), "▲２二角成");
        assert_eq!(position.japanese(mv("8h2b"), None), "▲２二角不成");
        let taken = mv("8h2b+");
        position.play(taken).expect("legal");
        assert_eq!(position.japanese(mv("3a2b"), Some(taken.to())), "△同銀");
        assert_eq!(position.japanese(mv("3a2b"), None), "△２二銀");
    }
}
