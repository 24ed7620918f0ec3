//! How many ways there are to choose runs, all of them in order, and some of them at random.

/// The number of ways to choose `k` of `n`; `u64::MAX` where it is larger. O(min(k, n - k)), at most 64 steps or so.
///
/// ```
/// use benchnote_verdict::stats::combinations::count;
/// assert_eq!(count(8, 4), 70);
/// assert_eq!(count(3, 4), 0);
/// assert_eq!(count(1000, 500), u64::MAX);
/// ```
pub fn count(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways: u128 = 1;
    for chosen in 0..k.min(n - k) {
        // Exact: the product of i consecutive numbers is divisible by i!.
        ways = ways * (n - chosen) as u128 / (chosen + 1) as u128;
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}

/// All subsets of `k` of the places `0..n`, in lexicographic order, without an allocation for each.
///
/// Not an `Iterator`, since each subset is lent from the same buffer. A step is O(k), O(1) on average.
///
/// ```
/// use benchnote_verdict::stats::combinations::Subsets;
/// let mut subsets = Subsets::new(3, 2);
/// assert_eq!(subsets.next_subset(), Some(&[0, 1][..]));
/// assert_eq!(subsets.next_subset(), Some(&[0, 2][..]));
/// assert_eq!(subsets.next_subset(), Some(&[1, 2][..]));
/// assert_eq!(subsets.next_subset(), None);
/// assert_eq!(Subsets::new(2, 3).next_subset(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Subsets {
    places: usize,
    members: Vec<usize>,
    state: State,
}

/// Where an enumeration stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl Subsets {
    /// Starts before the first subset. There is none where `k > n`, and one, the empty one, where `k == 0`.
    pub fn new(n: usize, k: usize) -> Self {
        if k > n {
            return Self { places: n, members: Vec::new(), state: State::Done };
        }
        Self { places: n, members: (0..k).collect(), state: State::Fresh }
    }

    /// Moves on to the next subset and lends it, its members in ascending order.
    pub fn next_subset(&mut self) -> Option<&[usize]> {
        let found = match self.state {
            State::Fresh => true,
            State::Running => self.advance(),
            State::Done => false,
        };
        self.state = if found { State::Running } else { State::Done };
        found.then_some(&self.members)
    }

    /// Raises the last member that can be raised, and sets those after it as low as they go.
    fn advance(&mut self) -> bool {
        let k = self.members.len();
        let Some(raised) = (0..k).rev().find(|&at| self.members[at] < self.places - k + at) else { return false };
        let start = self.members[raised] + 1;
        for (offset, member) in self.members[raised..].iter_mut().enumerate() {
            *member = start + offset;
        }
        true
    }
}

/// The generator `SplitMix64`: the same numbers from the same seed on every platform.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014), with the constants of
/// Vigna's public-domain C version. 64 bits of state, passes `BigCrush`; plenty for some 10^4 splits. Not for secrets.
///
/// ```
/// use benchnote_verdict::stats::combinations::SplitMix64;
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts from a seed; every seed is as good as any other.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A whole number from 0 to `bound - 1`, each equally likely; 0 where `bound` is 0.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019): multiply, and draw again in the rare case that
    /// would favour some numbers.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to but without 1, on a grid of 2^-53.
    pub fn unit(&mut self) -> f64 {
        const GRID: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * GRID
    }

    /// Chooses `k` of the places `0..n`, every subset equally likely, into `members` in ascending order; all of them
    /// where `k > n`.
    ///
    /// Knuth's selection sampling (The Art of Computer Programming, volume 2, section 3.4.2, algorithm S): O(n), and
    /// nothing is allocated once `members` has the room.
    pub fn subset(&mut self, n: usize, k: usize, members: &mut Vec<usize>) {
        members.clear();
        for place in 0..n {
            let wanted = k.saturating_sub(members.len());
            if self.below((n - place) as u64) < wanted as u64 {
                members.push(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_pascals_triangle_and_saturate() {
        for n in 1..70 {
            for k in 1..n {
                let parents = count(n - 1, k - 1).saturating_add(count(n - 1, k));
                assert_eq!(count(n, k), parents, "{n} {k}");
            }
            assert_eq!((count(n, 0), count(n, n), count(n, n + 1)), (1, 1, 0));
        }
        assert_eq!(count(usize::MAX, 1), usize::MAX as u64);
        assert_eq!(count(usize::MAX, usize::MAX / 2), u64::MAX);
    }

    #[test]
    fn subsets_come_complete_and_in_order() {
        for n in 0..9 {
            for k in 0..=n + 1 {
                let mut subsets = Subsets::new(n, k);
                let mut all: Vec<Vec<usize>> = Vec::new();
                while let Some(members) = subsets.next_subset() {
                    all.push(members.to_vec());
                }
                assert_eq!(all.len() as u64, count(n, k), "{n} {k}");
                assert!(all.is_sorted_by(|one, other| one < other));
                assert!(all.iter().all(|s| s.len() == k && s.is_sorted_by(|a, b| a < b) && s.iter().all(|&m| m < n)));
                assert_eq!(subsets.next_subset(), None, "stays at the end");
            }
        }
    }

    #[test]
    fn random_subsets_are_even() {
        let mut random = SplitMix64::new(7);
        let mut members = Vec::new();
        let mut seen = [0_u32; 64];
        for _ in 0..20_000 {
            random.subset(6, 3, &mut members);
            assert_eq!(members.len(), 3);
            seen[members.iter().map(|&m| 1_usize << m).sum::<usize>()] += 1;
        }
        let hit: Vec<u32> = seen.into_iter().filter(|&times| times > 0).collect();
        // 1000 of each are expected, with a standard deviation of 31.
        assert_eq!(hit.len(), 20);
        assert!(hit.iter().all(|&times| times.abs_diff(1000) < 155), "{hit:?}");
    }

    #[test]
    fn numbers_below_a_large_bound_are_even() {
        // Three quarters of 2^64: without drawing again, every third number would come twice as often as the others.
        let bound = 3 << 62;
        let mut random = SplitMix64::new(3);
        let mut seen = [0_u32; 3];
        for _ in 0..9_000 {
            let number = random.below(bound);
            assert!(number < bound);
            seen[(number % 3) as usize] += 1;
        }
        // The standard deviation is 45.
        assert!(seen.iter().all(|&times| times.abs_diff(3_000) < 225), "{seen:?}");
    }

    #[test]
    fn strange_requests_are_answered() {
        let mut random = SplitMix64::new(0);
        let mut members = vec![9];
        random.subset(2, 5, &mut members);
        assert_eq!(members, [0, 1]);
        random.subset(0, 3, &mut members);
        assert_eq!(members, [0_usize; 0]);
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
