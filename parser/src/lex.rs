//! The vocabulary that formats share: words of numbers and of layout.

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{alpha1, char, one_of};
use nom::combinator::{map, not, opt, recognize};
use nom::sequence::terminated;
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

/// Beyond this power of ten no number is finite and above zero.
const LARGEST_EXPONENT: u32 = 400;

impl Printed<'_> {
    /// The digits as a whole number and the power of ten that its last digit stands for: `1.44` is 144 and -2. `None`
    /// where that does not fit into what an `f64` holds exactly.
    fn scientific(&self) -> Option<(i64, i32)> {
        let (mantissa, exponent) = self.digits.split_once(['e', 'E']).unwrap_or((self.digits, "0"));
        let mantissa: i64 = mantissa.chars().filter(|&c| c != '.' && c != '+').collect::<String>().parse().ok()?;
        let exponent = exponent.parse::<i32>().ok().filter(|e| e.unsigned_abs() <= LARGEST_EXPONENT)?;
        let exponent = exponent.checked_sub(i32::try_from(self.decimals).ok()?)?;
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

/// A number with so many digits in all, as far as these are behind its point: `0.8263` with four.
pub(crate) fn with_digits(number: f64, digits: usize) -> String {
    let before = format!("{:.0}", number.abs().trunc()).len();
    let leading = if number.abs() >= 1.0 { before } else { 0 };
    // Zeros behind the point that lead to the first digit are none of the digits.
    let zeros = if number == 0.0 || leading > 0 {
        0
    } else {
        format!("{:e}", number.abs()).split_once("e-").and_then(|(_, zeros)| zeros.parse::<usize>().ok()).unwrap_or(1)
            - 1
    };
    let decimals = digits.saturating_sub(leading) + zeros;
    format!("{number:.decimals$}")
}

/// How a duration was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationStyle {
    /// `1h02m03s`, `1m24.729s`
    Minutes,
    /// `84.729s`
    Suffixed,
    /// `1:24.73`, `1:02:03`
    Colons,
    /// `84.73`
    Bare,
}

/// A printed duration by its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duration<'s> {
    /// The characters of the duration, with its letters.
    pub text: &'s str,
    /// How it was written.
    pub style: DurationStyle,
    /// How many digits follow the point or comma of the seconds.
    pub decimals: u32,
    /// Whether a comma stands for the point.
    pub comma: bool,
    /// What follows the duration.
    pub rest: &'s str,
    /// All of it in units of its last printed digit.
    total: i64,
}

impl Duration<'_> {
    /// The duration in seconds.
    pub fn seconds(&self) -> f64 {
        self.moved(0)
    }

    /// The duration in seconds, moved by some hundredths of one in its last digit: the bounds of what prints so. Hours,
    /// minutes and seconds are put together before the one rounding, so that neighbours share their bound.
    ///
    /// ```
    /// use benchnote_parser::lex::duration;
    /// assert_eq!(duration("1m24.729s").unwrap().moved(50), 84.7295);
    /// assert_eq!(duration("1m24.730s").unwrap().moved(-50), 84.7295);
    /// ```
    pub fn moved(&self, hundredths: i64) -> f64 {
        times_ten_to(self.total * 100 + hundredths, -(self.decimals as i32) - 2)
    }
}

/// The fields of a duration as its grammar finds them: hours, minutes, whole seconds, the mark and its fraction.
type Fields<'s> = (Option<&'s str>, Option<&'s str>, &'s str, Option<(char, &'s str)>);

/// Whole seconds, and the mark and the digits of their fraction.
type Seconds<'s> = (&'s str, Option<(char, &'s str)>);

/// `seconds = digits [("." / ",") digits]`
fn seconds_field(input: &str) -> IResult<&str, Seconds<'_>> {
    (digits, opt((one_of(".,"), digits))).parse(input)
}

/// `lettered = [digits "h"] [digits "m"] seconds "s"`, not within a word
fn lettered(input: &str) -> IResult<&str, Fields<'_>> {
    let field = |mark: char| opt(terminated(digits, char(mark)));
    let (rest, (hours, minutes, (whole, fraction))) =
        terminated((field('h'), field('m'), seconds_field), (char('s'), not(alpha1))).parse(input)?;
    Ok((rest, (hours, minutes, whole, fraction)))
}

/// `colons = [digits ":"] digits ":" seconds`
fn colons(input: &str) -> IResult<&str, Fields<'_>> {
    let field = || terminated(digits, char(':'));
    let hours_too = map((field(), field(), seconds_field), |(h, m, (s, f))| (Some(h), Some(m), s, f));
    let minutes_only = map((field(), seconds_field), |(m, (s, f))| (None, Some(m), s, f));
    alt((hours_too, minutes_only)).parse(input)
}

/// Reads a duration at the start of some text: `duration = lettered / colons / seconds`. The exponents and signs that
/// numbers may have are no part of durations.
///
/// ```
/// use benchnote_parser::lex::duration;
/// let d = duration("0m8,940s").unwrap();
/// assert_eq!((d.seconds(), d.comma, d.rest), (8.94, true, ""));
/// let d = duration("2:00.03elapsed").unwrap();
/// assert_eq!((d.seconds(), d.text, d.rest), (120.03, "2:00.03", "elapsed"));
/// ```
pub fn duration(text: &str) -> Option<Duration<'_>> {
    let bare = map(seconds_field, |(whole, fraction)| (None, None, whole, fraction));
    let (rest, (style, (hours, minutes, whole, fraction))) = alt((
        map(lettered, |fields: Fields<'_>| match fields.1 {
            Some(_) => (DurationStyle::Minutes, fields),
            None => (DurationStyle::Suffixed, fields),
        }),
        map(colons, |fields| (DurationStyle::Colons, fields)),
        map(bare, |fields| (DurationStyle::Bare, fields)),
    ))
    .parse(text)
    .ok()?;
    let number = |digits: &str| digits.parse::<i64>().ok();
    let (mark, fraction) = fraction.map_or((None, ""), |(mark, digits)| (Some(mark), digits));
    let decimals = u32::try_from(fraction.len()).ok().filter(|&d| d <= 9)?;
    let minutes = number(hours.unwrap_or("0"))?.checked_mul(60)?.checked_add(number(minutes.unwrap_or("0"))?)?;
    let seconds = minutes.checked_mul(60)?.checked_add(number(whole)?)?;
    let digits = if fraction.is_empty() { 0 } else { number(fraction)? };
    let total = seconds.checked_mul(10_i64.pow(decimals))?.checked_add(digits)?;
    let length = text.len() - rest.len();
    (total < 1 << 43).then_some(Duration {
        text: text.get(..length)?,
        style,
        decimals,
        comma: mark == Some(','),
        rest,
        total,
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
    fn digits_are_counted_from_the_first_that_is_not_zero() {
        assert_eq!(with_digits(0.8263, 4), "0.8263");
        assert_eq!(with_digits(0.004_372, 4), "0.004372");
        assert_eq!(with_digits(4372.0, 4), "4372");
        assert_eq!(with_digits(4.372, 3), "4.37");
        assert_eq!(with_digits(0.0, 2), "0.00");
    }

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
    fn durations_are_put_together_from_their_fields() {
        let read = |text| duration(text).map(|d| (d.seconds(), d.style, d.rest));
        assert_eq!(read("1m24.729s"), Some((84.729, DurationStyle::Minutes, "")));
        assert_eq!(read("1h02m03s"), Some((3723.0, DurationStyle::Minutes, "")));
        assert_eq!(read("66.72s"), Some((66.72, DurationStyle::Suffixed, "")));
        assert_eq!(read("1:07.40"), Some((67.4, DurationStyle::Colons, "")));
        assert_eq!(read("1:02:03"), Some((3723.0, DurationStyle::Colons, "")));
        assert_eq!(read("14.36system"), Some((14.36, DurationStyle::Bare, "system")));
        assert_eq!(read("12.3u"), Some((12.3, DurationStyle::Bare, "u")));
        assert_eq!(read("m5s"), None);
        assert_eq!(read("99999999999999999999s"), None);
    }

    #[test]
    fn neighbouring_durations_share_their_bound() {
        for (one, next) in [("1m59.999s", "2m0.000s"), ("0:59.99", "1:00.00"), ("0m0,009s", "0m0,010s")] {
            let (one, next) = (duration(one).expect("a duration"), duration(next).expect("a duration"));
            assert_eq!(one.moved(50), next.moved(-50));
            assert_eq!(one.moved(100), next.moved(0));
        }
    }

    #[test]
    fn rules_are_drawn_with_one_character() {
        assert!(is_rule("----"));
        assert!(is_rule("===="));
        assert!(!is_rule("-"));
        assert!(!is_rule("--x"));
    }
}
