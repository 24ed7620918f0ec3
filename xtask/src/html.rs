//! Just enough reading of HTML to see what is inline in a page of our own.

/// A start tag, with the text up to its end tag if it is a `script` or `style`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// In lower case.
    pub(crate) name: String,
    /// Names in lower case, values as written.
    pub(crate) attributes: Vec<(String, &'a str)>,
    /// What stands between `<script>` and `</script>`, or the same for `style`; empty for other tags.
    pub(crate) text: &'a str,
    /// Byte range from `<` to the end of the tag, and of the end tag for `script` and `style`.
    pub(crate) range: std::ops::Range<usize>,
}

impl<'a> Tag<'a> {
    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }
}

/// The start tags of a page in order. Comments, end tags and text are passed over.
pub(crate) fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let rest = &html[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            at = html.len() - comment.find("-->").map_or(0, |end| comment.len() - end - 3);
        } else if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            let tag = read_tag(html, start);
            at = tag.range.end;
            tags.push(tag);
        } else {
            at = start + 1;
        }
    }
    tags
}

fn read_tag(html: &str, start: usize) -> Tag<'_> {
    let head = &html[start + 1..];
    let name_end = head.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').unwrap_or(head.len());
    let name = head[..name_end].to_ascii_lowercase();
    let (attributes, after) = read_attributes(&head[name_end..]);
    let mut end = html.len() - after.len();
    let mut text = "";
    if name == "script" || name == "style" {
        let close = after.to_ascii_lowercase().find(&format!("</{name}")).unwrap_or(after.len());
        text = &after[..close];
        end += after[close..].find('>').map_or(after.len(), |bracket| close + bracket + 1);
    }
    Tag { name, attributes, text, range: start..end }
}

/// Reads attributes up to and including `>`; returns what comes after it.
fn read_attributes(mut rest: &str) -> (Vec<(String, &str)>, &str) {
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let Some(first) = rest.chars().next() else { return (attributes, rest) };
        if first == '>' {
            return (attributes, &rest[1..]);
        }
        // A stray `=` begins a name in HTML; taking one character at least also makes sure of progress.
        let stop = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
        let name_end = first.len_utf8() + rest[first.len_utf8()..].find(stop).unwrap_or(rest.len() - first.len_utf8());
        let name = rest[..name_end].to_ascii_lowercase();
        let (value, after) = read_value(&rest[name_end..]);
        attributes.push((name, value));
        rest = after;
    }
}

/// Reads `= value` if there is one; returns the value and what comes after it.
fn read_value(rest: &str) -> (&str, &str) {
    let Some(value) = rest.trim_ascii_start().strip_prefix('=').map(str::trim_ascii_start) else { return ("", rest) };
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    value.split_at(value.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(value.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tags_attributes_and_script_text() {
        let html = "<!doctype html><p>a < b</p><!-- <b x> --><META Name='a' content=\"x > y\"/><script type=module>if (1<2) '</p>'</script >z<i hidden>";
        let tags = tags(html);
        let names: Vec<_> = tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["p", "meta", "script", "i"]);
        assert_eq!(tags[1].attribute("name"), Some("a"));
        assert_eq!(tags[1].attribute("content"), Some("x > y"));
        assert_eq!(tags[2].attribute("type"), Some("module"));
        assert_eq!(tags[2].text, "if (1<2) '</p>'");
        assert_eq!(&html[tags[2].range.clone()], "<script type=module>if (1<2) '</p>'</script >");
        assert_eq!(tags[3].attribute("hidden"), Some(""));
    }

    #[test]
    fn ends_on_anything() {
        for html in
            ["<", "<a", "<a b", "<a b=", "<a b='", "<script>", "<script>x</scrip", "<!--", "<a =x>", "<a é=é>", "</"]
        {
            assert!(tags(html).len() <= 1, "{html}");
        }
    }
}
