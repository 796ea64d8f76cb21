package traceglass.render;

import java.util.Locale;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.TimelineModel;

/// Maps keys to timeline actions: keys that move the viewport while held, keys that scroll, and keys for the focused
/// row.
final class KeyInput {

    private final TimelineView view;
    private final TimelineModel model;
    private final RowFocus focus;

    KeyInput(TimelineView view) {
        this.view = view;
        this.model = view.model;
        this.focus = view.rowFocus();
    }

    void install() {
        view.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
        view.addEventHandler(KeyEvent.KEY_RELEASED, this::keyReleased);
        view.addEventHandler(KeyEvent.KEY_TYPED, this::keyTyped);
        view.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                view.mover().releaseAll();
            }
        });
    }

    private void keyPressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && escape(event)) {
            event.consume();
            return;
        }
        Movement.Move move = moveOf(event);
        if (move != null) {
            view.movement().start(move);
            event.consume();
            return;
        }
        if (event.getTarget() != view || event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        double page = model.geometry().tracksHeight() * .9;
        boolean menu = event.getCode() == KeyCode.CONTEXT_MENU || event.getCode() == KeyCode.F10 && event.isShiftDown();
        switch (event.getCode()) {
            case PAGE_UP -> view.scrollTo(model.scrollY() - page);
            case PAGE_DOWN -> view.scrollTo(model.scrollY() + page);
            default -> {
                if (event.isShiftDown() && !menu || !focus.pressed(event.getCode(), menu)) {
                    return;
                }
            }
        }
        event.consume();
    }

    /// Clears the track filter: from its field, or without a selection that Esc would clear first. In the empty
    /// field, Esc moves the focus back to the tracks.
    private boolean escape(KeyEvent event) {
        boolean inField = event.getTarget() == view.filterField();
        boolean filtered = !view.filterField().getText().isEmpty();
        if (inField && !filtered) {
            view.requestFocus();
            return true;
        }
        boolean clears =
                filtered && (inField || event.getTarget() == view && model.selection() == TimelineSelection.NOTHING);
        if (clears) {
            view.tracks().setFilter("");
        }
        return clears;
    }

    /// Consumes typed characters of keys that move the timeline, so that they do not trigger commands as well.
    private void keyTyped(KeyEvent event) {
        boolean plain =
                event.getTarget() == view && !event.isShortcutDown() && !event.isAltDown() && !event.isControlDown();
        if (plain
                && view.movement().keys().keySet().stream()
                        .anyMatch(code -> code.getChar().equalsIgnoreCase(event.getCharacter()))) {
            event.consume();
        }
    }

    private void keyReleased(KeyEvent event) {
        if (event.getCode() == KeyCode.UNDEFINED) {
            view.mover().releaseAll();
        }
        for (Movement.Move move : Movement.Move.values()) {
            if (move == moveOf(event.getCode())) {
                view.movement().stop(move);
            }
        }
    }

    private Movement.Move moveOf(KeyEvent event) {
        boolean plain = event.getTarget() == view
                && !event.isShortcutDown()
                && !event.isControlDown()
                && !event.isAltDown()
                && !event.isMetaDown();
        return plain ? moveOf(inPlace(event)) : null;
    }

    /// Returns the Latin letter at the position of the key: JavaFX has no key codes for most letters of other
    /// scripts.
    private static KeyCode inPlace(KeyEvent event) {
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

    private Movement.Move moveOf(KeyCode code) {
        return view.movement().keys().get(code);
    }
}
