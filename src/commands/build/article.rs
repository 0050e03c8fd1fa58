//! The preset `gameboy-article`: the article's figures beside ours.

use joban_positions::filter::{ARTICLE_FIGURES, ArticleFigures};
use serde::Serialize;

use crate::i18n::Text;
use crate::text;

/// Both sets of figures.
#[derive(Copy, Clone, Debug, Serialize)]
pub(crate) struct Comparison {
    /// This run.
    pub(crate) here: ArticleFigures,
    /// What the article states.
    pub(crate) article: ArticleFigures,
}

impl Comparison {
    /// The figures of this run beside the article's.
    pub(crate) fn new(here: ArticleFigures) -> Self {
        Comparison {
            here,
            article: ARTICLE_FIGURES,
        }
    }

    /// Label, here, article.
    pub(crate) fn rows(&self) -> [(Text, u64, u64); 5] {
        let (here, article) = (&self.here, &self.article);
        [
            (text!(ArticleRecords), here.records, article.records),
            (text!(ArticleGames), here.games, article.games),
            (text!(ArticleMoves), here.moves, article.moves),
            (text!(ArticlePositions), here.positions, article.positions),
            (
                text!(ArticleCandidates),
                here.candidates,
                article.candidates,
            ),
        ]
    }
}
