//! Names of keys, as the DOM has them, to what the protocol wants.

use serde_json::{Value, json};

/// The bits of the modifier keys in the protocol.
const MODIFIERS: [(&str, u8); 4] = [("Alt", 1), ("Control", 2), ("Meta", 4), ("Shift", 8)];

/// Keys that are no characters: name and Windows virtual key code, which browsers use for default actions.
const NAMED: [(&str, u32); 18] = [
    ("ArrowDown", 40),
    ("ArrowLeft", 37),
    ("ArrowRight", 39),
    ("ArrowUp", 38),
    ("Backspace", 8),
    ("Delete", 46),
    ("End", 35),
    ("Enter", 13),
    ("Escape", 27),
    ("F1", 112),
    ("F2", 113),
    ("Home", 36),
    ("Insert", 45),
    ("PageDown", 34),
    ("PageUp", 33),
    ("Space", 32),
    ("Tab", 9),
    ("ContextMenu", 93),
];

/// One press of a key: the parameters of `Input.dispatchKeyEvent` for going down and up.
#[derive(Debug, PartialEq)]
pub(super) struct Press {
    pub(super) down: Value,
    pub(super) up: Value,
}

/// Reads a press such as `a`, `Enter`, `Shift+Tab` or `Control+Shift+z`; none if there is no such key.
pub(super) fn press(keys: &str) -> Option<Press> {
    let mut modifiers = 0;
    let mut key = keys;
    while let Some((name, rest)) = key.split_once('+').filter(|(_, rest)| !rest.is_empty()) {
        modifiers |= MODIFIERS.iter().find(|(known, _)| *known == name)?.1;
        key = rest;
    }
    let mut characters = key.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Some(character_press(character, modifiers)),
        _ => named_press(key, modifiers),
    }
}

fn named_press(name: &str, modifiers: u8) -> Option<Press> {
    let (_, code) = NAMED.iter().find(|(known, _)| *known == name)?;
    let text = match name {
        "Enter" => "\r",
        "Space" => " ",
        _ => "",
    };
    let key = if name == "Space" { " " } else { name };
    Some(events(key, name, *code, text, modifiers))
}

fn character_press(character: char, modifiers: u8) -> Press {
    let code = if character.is_ascii_alphabetic() {
        format!("Key{}", character.to_ascii_uppercase())
    } else if character.is_ascii_digit() {
        format!("Digit{character}")
    } else {
        String::new()
    };
    let virtual_key = if code.is_empty() { 0 } else { u32::from(character.to_ascii_uppercase()) };
    // With Control, Alt or Meta a key is a command and types nothing.
    let text = if modifiers & !8 == 0 { character.to_string() } else { String::new() };
    events(&character.to_string(), &code, virtual_key, &text, modifiers)
}

fn events(key: &str, code: &str, virtual_key: u32, text: &str, modifiers: u8) -> Press {
    let event = |kind: &str| json!({ "type": kind, "key": key, "code": code, "modifiers": modifiers, "windowsVirtualKeyCode": virtual_key });
    let mut down = event(if text.is_empty() { "rawKeyDown" } else { "keyDown" });
    if !text.is_empty() {
        down["text"] = text.into();
    }
    Press { down, up: event("keyUp") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_modifiers_and_names() {
        let press = press("Control+Shift+ArrowDown").expect("a known key");
        assert_eq!(press.down["modifiers"], 10);
        assert_eq!(press.down["key"], "ArrowDown");
        assert_eq!(press.down["type"], "rawKeyDown");
    }

    #[test]
    fn a_character_types_unless_it_is_a_command() {
        assert_eq!(press("a").expect("a known key").down["text"], "a");
        assert_eq!(press("+").expect("a known key").down["text"], "+");
        assert!(press("Control+z").expect("a known key").down["text"].is_null());
    }

    #[test]
    fn refuses_unknown_keys() {
        assert_eq!(press("Hyper+a"), None);
        assert_eq!(press("Entr"), None);
    }
}
