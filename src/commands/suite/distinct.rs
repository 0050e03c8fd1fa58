//! The different positions among candidates.

use std::collections::BTreeMap;

use joban_positions::suite::{Candidate, Comparison, Index, ProofEntry};

/// The different positions among candidates: of an early ply many games offer the same one.
pub(super) struct Distinct {
    /// The positions, by their numbers.
    pub(super) index: Index,
    /// For each candidate the number of its position.
    pub(super) number_of: Vec<usize>,
    /// For each position its candidates.
    pub(super) candidates: Vec<Vec<usize>>,
}

impl Distinct {
    /// The positions of a list of candidates.
    pub(super) fn new(list: &[Candidate]) -> Self {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut distinct = Distinct {
            index: Index::default(),
            number_of: Vec::with_capacity(list.len()),
            candidates: Vec::new(),
        };
        let mut identities = Vec::new();
        for (index, candidate) in list.iter().enumerate() {
            let next = identities.len();
            let number = *numbers.entry(candidate.identity.sfen()).or_insert(next);
            if number == next {
                identities.push(candidate.identity.clone());
                distinct.candidates.push(Vec::new());
            }
            distinct.candidates[number].push(index);
            distinct.number_of.push(number);
        }
        distinct.index = Index::new(identities);
        distinct
    }

    /// The candidates whose positions were found.
    pub(super) fn barred(&self, compared: &[(ProofEntry, Comparison)]) -> Vec<bool> {
        let mut barred = vec![false; self.number_of.len()];
        let findings = compared.iter().flat_map(|(_, found)| &found.findings);
        for finding in findings {
            for &candidate in &self.candidates[finding.position] {
                barred[candidate] = true;
            }
        }
        barred
    }
}
