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
import traceglass.app.theme.Sheets;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeZones;

/// The page on which a person chooses how the program looks and behaves. Every choice is in effect at once.
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
                20, heading, appearance(), times(), keyboard(), memory(), sql(), section("Keys of commands", keys));
        content.setPadding(new Insets(24));
        content.setMaxWidth(WIDTH);
        HBox centre = new HBox(content);
        centre.setAlignment(Pos.TOP_CENTER);
        HBox.setHgrow(content, Priority.ALWAYS);
        centre.getStyleClass().add("tg-page");
        scroll = new ScrollPane(centre);
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
                                "Colours",
                                "",
                                choice(
                                        "settings-theme",
                                        preferences.themeProperty(),
                                        List.of(WindowTheme.Choice.values()),
                                        c -> switch (c) {
                                            case SYSTEM -> "As the system";
                                            case LIGHT -> "Light";
                                            case DARK -> "Dark";
                                        })),
                        row(
                                "Size of text and rows",
                                "",
                                choice(
                                        "settings-scale",
                                        preferences.textScaleProperty().asObject(),
                                        Preferences.TEXT_SCALES,
                                        scale -> Math.round(scale * 100) + " %")),
                        row(
                                "Colours for people who see red and green alike",
                                "Slices, thread states and frames take hues that stay apart",
                                check("settings-blind", preferences.colorBlindProperty())),
                        row(
                                "High contrast",
                                "An edge around every slice",
                                check("settings-contrast", preferences.highContrastProperty())),
                        row(
                                "CPUs by priority",
                                "Real time, higher than usual, usual; else by process",
                                check("settings-priorities", preferences.prioritiesProperty())),
                        row(
                                "Roomy rows",
                                "CPUs and counters a little higher",
                                check("settings-roomy", preferences.roomyRowsProperty())),
                        row(
                                "Reduced motion",
                                "Nothing eases, everything is there at once",
                                check("settings-still", preferences.reducedMotionProperty()))));
    }

    private Node times() {
        return section(
                "Times",
                new VBox(
                        row(
                                "Points in time",
                                "Also in the status bar",
                                choice(
                                        "settings-time",
                                        preferences.timeFormatProperty(),
                                        List.of(TimeFormat.values()),
                                        TimeFormat::title)),
                        row("Other time zone", "A name, a city, or an offset such as +5:30", zone()),
                        row(
                                "Durations to the nanosecond",
                                "Else with four significant digits",
                                check("settings-exact", preferences.exactDurationsProperty()))));
    }

    private Node zone() {
        ComboBox<String> box = new ComboBox<>();
        box.setId("settings-zone");
        box.getItems().addAll(TimeZones.names());
        box.setEditable(true);
        Sheets.widths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.setValue(preferences.timeZoneProperty().get());
        preferences
                .timeZoneProperty()
                .addListener(o -> box.setValue(preferences.timeZoneProperty().get()));
        // What is no zone is not taken: the field goes back to the zone that is in effect.
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
                "Moving the timeline",
                new VBox(row(
                        "Keys to zoom in, go left, zoom out, go right",
                        "Those in the places of W, A, S and D on your keyboard",
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
                                "Memory for the database of a trace",
                                "For traces opened from now on; what needs more spills to disk",
                                choice(
                                        "settings-memory",
                                        preferences.memoryMbProperty().asObject(),
                                        MEMORY_MB,
                                        mb -> mb == 0
                                                ? "Half of this machine's"
                                                : mb < 1024 ? mb + " MB" : mb / 1024 + " GB")),
                        row(
                                "Disk space for databases of traces",
                                "Those used longest ago go first; a trace without one is imported again",
                                choice(
                                        "settings-cache",
                                        preferences.cacheGbProperty().asObject(),
                                        CACHE_GB,
                                        gb -> gb == 0 ? "A tenth, at most 20 GB" : gb + " GB"))));
    }

    private Node sql() {
        TextField folder = new TextField();
        folder.setId("settings-modules");
        folder.setPromptText("No folder");
        folder.setAccessibleText("Folder of more SQL modules");
        Sheets.widths(folder, Region.USE_COMPUTED_SIZE, 230, Region.USE_COMPUTED_SIZE);
        folder.textProperty().bindBidirectional(preferences.moduleFolderProperty());
        Label missing = new Label("There is no such folder");
        missing.getStyleClass().addAll(Styles.SMALL, "tg-settings-problem");
        folder.textProperty().addListener(o -> missing.setVisible(isMissing(folder.getText())));
        missing.setVisible(isMissing(folder.getText()));
        missing.managedProperty().bind(missing.visibleProperty());
        return section(
                "SQL",
                new VBox(
                        row(
                                "Folder of modules",
                                "Its file a/b.sql is the module a.b, before the built-in one of this name",
                                problemBelow(folder, missing)),
                        row(
                                "Time for a query",
                                "What runs longer is stopped; in effect from the next query on",
                                choice(
                                        "settings-query-time",
                                        preferences.querySecondsProperty().asObject(),
                                        QUERY_SECONDS,
                                        s -> s == 0 ? "As long as it takes" : s < 60 ? s + " s" : s / 60 + " min"))));
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
        Sheets.widths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.valueProperty().bindBidirectional(property);
        // A property that was made from another one is held by nobody else.
        box.setUserData(property);
        return box;
    }
}
