package traceglass.app.preferences.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.command.KeyChord;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;

/// List of all commands with their shortcuts. After a click on a shortcut, the next key press replaces it.
final class KeyList extends VBox {

    private final Commands commands;
    private final TextField filter = new TextField();
    private final VBox rows = new VBox();
    private final Label message = new Label();

    KeyList(Commands commands) {
        this.commands = commands;
        setSpacing(6);
        filter.setPromptText(SettingsTexts.FIND_COMMAND);
        filter.setAccessibleText(SettingsTexts.FIND_COMMAND);
        filter.setId("keys-filter");
        filter.textProperty().addListener(o -> refresh());
        HBox.setHgrow(filter, Priority.ALWAYS);
        HBox head = new HBox(12, filter, Links.of(SettingsTexts.RESET_ALL, () -> {
            commands.resetKeys();
            message.setText("");
            refresh();
        }));
        head.setAlignment(Pos.CENTER_LEFT);
        message.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        message.setId("keys-message");
        message.managedProperty().bind(message.textProperty().isNotEmpty());
        getChildren().addAll(head, message, rows);
    }

    /// Shows the commands that match a text.
    void filter(String text) {
        filter.setText(text);
    }

    boolean hasMatches() {
        return !rows.getChildren().isEmpty();
    }

    /// Updates the rows from the commands.
    void refresh() {
        Map<String, List<Node>> groups = new LinkedHashMap<>();
        for (Command c : commands.all()) {
            if (SettingsPage.containsWords(c.group() + " " + c.title() + " " + text(c.keys()), filter.getText())) {
                groups.computeIfAbsent(c.group(), g -> new ArrayList<>()).add(row(c));
            }
        }
        List<Node> all = new ArrayList<>();
        groups.forEach((name, nodes) -> {
            Label label = new Label(name);
            label.getStyleClass().add(Styles.SECTION);
            label.setPadding(new Insets(10, 0, 2, 0));
            all.add(label);
            all.addAll(nodes);
        });
        rows.getChildren().setAll(all);
    }

    private HBox row(Command command) {
        Label title = new Label(command.title());
        title.setMinWidth(0);
        title.setWrapText(true);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Button keys = new Button(text(command.keys()));
        keys.setId("keys-" + command.id().replace('.', '-'));
        keys.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        keys.setMinWidth(Region.USE_PREF_SIZE);
        keys.setAccessibleText(SettingsTexts.shortcutOf(command.title()));
        keys.setOnAction(e -> {
            keys.setText(SettingsTexts.PRESS_A_KEY);
            keys.requestFocus();
        });
        keys.focusedProperty().addListener((_, _, newValue) -> {
            if (!newValue && keys.getText().equals(SettingsTexts.PRESS_A_KEY)) {
                keys.setText(text(command.keys()));
            }
        });
        keys.addEventFilter(KeyEvent.ANY, e -> {
            if (keys.getText().equals(SettingsTexts.PRESS_A_KEY)) {
                e.consume();
                if (e.getEventType() == KeyEvent.KEY_PRESSED) {
                    keyPressed(command, keys, e);
                }
            }
        });
        HBox row = new HBox(8, title, space, keys);
        if (commands.hasUserKeys(command.id())) {
            row.getChildren().add(IconButton.of("refresh", 14, SettingsTexts.RESET, () -> {
                commands.assign(command.id(), null);
                refresh();
            }));
        }
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(28);
        return row;
    }

    private static String text(List<KeyChord> keys) {
        return SettingsTexts.shortcuts(keys.stream().map(KeyChord::toString).toList());
    }

    private void keyPressed(Command command, Button button, KeyEvent e) {
        if (e.getCode() == KeyCode.ESCAPE) {
            button.setText(text(command.keys()));
            return;
        }
        if (e.getCode() == KeyCode.BACK_SPACE) {
            commands.assign(command.id(), List.of());
            message.setText(SettingsTexts.removed(command.title()));
            refresh();
            return;
        }
        KeyChord chord = KeyChord.of(e);
        if (chord == null) {
            return;
        }
        Command previous = commands.commandWithKey(chord);
        commands.assign(command.id(), List.of(chord));
        message.setText(
                previous == null || previous.id().equals(command.id())
                        ? SettingsTexts.assigned(command.title(), chord)
                        : SettingsTexts.assigned(command.title(), chord, previous.title()));
        refresh();
    }
}
