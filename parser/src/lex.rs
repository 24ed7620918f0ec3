//! The vocabulary that formats share: words of numbers and of layout.

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of};
use nom::combinator::{opt, recognize};
use nom::{IResult, Parser};

/// `digits = 1*DIGIT`
fn digits(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_digit()).parse(input)
}

/// `decimal = [sign] digits ["." [digits]] [exponent]`
///
/// A bare point at the end is allowed: tools that cut a number to a column's width print it.
fn decimal(input: &str) -> IResult<&str, &str> {
    recognize((opt(one_of("+-")), digits, opt((char('.'), opt(digits))), opt(exponent))).parse(input)
}

/// `exponent = ("e" / "E") [sign] digits`
fn exponent(input: &str) -> IResult<&str, &str> {
    recognize((one_of("eE"), opt(one_of("+-")), digits)).parse(input)
}

/// The value of a decimal's characters, correctly rounded; `None` for anything that is not finite.
pub fn value(decimal: &str) -> Option<f64> {
    fast_float2::parse::<f64, _>(decimal.strip_suffix('.').unwrap_or(decimal)).ok().filter(|v| v.is_finite())
}

/// A printed number by its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed<'s> {
    /// The characters of the number, without suffix.
    pub digits: &'s str,
    /// Their value, without suffix.
    pub number: f64,
    /// How many digits follow the point.
    pub decimals: usize,
    /// Whether a point is printed.
    pub point: bool,
    /// What follows the number.
    pub rest: &'s str,
}

impl Printed<'_> {
    /// The digits as a whole number and the power of ten that its last digit stands for: `1.44` is 144 and -2. `None`
    /// where that does not fit into what an `f64` holds exactly.
    fn scientific(&self) -> Option<(i64, i32)> {
        let (mantissa, exponent) = self.digits.split_once(['e', 'E']).unwrap_or((self.digits, "0"));
        let mantissa: i64 = mantissa.chars().filter(|&c| c != '.' && c != '+').collect::<String>().parse().ok()?;
        let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(self.decimals).ok()?)?;
        (mantissa.abs() < 1 << 43).then_some((mantissa, exponent))
    }

    /// The number moved by some hundredths of one in its last digit, times a power of ten, correctly rounded: the bounds
    /// of what prints so. Two numbers whose ranges touch get the very same bound.
    ///
    /// ```
    /// use benchnote_parser::lex::printed;
    /// assert_eq!(printed("1.44").unwrap().moved(50, 0), 1.445);
    /// assert_eq!(printed("1.45").unwrap().moved(-50, 0), 1.445);
    /// assert_eq!(printed("30.").unwrap().moved(95, 3), 30_950.0);
    /// ```
    pub fn moved(&self, hundredths: i64, power: i32) -> f64 {
        match self.scientific() {
            Some((mantissa, exponent)) => times_ten_to(mantissa * 100 + hundredths, exponent + power - 2),
            // More digits than a measurement has: the range is below what an f64 can tell.
            None => self.number * times_ten_to(1, power),
        }
    }
}

/// `number` times ten to `power`: correctly rounded for powers from -22 to 22, where both factors are exact.
fn times_ten_to(number: i64, power: i32) -> f64 {
    let ten = |places: u32| 10_u64.checked_pow(places).map(|p| p as f64);
    match ten(power.unsigned_abs()) {
        Some(factor) if power < 0 => number as f64 / factor,
        Some(factor) => number as f64 * factor,
        None => value(&format!("{number}e{power}")).unwrap_or(0.0),
    }
}

/// Reads a number at the start of some text.
///
/// ```
/// use benchnote_parser::lex::printed;
/// let p = printed("30.K").unwrap();
/// assert_eq!((p.number, p.decimals, p.point, p.rest), (30.0, 0, true, "K"));
/// assert!(printed("abc").is_none());
/// ```
pub fn printed(text: &str) -> Option<Printed<'_>> {
    let (rest, digits) = decimal(text).ok()?;
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
    let fraction = mantissa.split_once('.').map(|(_, fraction)| fraction);
    Some(Printed {
        digits,
        number: value(digits)?,
        decimals: fraction.map_or(0, str::len),
        point: fraction.is_some(),
        rest,
    })
}

/// Whether a token is a piece of a rule: dashes, equals signs or underscores only.
pub fn is_rule(token: &str) -> bool {
    token.len() >= 2 && (token.bytes().all(|b| b == b'-') || token.bytes().all(|b| b == b'=' || b == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_parts() {
        let p = printed("1.2e-04 x").expect("a number");
        assert_eq!((p.digits, p.number, p.decimals, p.rest), ("1.2e-04", 1.2e-4, 1, " x"));
        let p = printed("-0.500").expect("a number");
        assert_eq!((p.number, p.decimals), (-0.5, 3));
        assert_eq!(printed("909.").map(|p| (p.number, p.point, p.decimals)), Some((909.0, true, 0)));
    }

    #[test]
    fn what_is_no_finite_number_is_none() {
        assert_eq!(printed("1e999"), None);
        assert_eq!(printed(".5"), None);
        assert_eq!(printed(""), None);
        assert_eq!(printed("nan"), None);
    }

    #[test]
    fn rules_are_drawn_with_one_character() {
        assert!(is_rule("----"));
        assert!(is_rule("===="));
        assert!(!is_rule("-"));
        assert!(!is_rule("--x"));
    }
}
