//! Which techniques a textbook table compares.

use super::profile::{Profile, Technique, Techniques};

/// One row of the table: a search to be measured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The technique that was added to the row above, or left out of the whole; `None` for the row without difference.
    pub technique: Option<Technique>,
    /// What the search does.
    pub techniques: Techniques,
}

impl Variant {
    /// The profile with these techniques and without its node budget.
    #[must_use]
    pub const fn of(self, profile: Profile) -> Profile {
        Profile {
            techniques: self.techniques,
            nodes: None,
            ..profile
        }
    }
}

/// Plain minimax, then one technique of the profile more in each row.
#[must_use]
pub fn added_in_turn(profile: &Profile) -> Vec<Variant> {
    let mut techniques = Techniques::NONE;
    let mut rows = vec![Variant {
        technique: None,
        techniques,
    }];
    for technique in used(profile) {
        techniques = techniques.with(technique, true);
        rows.push(Variant {
            technique: Some(technique),
            techniques,
        });
    }
    rows
}

/// The whole profile, then with one technique left out in each row.
#[must_use]
pub fn left_out_in_turn(profile: &Profile) -> Vec<Variant> {
    let whole = profile.techniques;
    let without = used(profile).map(|technique| Variant {
        technique: Some(technique),
        techniques: whole.with(technique, false),
    });
    let first = Variant {
        technique: None,
        techniques: whole,
    };
    std::iter::once(first).chain(without).collect()
}

fn used(profile: &Profile) -> impl Iterator<Item = Technique> {
    let techniques = profile.techniques;
    Technique::ALL
        .into_iter()
        .filter(move |&technique| techniques.has(technique))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_run_from_minimax_to_the_profile() {
        for profile in Profile::ALL {
            let added = added_in_turn(&profile);
            assert_eq!(added[0].techniques, Techniques::NONE);
            assert_eq!(
                added[added.len() - 1].of(profile).techniques,
                profile.techniques
            );
            let left = left_out_in_turn(&profile);
            assert_eq!(left.len(), added.len());
            assert_eq!(left[0].techniques, profile.techniques);
        }
    }
}
