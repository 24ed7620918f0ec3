//! Lines of programs, told by what only programs have at the end or the start of a line.

/// Words that statements and declarations start with.
const STARTS: &[&str] = &[
    "return", "break", "continue", "goto", "static", "struct", "int", "char", "unsigned", "void", "const", "long",
    "bool", "double", "float", "volatile", "extern", "typedef", "enum", "union", "u8", "u16", "u32", "u64", "size_t",
    "let", "if", "for", "while", "do", "else", "switch", "case",
];

/// Words that commands of SQL start with.
const QUERIES: &[&str] =
    &["select", "insert", "update", "delete", "create", "drop", "explain", "analyze", "alter", "set", "vacuum"];

/// Whether a line is one of a program: it ends as statements, blocks and queries do and holds something that is no word of
/// prose, or is a directive.
pub(crate) fn is_code(line: &str) -> bool {
    let line = line.trim();
    let directive = ["#include <", "#include \"", "#define ", "#ifdef ", "#ifndef ", "#pragma "]
        .iter()
        .any(|d| line.starts_with(d));
    if directive {
        return true;
    }
    let first = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    if let Some(statement) = line.strip_suffix(';') {
        let query = QUERIES.iter().any(|q| first.eq_ignore_ascii_case(q)) && statement.split_whitespace().count() >= 3;
        return query
            || calls(statement)
            || is_assignment(statement)
            || STARTS.contains(&first) && !statement.contains(", ") && is_short(statement)
            || statement.ends_with("++")
            || statement.ends_with(')') && statement.contains("->");
    }
    line.strip_suffix('{')
        .is_some_and(|head| head.trim_end().ends_with(')') && (calls(head) || STARTS.contains(&first)))
        || line.starts_with("} else")
        || line.ends_with('{') && ["struct", "enum", "union"].contains(&first)
}

/// Whether a line is a part of a condition: comparisons joined.
pub(crate) fn is_condition(line: &str) -> bool {
    line.contains(" == ") && (line.contains("||") || line.contains("&&"))
}

fn is_short(statement: &str) -> bool {
    statement.split_whitespace().count() <= 6
}

/// Whether a name stands right before a bracket: `set_pages(page, 1)`; prose leaves a blank there.
fn calls(statement: &str) -> bool {
    let balanced = statement.matches('(').count() == statement.matches(')').count();
    let call = statement.find('(').and_then(|at| statement.get(..at)).is_some_and(|before| {
        before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && before.split_whitespace().count() <= 4
            && before.bytes().all(|b| b.is_ascii_alphanumeric() || b" _=*&->.!\t".contains(&b))
    });
    call && balanced && statement.trim_end().ends_with(')')
}

/// Whether a name is given a value that is no figure by itself.
fn is_assignment(statement: &str) -> bool {
    let Some((name, value)) = statement.split_once('=') else { return false };
    let name = name.trim_end_matches(['+', '-', '|', '&', '*', '/', '<', '>', ' ']);
    let named = !name.is_empty()
        && name.split_whitespace().count() <= 3
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_->.[]* ".contains(&b))
        && name.bytes().all(|b| b != b'.' || name.contains('['));
    let value = value.trim();
    let figure = value.starts_with(|c: char| c.is_ascii_digit()) && value.contains(['.', ' ', '%']);
    named && !figure && !value.is_empty() && value.split_whitespace().count() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_code() {
        for line in [
            "\tret = set_pages(page, 1);",
            "for (i = 0; i < 10; i++) {",
            "#define FOO 12",
            "return -EINVAL;",
            "int x = 5;",
            "foo(12, bar->x);",
            "SELECT count(*) FROM t WHERE a = 1;",
            "} else {",
            "struct page_table {",
        ] {
            assert!(is_code(line), "{line}");
        }
    }

    #[test]
    fn text_and_results_are_not() {
        for line in [
            "I ran make (twice);",
            "latency average = 12.3 ms;",
            "time = 12.3;",
            "avg 12; min 5;",
            "# clients = 8",
            "{",
            "  \"mean\": 12.5,",
            "if it is 5 then 6",
            "we measured f(x) on it;",
            "for the first, 12; for the second, 13;",
        ] {
            assert!(!is_code(line), "{line}");
        }
    }
}
