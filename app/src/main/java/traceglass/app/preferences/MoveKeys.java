package traceglass.app.preferences;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;
import traceglass.app.command.KeyChord;
import traceglass.render.action.MoveDirection;

/// Keys that move the timeline, by keyboard layout: the keys at the positions of W, A, S and D on an American keyboard.
/// JavaFX reports the letter of a key, not its position, so the user selects the layout.
public enum MoveKeys {
    QWERTY(PreferencesTexts.QWERTY, KeyCode.W, KeyCode.A, KeyCode.S, KeyCode.D, Map.of()),
    AZERTY(
            PreferencesTexts.AZERTY,
            KeyCode.Z,
            KeyCode.Q,
            KeyCode.S,
            KeyCode.D,
            Map.of("details.toggle", "A", "details.maximize", "Ctrl+Shift+A")),
    DVORAK(PreferencesTexts.DVORAK, KeyCode.COMMA, KeyCode.A, KeyCode.O, KeyCode.E, Map.of("selection.previous", "W")),
    COLEMAK(PreferencesTexts.COLEMAK, KeyCode.W, KeyCode.A, KeyCode.R, KeyCode.S, Map.of("selection.area", "P"));

    private final String title;
    private final Map<KeyCode, MoveDirection> keys;
    private final Map<String, String> replacementKeys;

    /// Creates a layout.
    ///
    /// @param replacementKeys replacement shortcuts by command id, for commands whose default shortcuts move the
    ///     timeline on this layout; they have the same position as the default on an American keyboard, if that
    ///     key is free
    MoveKeys(String title, KeyCode in, KeyCode left, KeyCode out, KeyCode right, Map<String, String> replacementKeys) {
        this.title = title;
        this.replacementKeys = replacementKeys;
        this.keys = Map.of(
                in,
                MoveDirection.ZOOM_IN,
                left,
                MoveDirection.LEFT,
                out,
                MoveDirection.ZOOM_OUT,
                right,
                MoveDirection.RIGHT);
    }

    /// Label in menus: the keys and the keyboard layout.
    public String title() {
        return title;
    }

    /// Movement of each key.
    public Map<KeyCode, MoveDirection> keys() {
        return keys;
    }

    /// Replacement shortcuts on this layout by command id, for commands whose default shortcuts move the timeline.
    public Map<String, List<KeyChord>> replacementKeys() {
        return replacementKeys.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> List.of(KeyChord.parse(e.getValue()))));
    }

    /// Labels of the four keys, as shown in the help.
    public String[] letters() {
        return title.replaceAll(" \\(.*", "").split(" ");
    }
}
