package traceglass.app.preferences.page;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.Property;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.app.command.Commands;
import traceglass.app.preferences.MoveKeys;
import traceglass.app.preferences.Preferences;
import traceglass.app.theme.StyleSheets;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeZones;

/// Page with the settings of the program. Changes take effect immediately.
public final class SettingsPage implements Page {

    public static final String ID = "settings";
    private static final double WIDTH = 760;
    private static final List<Integer> MEMORY_MB = List.of(0, 512, 1024, 2048, 4096, 8192, 16_384);

    private static final List<Integer> CACHE_GB = List.of(0, 2, 5, 10, 20, 50, 100);

    private static final List<Integer> QUERY_SECONDS = List.of(0, 10, 30, 60, 300, 1800);

    private final Preferences preferences;
    private final KeyList keys;
    private final ScrollPane scroll;

    public SettingsPage(Commands commands, Preferences choices) {
        preferences = choices;
        keys = new KeyList(commands);
        preferences.moveKeysProperty().addListener(o -> keys.refresh());
        Label heading = new Label(title());
        heading.getStyleClass().add(Styles.TITLE);
        VBox content = new VBox(
                20, heading, appearance(), times(), keyboard(), memory(), sql(), section("Keyboard shortcuts", keys));
        content.setPadding(new Insets(24));
        content.setMaxWidth(WIDTH);
        HBox center = new HBox(content);
        center.setAlignment(Pos.TOP_CENTER);
        HBox.setHgrow(content, Priority.ALWAYS);
        center.getStyleClass().add("tg-page");
        scroll = new ScrollPane(center);
        scroll.setFitToWidth(true);
        scroll.setId("settings-page");
        scroll.getStyleClass().add("tg-page");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Settings";
    }

    @Override
    public String icon() {
        return "settings";
    }

    @Override
    public Node node() {
        return scroll;
    }

    @Override
    public boolean needsTrace() {
        return false;
    }

    @Override
    public void shown() {
        keys.refresh();
        scroll.requestFocus();
    }

    private Node appearance() {
        return section(
                "Appearance",
                new VBox(
                        row(
                                "Color scheme",
                                "",
                                choice(
                                        "settings-theme",
                                        preferences.themeProperty(),
                                        List.of(WindowTheme.Choice.values()),
                                        c -> switch (c) {
                                            case SYSTEM -> "System";
                                            case LIGHT -> "Light";
                                            case DARK -> "Dark";
                                        })),
                        row(
                                "Text and row size",
                                "",
                                choice(
                                        "settings-scale",
                                        preferences.textScaleProperty().asObject(),
                                        Preferences.TEXT_SCALES,
                                        scale -> Math.round(scale * 100) + " %")),
                        row(
                                "Color-blind palette",
                                "Slices, thread states and frames use hues without red-green contrast",
                                check("settings-blind", preferences.colorBlindProperty())),
                        row(
                                "High contrast",
                                "Outlines around all slices",
                                check("settings-contrast", preferences.highContrastProperty())),
                        row(
                                "Color CPUs by priority",
                                "Real-time, above normal and normal priority; otherwise by process",
                                check("settings-priorities", preferences.prioritiesProperty())),
                        row(
                                "Comfortable rows",
                                "Taller rows for CPUs and counters",
                                check("settings-roomy", preferences.comfortableRowsProperty())),
                        row(
                                "Reduced motion",
                                "Turns off animations",
                                check("settings-still", preferences.reducedMotionProperty()))));
    }

    private Node times() {
        return section(
                "Time",
                new VBox(
                        row(
                                "Time format",
                                "Also available in the status bar",
                                choice(
                                        "settings-time",
                                        preferences.timeFormatProperty(),
                                        List.of(TimeFormat.values()),
                                        TimeFormat::title)),
                        row("Other time zone", "Name, city, or offset such as +5:30", zone()),
                        row(
                                "Exact durations",
                                "Nanosecond precision instead of four significant digits",
                                check("settings-exact", preferences.exactDurationsProperty()))));
    }

    private Node zone() {
        ComboBox<String> box = new ComboBox<>();
        box.setId("settings-zone");
        box.getItems().addAll(TimeZones.names());
        box.setEditable(true);
        StyleSheets.widths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.setValue(preferences.timeZoneProperty().get());
        preferences
                .timeZoneProperty()
                .addListener(o -> box.setValue(preferences.timeZoneProperty().get()));
        // Rejects invalid zones by restoring the current one.
        box.valueProperty()
                .addListener((o, was, is) -> TimeZones.parse(is == null ? "" : is)
                        .ifPresentOrElse(
                                zone -> preferences.timeZoneProperty().set(zone.getId()),
                                () -> box.setValue(
                                        preferences.timeZoneProperty().get())));
        return box;
    }

    private Node keyboard() {
        return section(
                "Timeline navigation",
                new VBox(row(
                        "Keys for zoom in, left, zoom out, right",
                        "The keys at the positions of W, A, S and D on your keyboard",
                        choice(
                                "settings-move",
                                preferences.moveKeysProperty(),
                                List.of(MoveKeys.values()),
                                MoveKeys::title))));
    }

    private Node memory() {
        return section(
                "Memory and disk",
                new VBox(
                        row(
                                "Memory limit per trace",
                                "For traces opened from now on; larger queries spill to disk",
                                choice(
                                        "settings-memory",
                                        preferences.memoryMbProperty().asObject(),
                                        MEMORY_MB,
                                        mb -> mb == 0
                                                ? "Half of the memory"
                                                : mb < 1024 ? mb + " MB" : mb / 1024 + " GB")),
                        row(
                                "Disk limit for cached traces",
                                "The least recently used are deleted first and imported again when opened",
                                choice(
                                        "settings-cache",
                                        preferences.cacheGbProperty().asObject(),
                                        CACHE_GB,
                                        gb -> gb == 0 ? "10 %, at most 20 GB" : gb + " GB"))));
    }

    private Node sql() {
        TextField folder = new TextField();
        folder.setId("settings-modules");
        folder.setPromptText("None");
        folder.setAccessibleText("SQL module folder");
        StyleSheets.widths(folder, Region.USE_COMPUTED_SIZE, 230, Region.USE_COMPUTED_SIZE);
        folder.textProperty().bindBidirectional(preferences.moduleFolderProperty());
        Label missing = new Label("Folder not found");
        missing.getStyleClass().addAll(Styles.SMALL, "tg-settings-problem");
        folder.textProperty().addListener(o -> missing.setVisible(isMissing(folder.getText())));
        missing.setVisible(isMissing(folder.getText()));
        missing.managedProperty().bind(missing.visibleProperty());
        return section(
                "SQL",
                new VBox(
                        row(
                                "SQL module folder",
                                "File a/b.sql is module a.b and overrides the built-in module of that name",
                                problemBelow(folder, missing)),
                        row(
                                "Query time limit",
                                "Longer queries are stopped; applies to the next query",
                                choice(
                                        "settings-query-time",
                                        preferences.querySecondsProperty().asObject(),
                                        QUERY_SECONDS,
                                        s -> s == 0 ? "No limit" : s < 60 ? s + " s" : s / 60 + " min"))));
    }

    private static VBox problemBelow(TextField field, Label problem) {
        VBox box = new VBox(2, field, problem);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static boolean isMissing(String folder) {
        try {
            return !folder.isBlank() && !Files.isDirectory(Path.of(folder.strip()));
        } catch (InvalidPathException e) {
            return true;
        }
    }

    private static VBox section(String title, Region card) {
        Label label = new Label(title);
        label.getStyleClass().add(Styles.SECTION);
        label.setPadding(new Insets(0, 2, 6, 2));
        card.getStyleClass().add(Styles.CARD);
        card.setPadding(new Insets(6, 14, 6, 14));
        return new VBox(label, card);
    }

    private static HBox row(String title, String explanation, Node control) {
        Label name = new Label(title);
        name.setWrapText(true);
        VBox words = new VBox(name);
        words.setAlignment(Pos.CENTER_LEFT);
        if (!explanation.isEmpty()) {
            Label quiet = new Label(explanation);
            quiet.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
            quiet.setWrapText(true);
            words.getChildren().add(quiet);
        }
        control.setAccessibleText(title);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox row = new HBox(16, words, control);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("tg-setting");
        return row;
    }

    private static CheckBox check(String id, BooleanProperty property) {
        CheckBox box = new CheckBox();
        box.setId(id);
        box.selectedProperty().bindBidirectional(property);
        return box;
    }

    private static <T> ComboBox<T> choice(String id, Property<T> property, List<T> values, Function<T, String> words) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.getItems().addAll(values);
        if (!values.contains(property.getValue())) {
            box.getItems().add(property.getValue());
        }
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : words.apply(value);
            }

            @Override
            public T fromString(String text) {
                return null;
            }
        });
        StyleSheets.widths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.valueProperty().bindBidirectional(property);
        // Keeps a derived property alive; nothing else references it.
        box.setUserData(property);
        return box;
    }
}
