package traceglass.app.window.frame;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.command.Commands;
import traceglass.app.preferences.Preferences;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;

/// Overlay with all keyboard shortcuts by group. Esc or a click outside closes it.
public final class HelpOverlay extends Overlay {

    private final Commands commands;
    private final Preferences preferences;
    private final HBox columns = new HBox(40);
    private FilterField search;

    public HelpOverlay(Commands commands, Preferences preferences) {
        super("help", CommonTexts.KEYBOARD_SHORTCUTS);
        this.commands = commands;
        this.preferences = preferences;
    }

    @Override
    Node firstFocus() {
        return search.field();
    }

    @Override
    Node content() {
        search = new FilterField("help-search", FrameTexts.FIND_SHORTCUT, this::showMatches);
        columns.setPadding(new Insets(0, 18, 0, 0));
        columns.setPrefHeight(Region.USE_COMPUTED_SIZE);
        showMatches("");
        ScrollPane scroll = new ScrollPane(columns);
        scroll.setFitToWidth(true);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        HBox more = new HBox(
                16,
                Links.of(CommonTexts.ALL_COMMANDS, () -> {
                    hide();
                    commands.run("help.commands");
                }),
                Links.of(FrameTexts.ABOUT, () -> {
                    hide();
                    commands.run("help.about");
                }));
        return new VBox(10, search, scroll, more);
    }

    /// Shows the shortcuts whose command, group or keys match a text.
    private void showMatches(String text) {
        // The sheet keeps its height, so that the search field does not move while a text is typed.
        if (!text.isEmpty() && columns.getPrefHeight() < 0) {
            columns.setPrefHeight(columns.getHeight());
        }
        columns.getChildren().setAll(column(), column());
        List<VBox> groups = groups(text.strip());
        if (groups.isEmpty()) {
            Label none = new Label(FrameTexts.noShortcut(text.strip()));
            none.getStyleClass().add("tg-empty");
            none.setWrapText(true);
            columns.getChildren().setAll(none);
            return;
        }
        int rows = groups.stream().mapToInt(g -> g.getChildren().size() + 1).sum();
        int used = 0;
        for (VBox group : groups) {
            // A group is placed in the column that holds more than half of it.
            VBox column = (VBox)
                    columns.getChildren().get(used * 2 + group.getChildren().size() < rows ? 0 : 1);
            column.getChildren().add(group);
            used += group.getChildren().size() + 1;
        }
    }

    private static boolean matches(String text, String group, HBox row) {
        StringBuilder labels = new StringBuilder(group);
        row.lookupAll(".label").forEach(l -> labels.append(' ').append(((Label) l).getText()));
        return Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+"))
                .allMatch(labels.toString().toLowerCase(Locale.ROOT)::contains);
    }

    private static VBox column() {
        VBox column = new VBox(16);
        HBox.setHgrow(column, Priority.ALWAYS);
        column.setPrefWidth(380);
        return column;
    }

    private List<VBox> groups(String text) {
        Map<String, List<HBox>> byGroup = new LinkedHashMap<>();
        for (Command c : commands.all()) {
            if (!c.keys().isEmpty()) {
                byGroup.computeIfAbsent(c.group(), g -> new ArrayList<>())
                        .add(row(c.title(), Keys.of(c.keys().getFirst())));
            }
        }
        List<HBox> timeline = byGroup.computeIfAbsent(CommandGroups.TIMELINE, g -> new ArrayList<>());
        timeline.addFirst(row(FrameTexts.MOVE_BETWEEN_TRACKS, Keys.of("↑", "↓", "←", "→", "Enter")));
        timeline.addFirst(row(FrameTexts.SELECT_SLICES_IN_RECTANGLE, Keys.of("Ctrl", "+", FrameTexts.DRAG)));
        timeline.addFirst(row(FrameTexts.ADD_SLICE_TO_SELECTION, Keys.of("Ctrl", "+", FrameTexts.CLICK)));
        timeline.addFirst(row(FrameTexts.SCROLL_TRACKS, Keys.of(FrameTexts.WHEEL)));
        timeline.addFirst(row(FrameTexts.ZOOM_AT_POINTER, Keys.of("Ctrl", "+", FrameTexts.WHEEL)));
        timeline.addFirst(row(
                FrameTexts.MOVE, Keys.of(preferences.moveKeysProperty().get().letters())));
        List<HBox> fleet = byGroup.computeIfAbsent(CommandGroups.FLEET, g -> new ArrayList<>());
        fleet.add(row(FrameTexts.OPEN_AT_MOMENT, Keys.of(FrameTexts.CLICK)));
        fleet.add(row(FrameTexts.SELECT_TRACE, Keys.of("Ctrl", "+", FrameTexts.CLICK)));
        fleet.add(row(FrameTexts.MOVE_BETWEEN_DOTS, Keys.of("←", "→", "Enter")));
        List<VBox> groups = new ArrayList<>();
        byGroup.forEach((name, rows) -> {
            rows.removeIf(row -> !matches(text, name, row));
            if (rows.isEmpty()) {
                return;
            }
            Label label = new Label(name);
            label.getStyleClass().add(Styles.SECTION);
            VBox group = new VBox(4, label);
            group.getChildren().addAll(rows);
            groups.add(group);
        });
        return groups;
    }

    private static HBox row(String action, HBox keys) {
        Label label = new Label(action);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(0);
        label.setWrapText(true);
        label.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(label, Priority.ALWAYS);
        HBox row = new HBox(8, label, keys);
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(22);
        // Labels may wrap to a second line; keys must not.
        keys.setMinWidth(Region.USE_PREF_SIZE);
        return row;
    }
}
