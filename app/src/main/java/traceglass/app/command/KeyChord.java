package traceglass.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// A key with its modifiers. Letters, digits and named keys are matched by their code when they are pressed; signs such
/// as `/`, `?` or `[` by the character that is typed, because they lie under other keys on other keyboards.
///
/// @param code the key, or null for a sign
/// @param character the sign, or 0 for a key
/// @param shortcut Ctrl, Command on macOS
/// @param shift Shift; for a sign it is not looked at
/// @param alt Alt
public record KeyChord(KeyCode code, char character, boolean shortcut, boolean shift, boolean alt) {

    private static final boolean MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");

    /// Reads `Ctrl+Shift+P`, `F`, `Escape`, `/`.
    public static KeyChord parse(String text) {
        boolean shortcut = false;
        boolean shift = false;
        boolean alt = false;
        String rest = text;
        while (true) {
            if (rest.startsWith("Ctrl+")) {
                shortcut = true;
            } else if (rest.startsWith("Shift+")) {
                shift = true;
            } else if (rest.startsWith("Alt+")) {
                alt = true;
            } else {
                break;
            }
            rest = rest.substring(rest.indexOf('+') + 1);
        }
        if (rest.length() == 1 && !Character.isLetterOrDigit(rest.charAt(0))) {
            return new KeyChord(null, rest.charAt(0), shortcut, shift, alt);
        }
        KeyCode code = KeyCode.getKeyCode(rest.length() == 1 ? rest : named(rest));
        if (code == null) {
            throw new IllegalArgumentException("no key " + rest);
        }
        return new KeyChord(code, (char) 0, shortcut, shift, alt);
    }

    // By hand: what is made for a record when it is first compared takes 10 ms of the start, for hundreds of keys
    // are.
    @Override
    public boolean equals(Object other) {
        return other instanceof KeyChord c
                && code == c.code
                && character == c.character
                && shortcut == c.shortcut
                && shift == c.shift
                && alt == c.alt;
    }

    @Override
    public int hashCode() {
        return (code == null ? 0 : code.ordinal()) * 31
                + character * 8
                + (shortcut ? 4 : 0)
                + (shift ? 2 : 0)
                + (alt ? 1 : 0);
    }

    private static String named(String name) {
        return switch (name) {
            case "Escape" -> KeyCode.ESCAPE.getName();
            default -> name.replace('_', ' ');
        };
    }

    /// Whether the event is this chord: a `KEY_PRESSED` for keys, a `KEY_TYPED` for signs. A sign with Ctrl is
    /// matched when it is pressed, by the text of the key, since nothing is typed then.
    public boolean matches(KeyEvent e) {
        if (character == 0) {
            return e.getEventType() == KeyEvent.KEY_PRESSED
                    && e.getCode() == code
                    && e.isShortcutDown() == shortcut
                    && e.isShiftDown() == shift
                    && e.isAltDown() == alt;
        }
        if (shortcut || alt) {
            return e.getEventType() == KeyEvent.KEY_PRESSED
                    && e.isShortcutDown() == shortcut
                    && e.isAltDown() == alt
                    && (e.getText().equals(String.valueOf(character))
                            || e.getCode().getChar().equals(String.valueOf(character)));
        }
        return e.getEventType() == KeyEvent.KEY_TYPED
                && e.getCharacter().equals(String.valueOf(character))
                && !e.isShortcutDown()
                && !e.isAltDown();
    }

    /// The chord of a key that was pressed, or null for one that is only a modifier or that no chord can be.
    public static KeyChord of(KeyEvent e) {
        KeyCode code = e.getCode();
        if (code.isModifierKey() || code == KeyCode.UNDEFINED) {
            return null;
        }
        String sign = code.getChar();
        boolean isSign = sign.length() == 1
                && sign.charAt(0) > ' '
                && sign.charAt(0) < 127
                && !Character.isLetterOrDigit(sign.charAt(0));
        if (isSign) {
            char typed = e.getText().length() == 1 && e.getText().charAt(0) > ' '
                    ? e.getText().charAt(0)
                    : sign.charAt(0);
            return new KeyChord(null, typed, e.isShortcutDown(), false, e.isAltDown());
        }
        return new KeyChord(code, (char) 0, e.isShortcutDown(), e.isShiftDown(), e.isAltDown());
    }

    /// In the form that [#parse] reads.
    public String text() {
        return (shortcut ? "Ctrl+" : "")
                + (shift ? "Shift+" : "")
                + (alt ? "Alt+" : "")
                + (character != 0 ? String.valueOf(character) : code.getName().replace(' ', '_'));
    }

    /// Whether it would be text when typed into a field.
    public boolean isText() {
        return !shortcut
                && !alt
                && (character != 0
                        || code.isLetterKey()
                        || code.isDigitKey()
                        || code == KeyCode.DELETE
                        || code == KeyCode.HOME
                        || code == KeyCode.END
                        || code.isArrowKey()
                        || code == KeyCode.ENTER);
    }

    /// The keys one by one, as they are drawn: `Ctrl`, `Shift`, `P`.
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        if (shortcut) {
            keys.add(MAC ? "⌘" : "Ctrl");
        }
        if (alt) {
            keys.add(MAC ? "⌥" : "Alt");
        }
        if (shift) {
            keys.add(MAC ? "⇧" : "Shift");
        }
        keys.add(character != 0 ? String.valueOf(character) : code == KeyCode.ESCAPE ? "Esc" : code.getName());
        return keys;
    }

    @Override
    public String toString() {
        return String.join(" ", keys());
    }
}
