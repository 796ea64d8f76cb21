package traceglass.app.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.preferences.Preferences;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;

/// All keys, by group, laid over the window. Esc or a click beside it closes it.
final class HelpOverlay extends StackPane {

    private static final String TITLE = "Keys";
    private final Commands commands;
    private final Preferences preferences;
    private final VBox box = new VBox(14);

    HelpOverlay(Commands commands, Preferences preferences) {
        this.commands = commands;
        this.preferences = preferences;
        getStyleClass().add("tg-scrim");
        setId("help");
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
        addEventFilter(javafx.scene.input.KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                hide();
                e.consume();
            }
        });
    }

    void toggle() {
        if (isVisible()) {
            hide();
        } else {
            show();
        }
    }

    void hide() {
        setVisible(false);
        setManaged(false);
    }

    private void show() {
        Label title = new Label(TITLE);
        title.getStyleClass().add(Styles.TITLE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button close = IconButton.of("x", 16, "Close   Esc", this::hide);
        HBox head = new HBox(title, space, close);
        head.setAlignment(Pos.CENTER_LEFT);
        HBox columns = new HBox(40, column(), column());
        columns.setPadding(new Insets(0, 18, 0, 0));
        List<VBox> groups = groups();
        int rows = groups.stream().mapToInt(g -> g.getChildren().size() + 1).sum();
        int used = 0;
        for (VBox group : groups) {
            // To the column where more than half of it belongs.
            VBox column = (VBox) columns.getChildren().get(used * 2 + group.getChildren().size() < rows ? 0 : 1);
            column.getChildren().add(group);
            used += group.getChildren().size() + 1;
        }
        ScrollPane scroll = new ScrollPane(columns);
        scroll.setFitToWidth(true);
        box.getChildren().setAll(head, scroll);
        setManaged(true);
        setVisible(true);
        close.requestFocus();
    }

    private static VBox column() {
        VBox column = new VBox(16);
        HBox.setHgrow(column, Priority.ALWAYS);
        column.setPrefWidth(380);
        return column;
    }

    private List<VBox> groups() {
        Map<String, List<HBox>> byGroup = new LinkedHashMap<>();
        for (Command c : commands.all()) {
            if (!c.keys().isEmpty()) {
                byGroup.computeIfAbsent(c.group(), g -> new ArrayList<>()).add(row(c.title(), Keys.of(c.keys().getFirst())));
            }
        }
        List<HBox> timeline = byGroup.computeIfAbsent("Timeline", g -> new ArrayList<>());
        timeline.addFirst(row("Along the tracks; open, close, choose", Keys.of("↑", "↓", "←", "→", "Enter")));
        timeline.addFirst(row("Move along the tracks", Keys.of("wheel")));
        timeline.addFirst(row("Zoom at the pointer", Keys.of("Ctrl", "+", "wheel")));
        timeline.addFirst(row("Zoom in, go left, zoom out, go right", Keys.of(preferences.moveKeysProperty().get().letters())));
        List<VBox> groups = new ArrayList<>();
        byGroup.forEach((name, rows) -> {
            Label label = new Label(name);
            label.getStyleClass().add(Styles.SECTION);
            VBox group = new VBox(4, label);
            group.getChildren().addAll(rows);
            groups.add(group);
        });
        return groups;
    }

    private static HBox row(String what, HBox keys) {
        Label label = new Label(what);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(0);
        label.setWrapText(true);
        label.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(label, Priority.ALWAYS);
        HBox row = new HBox(8, label, keys);
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(22);
        // Words may take a second line, keys may not.
        keys.setMinWidth(Region.USE_PREF_SIZE);
        return row;
    }
}
