package traceglass.app.window.frame;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// The column of buttons at the left edge: pages and window-wide actions. Each button runs a command.
public final class Sidebar extends VBox {

    private final Commands commands;
    private final List<PageButton> pageButtons = new ArrayList<>();
    private final List<Button> buttons = new ArrayList<>();

    private record PageButton(String page, Button button, Region mark) {}

    public Sidebar(Commands commands) {
        this.commands = commands;
        getStyleClass().add("tg-sidebar");
        setId("sidebar");
        // In a short window, the last buttons are clipped instead of pushing other parts out of the window.
        setMinHeight(0);
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
    }

    /// Adds the logo at the top, which links to the start page.
    public void addLogo(String commandId) {
        Button b = button(commands.get(commandId));
        b.setGraphic(new Logo(24));
        getChildren().add(withMark(b, null));
    }

    /// Adds a button that runs a command.
    public void add(String commandId) {
        getChildren().add(withMark(button(commands.get(commandId)), null));
    }

    /// Adds a button that shows a page and is marked while that page is shown.
    public void addPage(String commandId, String page) {
        Button b = button(commands.get(commandId));
        Region mark = new Region();
        mark.getStyleClass().add("tg-side-mark");
        mark.setMinSize(3, 18);
        mark.setMaxSize(3, 18);
        pageButtons.add(new PageButton(page, b, mark));
        getChildren().add(withMark(b, mark));
    }

    /// Moves the buttons added after this to the bottom.
    public void addSpace() {
        Region space = new Region();
        VBox.setVgrow(space, Priority.ALWAYS);
        getChildren().add(space);
    }

    public void setPage(String page) {
        for (PageButton p : pageButtons) {
            boolean isSelected = p.page.equals(page);
            p.button.pseudoClassStateChanged(Styles.SELECTED, isSelected);
            p.mark.setVisible(isSelected);
        }
    }

    /// Updates which buttons are enabled.
    public void refresh() {
        for (Button b : buttons) {
            b.setDisable(!((Command) b.getUserData()).enabled().getAsBoolean());
        }
    }

    private Button button(Command command) {
        Button b = new Button(null, new Icon(command.icon(), 20));
        b.getStyleClass().add("tg-side-button");
        b.setId("side-" + command.id().replace('.', '-'));
        b.setUserData(command);
        b.setAccessibleText(command.title());
        Tooltips.set(
                b,
                FrameTexts.tooltip(
                        command.title(),
                        command.keys().isEmpty() ? null : command.keys().getFirst()));
        b.setOnAction(e -> commands.run(command.id()));
        buttons.add(b);
        return b;
    }

    private static StackPane withMark(Button button, Region mark) {
        StackPane holder = new StackPane(button);
        holder.getStyleClass().add("tg-side-holder");
        if (mark != null) {
            StackPane.setAlignment(mark, Pos.CENTER_LEFT);
            mark.setVisible(false);
            mark.setMouseTransparent(true);
            holder.getChildren().add(mark);
        }
        return holder;
    }
}
