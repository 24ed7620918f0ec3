//! Student's t distribution, for any number of degrees of freedom above zero.
//!
//! The tail is the regularised incomplete beta function (NIST Digital Library of Mathematical Functions, 8.17 and
//! 26.7 of Abramowitz and Stegun): `P(|T| >= t) = I_x(v/2, 1/2)` with `x = v / (v + t^2)`.

use super::rank_sum::two_sided_normal;

/// From this many degrees of freedom on the tail follows from the normal one, with an error of order 1/v^2.
const NEARLY_NORMAL: f64 = 1e6;

/// The most steps of the continued fraction. It needs fewer than 100 for 0.01 to 10^6 degrees.
const MOST_STEPS: u32 = 10_000;

/// The probability that a t variable with `degrees` of freedom is at least `t` away from zero, on either side: the
/// two-sided p of a t-test.
///
/// `None` where `t` is not a number or `degrees` is not positive and finite. Relative error below 1e-10 for up to 1e5
/// degrees and p above 1e-6.
///
/// ```
/// use benchnote_verdict::stats::student::two_sided_p;
/// let p = two_sided_p(1.0, 1.0).expect("one degree of freedom");
/// assert!((p - 0.5).abs() < 1e-14);
/// assert_eq!(two_sided_p(1.0, 0.0), None);
/// ```
pub fn two_sided_p(t: f64, degrees: f64) -> Option<f64> {
    if t.is_nan() || !degrees.is_finite() || degrees <= 0.0 {
        return None;
    }
    Some(tail(t.abs(), degrees))
}

/// The value that a t variable with `degrees` of freedom stays below with probability `level`.
///
/// `None` where the level is not between 0 and 1, `degrees` is not positive and finite, or the value overflows (levels
/// near 0 or 1 with a small fraction of a degree). Found by halving, in about a hundred evaluations of the tail.
///
/// ```
/// use benchnote_verdict::stats::student::quantile;
/// let t = quantile(0.975, 2.0).expect("a level between 0 and 1");
/// assert!((t - 4.302_652_729_749_464).abs() < 1e-9);
/// assert_eq!(quantile(1.0, 2.0), None);
/// ```
pub fn quantile(level: f64, degrees: f64) -> Option<f64> {
    let inside = level > 0.0 && level < 1.0;
    if !inside || !degrees.is_finite() || degrees <= 0.0 {
        return None;
    }
    if level < 0.5 { upper_point(2.0 * level, degrees).map(|t| -t) } else { upper_point(2.0 * (1.0 - level), degrees) }
}

/// The t whose two-sided tail is `p`, between 0 and 1.
fn upper_point(p: f64, degrees: f64) -> Option<f64> {
    let (mut low, mut high) = (0.0, 1.0);
    while tail(high, degrees) > p {
        low = high;
        high *= 2.0;
        if !f64::is_finite(high) {
            return None;
        }
    }
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(middle);
        }
        if tail(middle, degrees) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// P(|T| >= t) for t >= 0.
fn tail(t: f64, degrees: f64) -> f64 {
    if t == 0.0 {
        return 1.0;
    }
    let square = t * t;
    if degrees > NEARLY_NORMAL {
        // Abramowitz and Stegun 26.7.8.
        return two_sided_normal(t * (1.0 - 0.25 / degrees) / (1.0 + square / (2.0 * degrees)).sqrt());
    }
    // Both parts are computed apart, since 1 - x would lose the smaller one. For t^2 beyond all bounds the first is 0.
    let x = degrees / (degrees + square);
    let y = 1.0 / (1.0 + degrees / square);
    let half = degrees / 2.0;
    // The fraction converges quickly on this side of the mean of the beta distribution only.
    let mass = if x < (half + 1.0) / (half + 2.5) {
        beta_front(x, y, half, half) * beta_fraction(x, half, 0.5)
    } else {
        1.0 - beta_front(x, y, half, 0.5) * beta_fraction(y, 0.5, half)
    };
    mass.clamp(0.0, 1.0)
}

/// `x^half * y^(1/2) / (B(half, 1/2) * divisor)`, the factor before the continued fraction.
fn beta_front(x: f64, y: f64, half: f64, divisor: f64) -> f64 {
    let log_x = if x < 0.5 { libm::log(x) } else { libm::log1p(-y) };
    libm::exp(half * log_x - log_beta_half(half)) * y.sqrt() / divisor
}

/// `ln B(a, 1/2)`, which is `ln sqrt(pi)` less `ln(gamma(a + 1/2) / gamma(a))`.
fn log_beta_half(a: f64) -> f64 {
    let log_root_pi = 0.572_364_942_924_700_1;
    if a < 100.0 {
        return log_root_pi + libm::lgamma(a) - libm::lgamma(a + 0.5);
    }
    // For large a the two would cancel. The series in 1/a (DLMF 5.11.13) is exact to 1e-15 here.
    let r = 1.0 / a;
    let series = -1.0 / 8.0 + r * (1.0 / 128.0 + r * (5.0 / 1024.0 + r * (-21.0 / 32_768.0 - r * (399.0 / 262_144.0))));
    log_root_pi - 0.5 * libm::log(a) - libm::log1p(r * series)
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), by the method of Lentz as modified by
/// Thompson and Barnett ("Coulomb and Bessel functions of complex arguments and order", 1986).
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = denominator;
    for step in 1..MOST_STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + term * denominator);
            numerator = away_from_zero(1.0 + term / numerator);
            change = numerator * denominator;
            fraction *= change;
        }
        if (change - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    fraction
}
