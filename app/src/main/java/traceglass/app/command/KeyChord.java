package traceglass.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Key with modifiers. Letters, digits and named keys are matched by key code on press; symbols such as `/`, `?` or `[`
/// by the typed character, because their keys differ between keyboard layouts.
///
/// @param code the key, or null for a symbol
/// @param character the symbol, or 0 for a key
/// @param needsShortcutKey whether Ctrl, or Command on macOS, is held
/// @param needsShift whether Shift is held; ignored for symbols
/// @param needsAlt whether Alt is held
public record KeyChord(KeyCode code, char character, boolean needsShortcutKey, boolean needsShift, boolean needsAlt) {

    private static final boolean IS_MAC =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");

    /// Parses text such as `Ctrl+Shift+P`, `F`, `Escape`, `/`.
    public static KeyChord parse(String text) {
        boolean hasShortcut = false;
        boolean hasShift = false;
        boolean hasAlt = false;
        String rest = text;
        while (true) {
            if (rest.startsWith("Ctrl+")) {
                hasShortcut = true;
            } else if (rest.startsWith("Shift+")) {
                hasShift = true;
            } else if (rest.startsWith("Alt+")) {
                hasAlt = true;
            } else {
                break;
            }
            rest = rest.substring(rest.indexOf('+') + 1);
        }
        if (rest.length() == 1 && !Character.isLetterOrDigit(rest.charAt(0))) {
            return new KeyChord(null, rest.charAt(0), hasShortcut, hasShift, hasAlt);
        }
        KeyCode code = KeyCode.getKeyCode(rest.length() == 1 ? rest : keyName(rest));
        if (code == null) {
            throw new IllegalArgumentException("unknown key: " + rest);
        }
        return new KeyChord(code, (char) 0, hasShortcut, hasShift, hasAlt);
    }

    // Written by hand: the generated equals of a record is linked on first use, which adds 10 ms to startup, where
    // hundreds of keys are compared.
    @Override
    public boolean equals(Object other) {
        return other instanceof KeyChord c
                && code == c.code
                && character == c.character
                && needsShortcutKey == c.needsShortcutKey
                && needsShift == c.needsShift
                && needsAlt == c.needsAlt;
    }

    @Override
    public int hashCode() {
        return (code == null ? 0 : code.ordinal()) * 31
                + character * 8
                + (needsShortcutKey ? 4 : 0)
                + (needsShift ? 2 : 0)
                + (needsAlt ? 1 : 0);
    }

    private static String keyName(String name) {
        return switch (name) {
            case "Escape" -> KeyCode.ESCAPE.getName();
            default -> name.replace('_', ' ');
        };
    }

    /// Returns whether the event matches: `KEY_PRESSED` for keys, `KEY_TYPED` for symbols. A symbol with Ctrl is
    /// matched on press, by the text of the key, since no `KEY_TYPED` event with text follows.
    public boolean matches(KeyEvent e) {
        if (character == 0) {
            return e.getEventType() == KeyEvent.KEY_PRESSED
                    && e.getCode() == code
                    && e.isShortcutDown() == needsShortcutKey
                    && e.isShiftDown() == needsShift
                    && e.isAltDown() == needsAlt;
        }
        if (needsShortcutKey || needsAlt) {
            return e.getEventType() == KeyEvent.KEY_PRESSED
                    && e.isShortcutDown() == needsShortcutKey
                    && e.isAltDown() == needsAlt
                    && (e.getText().equals(String.valueOf(character))
                            || e.getCode().getChar().equals(String.valueOf(character)));
        }
        return e.getEventType() == KeyEvent.KEY_TYPED
                && e.getCharacter().equals(String.valueOf(character))
                && !e.isShortcutDown()
                && !e.isAltDown();
    }

    /// The chord of a pressed key, or null for a modifier alone or a key that cannot be a chord.
    public static KeyChord of(KeyEvent e) {
        KeyCode code = e.getCode();
        if (code.isModifierKey() || code == KeyCode.UNDEFINED) {
            return null;
        }
        String symbol = code.getChar();
        boolean isSymbol = symbol.length() == 1
                && symbol.charAt(0) > ' '
                && symbol.charAt(0) < 127
                && !Character.isLetterOrDigit(symbol.charAt(0));
        if (isSymbol) {
            char typed = e.getText().length() == 1 && e.getText().charAt(0) > ' '
                    ? e.getText().charAt(0)
                    : symbol.charAt(0);
            return new KeyChord(null, typed, e.isShortcutDown(), false, e.isAltDown());
        }
        return new KeyChord(code, (char) 0, e.isShortcutDown(), e.isShiftDown(), e.isAltDown());
    }

    /// Text in the form accepted by [#parse].
    public String text() {
        return (needsShortcutKey ? "Ctrl+" : "")
                + (needsShift ? "Shift+" : "")
                + (needsAlt ? "Alt+" : "")
                + (character != 0 ? String.valueOf(character) : code.getName().replace(' ', '_'));
    }

    /// Returns whether the key enters text when typed into a field.
    public boolean isText() {
        return !needsShortcutKey
                && !needsAlt
                && (character != 0
                        || code.isLetterKey()
                        || code.isDigitKey()
                        || code == KeyCode.DELETE
                        || code == KeyCode.HOME
                        || code == KeyCode.END
                        || code.isArrowKey()
                        || code == KeyCode.ENTER);
    }

    /// Labels of the individual keys, e.g. `Ctrl`, `Shift`, `P`.
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        if (needsShortcutKey) {
            keys.add(IS_MAC ? CommandTexts.MAC_COMMAND : CommandTexts.CTRL);
        }
        if (needsAlt) {
            keys.add(IS_MAC ? CommandTexts.MAC_OPTION : CommandTexts.ALT);
        }
        if (needsShift) {
            keys.add(IS_MAC ? CommandTexts.MAC_SHIFT : CommandTexts.SHIFT);
        }
        keys.add(
                character != 0
                        ? String.valueOf(character)
                        : code == KeyCode.ESCAPE ? CommandTexts.ESCAPE : code.getName());
        return keys;
    }

    @Override
    public String toString() {
        return String.join(" ", keys());
    }
}
