package traceglass.app.window.frame;

import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;

/// A titled panel shown over the window. Esc or a click outside closes it and returns the focus.
public abstract class Overlay extends StackPane {

    private final String title;
    private final VBox box = new VBox(14);
    private Node focusBefore;

    /// @param id id of the node
    Overlay(String id, String title) {
        this.title = title;
        getStyleClass().add("tg-scrim");
        setId(id);
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText(title);
        setVisible(false);
        setManaged(false);
        box.getStyleClass().addAll("tg-popup", "tg-help");
        box.setMaxHeight(Region.USE_PREF_SIZE);
        getChildren().add(box);
        setPadding(new Insets(32));
        setOnMousePressed(e -> {
            if (e.getTarget() == this) {
                hide();
            }
        });
        addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                hide();
                e.consume();
            }
        });
    }

    /// Returns the part of the content that gets the focus, or null for the close button.
    Node firstFocus() {
        return null;
    }

    /// Creates the content below the title; called each time the overlay is shown.
    abstract Node content();

    public void toggle() {
        if (isVisible()) {
            hide();
        } else {
            show();
        }
    }

    void hide() {
        boolean isShown = isVisible();
        setVisible(false);
        setManaged(false);
        if (isShown && focusBefore != null) {
            focusBefore.requestFocus();
        }
        focusBefore = null;
    }

    void show() {
        Label heading = new Label(title);
        heading.getStyleClass().add(Styles.TITLE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button close = IconButton.of("x", 16, FrameTexts.CLOSE, this::hide);
        HBox head = new HBox(heading, space, close);
        head.setAlignment(Pos.CENTER_LEFT);
        box.getChildren().setAll(head, content());
        focusBefore = getScene() == null ? null : getScene().getFocusOwner();
        setManaged(true);
        setVisible(true);
        Node first = firstFocus();
        (first == null ? close : first).requestFocus();
    }
}
