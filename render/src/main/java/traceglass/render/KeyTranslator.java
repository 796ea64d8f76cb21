package traceglass.render;

import java.util.Locale;
import java.util.Map;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import traceglass.render.action.MoveDirection;
import traceglass.render.action.ViewportControls;
import traceglass.render.action.ViewportMover;
import traceglass.render.input.FocusKey;
import traceglass.render.input.KeyActions;
import traceglass.render.input.RowFocus;

/// Passes keys to their controllers: keys that move the visible window while held, keys that scroll, and keys for the
/// focused row.
final class KeyTranslator {

    private final Region view;
    private final TextField filter;
    private final KeyActions actions;
    private final RowFocus focus;
    private final ViewportControls viewportControls;
    private final ViewportMover mover;
    private Map<KeyCode, MoveDirection> moves = Map.of(
            KeyCode.W,
            MoveDirection.ZOOM_IN,
            KeyCode.S,
            MoveDirection.ZOOM_OUT,
            KeyCode.A,
            MoveDirection.LEFT,
            KeyCode.D,
            MoveDirection.RIGHT);

    KeyTranslator(
            Region view,
            TextField filter,
            KeyActions actions,
            RowFocus focus,
            ViewportControls viewportControls,
            ViewportMover mover) {
        this.view = view;
        this.filter = filter;
        this.actions = actions;
        this.focus = focus;
        this.viewportControls = viewportControls;
        this.mover = mover;
    }

    /// Sets the keys that move the window while held.
    void setMoves(Map<KeyCode, MoveDirection> keys) {
        moves = Map.copyOf(keys);
    }

    void install() {
        view.addEventHandler(KeyEvent.KEY_PRESSED, this::onKeyPressed);
        view.addEventHandler(KeyEvent.KEY_RELEASED, this::onKeyReleased);
        view.addEventHandler(KeyEvent.KEY_TYPED, this::onKeyTyped);
        view.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                mover.releaseAll();
            }
        });
    }

    private void onKeyPressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && handleEscape(event)) {
            event.consume();
            return;
        }
        MoveDirection move = moveOf(event);
        if (move != null) {
            viewportControls.start(move);
            event.consume();
            return;
        }
        if (event.getTarget() != view || event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        switch (event.getCode()) {
            case PAGE_UP -> actions.page(-1);
            case PAGE_DOWN -> actions.page(1);
            default -> {
                FocusKey key = focusKey(event);
                if (key == null || !focus.handleKey(key)) {
                    return;
                }
            }
        }
        event.consume();
    }

    private static FocusKey focusKey(KeyEvent event) {
        KeyCode code = event.getCode();
        if (code == KeyCode.CONTEXT_MENU || code == KeyCode.F10 && event.isShiftDown()) {
            return FocusKey.MENU;
        }
        if (event.isShiftDown()) {
            return null;
        }
        return switch (code) {
            case UP -> FocusKey.UP;
            case DOWN -> FocusKey.DOWN;
            case LEFT -> FocusKey.LEFT;
            case RIGHT -> FocusKey.RIGHT;
            case END -> FocusKey.END;
            case ENTER, SPACE -> FocusKey.ENTER;
            default -> null;
        };
    }

    /// In the empty field of the filter, Esc moves the focus back to the tracks.
    private boolean handleEscape(KeyEvent event) {
        boolean isInField = event.getTarget() == filter;
        if (isInField && filter.getText().isEmpty()) {
            view.requestFocus();
            return true;
        }
        return actions.handleEscape(isInField, event.getTarget() == view);
    }

    /// Consumes typed characters of keys that move the timeline, so that they do not trigger commands as well.
    private void onKeyTyped(KeyEvent event) {
        boolean isPlain =
                event.getTarget() == view && !event.isShortcutDown() && !event.isAltDown() && !event.isControlDown();
        if (isPlain
                && moves.keySet().stream().anyMatch(code -> code.getChar().equalsIgnoreCase(event.getCharacter()))) {
            event.consume();
        }
    }

    private void onKeyReleased(KeyEvent event) {
        if (event.getCode() == KeyCode.UNDEFINED) {
            mover.releaseAll();
        }
        for (MoveDirection move : MoveDirection.values()) {
            if (move == moveOf(event.getCode())) {
                viewportControls.stop(move);
            }
        }
    }

    private MoveDirection moveOf(KeyEvent event) {
        boolean isPlain = event.getTarget() == view
                && !event.isShortcutDown()
                && !event.isControlDown()
                && !event.isAltDown()
                && !event.isMetaDown();
        return isPlain ? moveOf(latinKey(event)) : null;
    }

    /// Returns the Latin letter at the position of the key: JavaFX has no key codes for most letters of other
    /// scripts.
    private static KeyCode latinKey(KeyEvent event) {
        if (event.getCode() != KeyCode.UNDEFINED) {
            return event.getCode();
        }
        return switch (event.getText().toLowerCase(Locale.ROOT)) {
            case "ц", "ς", "ص", "ไ" -> KeyCode.W;
            case "ф", "α", "ש", "ش", "ฟ" -> KeyCode.A;
            case "ы", "і", "σ", "ד", "س", "ห" -> KeyCode.S;
            case "в", "δ", "ג", "ي", "ก" -> KeyCode.D;
            default -> KeyCode.UNDEFINED;
        };
    }

    private MoveDirection moveOf(KeyCode code) {
        return moves.get(code);
    }
}
