package traceglass.app.preferences;

import java.util.Map;
import javafx.scene.input.KeyCode;
import traceglass.render.TimelineView.Move;

/// The keys that move the timeline, by the layout of the keyboard: always those in the places of W, A, S and D on an American one.
/// JavaFX tells which letter a key has, not where it lies, so a person says which keyboard it is.
public enum MoveKeys {
    QWERTY("W A S D", KeyCode.W, KeyCode.A, KeyCode.S, KeyCode.D),
    AZERTY("Z Q S D (AZERTY)", KeyCode.Z, KeyCode.Q, KeyCode.S, KeyCode.D),
    DVORAK(", A O E (Dvorak)", KeyCode.COMMA, KeyCode.A, KeyCode.O, KeyCode.E),
    COLEMAK("W A R S (Colemak)", KeyCode.W, KeyCode.A, KeyCode.R, KeyCode.S);

    private final String title;
    private final Map<KeyCode, Move> keys;

    MoveKeys(String title, KeyCode in, KeyCode left, KeyCode out, KeyCode right) {
        this.title = title;
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

    /// The four letters, as they are drawn in the help.
    public String[] letters() {
        return title.replaceAll(" \\(.*", "").split(" ");
    }
}
