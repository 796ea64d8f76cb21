package traceglass.app.preferences;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;
import traceglass.app.command.KeyChord;
import traceglass.render.Movement.Move;

/// The keys that move the timeline, by the layout of the keyboard: always those in the places of W, A, S and D on an
/// American one. JavaFX tells which letter a key has, not where it lies, so a person says which keyboard it is.
public enum MoveKeys {
    QWERTY("W A S D", KeyCode.W, KeyCode.A, KeyCode.S, KeyCode.D, Map.of()),
    AZERTY(
            "Z Q S D (AZERTY)",
            KeyCode.Z,
            KeyCode.Q,
            KeyCode.S,
            KeyCode.D,
            Map.of("drawer.toggle", "A", "drawer.fill", "Ctrl+Shift+A")),
    DVORAK(", A O E (Dvorak)", KeyCode.COMMA, KeyCode.A, KeyCode.O, KeyCode.E, Map.of("selection.previous", "W")),
    COLEMAK("W A R S (Colemak)", KeyCode.W, KeyCode.A, KeyCode.R, KeyCode.S, Map.of("selection.area", "P"));

    private final String title;
    private final Map<KeyCode, Move> keys;
    private final Map<String, String> instead;

    /// @param instead keys of commands, by their ids, whose own keys move the timeline on this keyboard: those in
    ///     the place that their own keys have on an American one, where these are free
    MoveKeys(String title, KeyCode in, KeyCode left, KeyCode out, KeyCode right, Map<String, String> instead) {
        this.title = title;
        this.instead = instead;
        this.keys = Map.of(in, Move.ZOOM_IN, left, Move.LEFT, out, Move.ZOOM_OUT, right, Move.RIGHT);
    }

    /// Name as it stands in menus: the keys, and the keyboard.
    public String title() {
        return title;
    }

    /// What each key does.
    public Map<KeyCode, Move> keys() {
        return keys;
    }

    /// Keys that commands have on this keyboard in place of their own, which move the timeline there; by the ids of
    /// the commands.
    public Map<String, List<KeyChord>> instead() {
        return instead.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> List.of(KeyChord.parse(e.getValue()))));
    }

    /// The four letters, as they are drawn in the help.
    public String[] letters() {
        return title.replaceAll(" \\(.*", "").split(" ");
    }
}
