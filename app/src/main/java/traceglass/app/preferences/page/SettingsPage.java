package traceglass.app.preferences.page;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
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
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.app.update.UpdateRun;
import traceglass.store.database.ReadingOptions;
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
    private final ImporterList importers;
    private final ScrollPane scroll;
    private final VBox content;
    private final Label noMatch = new Label();

    /// @param reading reading options, with the folder of importers
    public SettingsPage(Commands commands, Preferences choices, ReadingOptions reading) {
        preferences = choices;
        importers = new ImporterList(reading);
        keys = new KeyList(commands);
        preferences.moveKeysProperty().addListener(o -> keys.refresh());
        Label heading = new Label(title());
        heading.getStyleClass().add(Styles.TITLE);
        FilterField search = new FilterField("settings-search", SettingsTexts.FIND_SETTING, this::filter);
        noMatch.getStyleClass().add("tg-empty");
        noMatch.setWrapText(true);
        show(noMatch, false);
        content = new VBox(
                20,
                heading,
                search,
                appearance(),
                times(),
                keyboard(),
                memory(),
                sql(),
                section(SettingsTexts.IMPORTERS, importers),
                section(CommonTexts.KEYBOARD_SHORTCUTS, keys),
                noMatch);
        content.setPadding(new Insets(24));
        StyleSheets.setWidths(content, Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE, WIDTH);
        HBox center = new HBox(content);
        center.setAlignment(Pos.TOP_CENTER);
        HBox.setHgrow(content, Priority.ALWAYS);
        center.getStyleClass().add("tg-page");
        scroll = new ScrollPane(center);
        scroll.setFitToWidth(true);
        scroll.setId("settings-page");
        scroll.getStyleClass().add("tg-page");
    }

    /// Adds the updates of the program.
    public void showUpdates(UpdateRun run) {
        content.getChildren()
                .add(
                        content.getChildren().indexOf(noMatch) - 1,
                        section(SettingsTexts.UPDATES, new UpdateSection(run)));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return SettingsTexts.SETTINGS;
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
    public void onShown() {
        keys.refresh();
        importers.refresh();
        scroll.requestFocus();
    }

    /// Shows only settings and shortcuts that match a text.
    private void filter(String text) {
        keys.filter(text);
        boolean hasMatches = false;
        for (Node section : content.lookupAll(".tg-settings-section")) {
            String title = ((Label) ((VBox) section).getChildren().getFirst()).getText();
            Node card = ((VBox) section).getChildren().getLast();
            boolean hasMatch = false;
            if (card == keys) {
                hasMatch = keys.hasMatches();
            } else {
                for (Node row : card.lookupAll(".tg-setting")) {
                    boolean matches = matches(text, title, row);
                    show(row, matches);
                    hasMatch |= matches;
                }
            }
            show(section, hasMatch);
            hasMatches |= hasMatch;
        }
        noMatch.setText(SettingsTexts.noSetting(text.strip()));
        show(noMatch, !hasMatches);
    }

    private static boolean matches(String text, String section, Node row) {
        StringBuilder labels = new StringBuilder(section);
        HBox box = (HBox) row;
        box.getChildren()
                .getFirst()
                .lookupAll(".label")
                .forEach(l -> labels.append(' ').append(((Label) l).getText()));
        if (box.getChildren().getLast() instanceof ComboBox<?> choices) {
            addChoices(choices, labels);
        }
        return containsWords(labels.toString(), text);
    }

    private static <T> void addChoices(ComboBox<T> choices, StringBuilder labels) {
        for (T choice : choices.getItems()) {
            labels.append(' ')
                    .append(
                            choices.getConverter() == null
                                    ? String.valueOf(choice)
                                    : choices.getConverter().toString(choice));
        }
    }

    /// Returns whether a text contains all words of a search, in any order.
    static boolean containsWords(String text, String search) {
        return Stream.of(search.strip().toLowerCase(Locale.ROOT).split("\\s+"))
                .allMatch(text.toLowerCase(Locale.ROOT)::contains);
    }

    private static void show(Node node, boolean isShown) {
        node.setVisible(isShown);
        node.setManaged(isShown);
    }

    private Node appearance() {
        return section(
                SettingsTexts.APPEARANCE,
                new VBox(
                        row(
                                SettingsTexts.COLOR_SCHEME,
                                "",
                                choice(
                                        "settings-theme",
                                        preferences.themeProperty(),
                                        List.of(WindowTheme.Choice.values()),
                                        WindowTheme.Choice::title)),
                        row(
                                SettingsTexts.TEXT_SIZE,
                                "",
                                choice(
                                        "settings-scale",
                                        preferences.textScaleProperty().asObject(),
                                        Preferences.TEXT_SCALES,
                                        SettingsTexts::percent)),
                        row(
                                SettingsTexts.COLOR_BLIND,
                                SettingsTexts.COLOR_BLIND_HELP,
                                check("settings-blind", preferences.colorBlindProperty())),
                        row(
                                SettingsTexts.HIGH_CONTRAST,
                                SettingsTexts.HIGH_CONTRAST_HELP,
                                check("settings-contrast", preferences.highContrastProperty())),
                        row(
                                SettingsTexts.PRIORITIES,
                                SettingsTexts.PRIORITIES_HELP,
                                check("settings-priorities", preferences.prioritiesProperty())),
                        row(
                                SettingsTexts.COMFORTABLE_ROWS,
                                SettingsTexts.COMFORTABLE_ROWS_HELP,
                                check("settings-comfortable", preferences.comfortableRowsProperty())),
                        row(
                                SettingsTexts.REDUCED_MOTION,
                                SettingsTexts.REDUCED_MOTION_HELP,
                                check("settings-still", preferences.reducedMotionProperty()))));
    }

    private Node times() {
        return section(
                SettingsTexts.TIME,
                new VBox(
                        row(
                                SettingsTexts.TIME_FORMAT,
                                SettingsTexts.TIME_FORMAT_HELP,
                                choice(
                                        "settings-time",
                                        preferences.timeFormatProperty(),
                                        List.of(TimeFormat.values()),
                                        TimeFormat::title)),
                        row(SettingsTexts.OTHER_ZONE, SettingsTexts.OTHER_ZONE_HELP, zone()),
                        row(
                                SettingsTexts.EXACT_DURATIONS,
                                SettingsTexts.EXACT_DURATIONS_HELP,
                                check("settings-exact", preferences.exactDurationsProperty()))));
    }

    private Node zone() {
        ComboBox<String> box = new ComboBox<>();
        box.setId("settings-zone");
        box.getItems().addAll(TimeZones.names());
        box.setEditable(true);
        StyleSheets.setWidths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.setValue(preferences.timeZoneProperty().get());
        preferences
                .timeZoneProperty()
                .addListener(o -> box.setValue(preferences.timeZoneProperty().get()));
        // Reject invalid zones by restoring the current one.
        box.valueProperty()
                .addListener((_, _, newValue) -> TimeZones.parse(newValue == null ? "" : newValue)
                        .ifPresentOrElse(
                                zone -> preferences.timeZoneProperty().set(zone.getId()),
                                () -> box.setValue(
                                        preferences.timeZoneProperty().get())));
        return box;
    }

    private Node keyboard() {
        return section(
                SettingsTexts.NAVIGATION,
                new VBox(row(
                        SettingsTexts.MOVE_KEYS,
                        SettingsTexts.MOVE_KEYS_HELP,
                        choice(
                                "settings-move",
                                preferences.moveKeysProperty(),
                                List.of(MoveKeys.values()),
                                MoveKeys::title))));
    }

    private Node memory() {
        return section(
                SettingsTexts.MEMORY_AND_DISK,
                new VBox(
                        row(
                                SettingsTexts.MEMORY_LIMIT,
                                SettingsTexts.MEMORY_LIMIT_HELP,
                                choice(
                                        "settings-memory",
                                        preferences.memoryMbProperty().asObject(),
                                        MEMORY_MB,
                                        SettingsTexts::memory)),
                        row(
                                SettingsTexts.CACHE_LIMIT,
                                SettingsTexts.CACHE_LIMIT_HELP,
                                choice(
                                        "settings-cache",
                                        preferences.cacheGbProperty().asObject(),
                                        CACHE_GB,
                                        SettingsTexts::cache))));
    }

    private Node sql() {
        TextField folder = new TextField();
        folder.setId("settings-modules");
        folder.setPromptText(SettingsTexts.NO_FOLDER);
        folder.setAccessibleText(SettingsTexts.MODULE_FOLDER);
        StyleSheets.setWidths(folder, Region.USE_COMPUTED_SIZE, 230, Region.USE_COMPUTED_SIZE);
        folder.textProperty().bindBidirectional(preferences.moduleFolderProperty());
        Label missing = new Label(SettingsTexts.FOLDER_NOT_FOUND);
        missing.getStyleClass().addAll(Styles.SMALL, "tg-settings-problem");
        missing.setId("settings-modules-missing");
        folder.textProperty().addListener(o -> checkFolder(folder, missing));
        missing.setVisible(false);
        checkFolder(folder, missing);
        missing.managedProperty().bind(missing.visibleProperty());
        return section(
                SettingsTexts.SQL,
                new VBox(
                        row(
                                SettingsTexts.MODULE_FOLDER,
                                SettingsTexts.MODULE_FOLDER_HELP,
                                problemBelow(folder, missing)),
                        row(
                                SettingsTexts.QUERY_LIMIT,
                                SettingsTexts.QUERY_LIMIT_HELP,
                                choice(
                                        "settings-query-time",
                                        preferences.querySecondsProperty().asObject(),
                                        QUERY_SECONDS,
                                        SettingsTexts::queryLimit))));
    }

    private static VBox problemBelow(TextField field, Label problem) {
        VBox box = new VBox(2, field, problem);
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    /// Shows the problem if the folder in the field is missing. Checks it in the background, as it may be on a slow
    /// disk.
    private static void checkFolder(TextField field, Label problem) {
        String folder = field.getText();
        Thread.ofVirtual().name("check folder").start(() -> {
            boolean isMissing = isMissing(folder);
            FxThread.later(() -> {
                if (folder.equals(field.getText())) {
                    problem.setVisible(isMissing);
                }
            });
        });
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
        VBox section = new VBox(label, card);
        section.getStyleClass().add("tg-settings-section");
        return section;
    }

    static HBox row(String title, String explanation, Node control) {
        Label name = new Label(title);
        name.setWrapText(true);
        VBox labels = new VBox(name);
        labels.setAlignment(Pos.CENTER_LEFT);
        if (!explanation.isEmpty()) {
            Label mutedLabel = new Label(explanation);
            mutedLabel.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
            mutedLabel.setWrapText(true);
            labels.getChildren().add(mutedLabel);
        }
        control.setAccessibleText(title);
        labels.setMinWidth(0);
        HBox.setHgrow(labels, Priority.ALWAYS);
        HBox row = new HBox(16, labels, control);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("tg-setting");
        return row;
    }

    private static CheckBox check(String id, BooleanProperty property) {
        CheckBox box = new CheckBox();
        box.setId(id);
        box.getStyleClass().add("tg-switch-box");
        box.selectedProperty().bindBidirectional(property);
        return box;
    }

    private static <T> ComboBox<T> choice(String id, Property<T> property, List<T> values, Function<T, String> title) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.getItems().addAll(values);
        if (!values.contains(property.getValue())) {
            box.getItems().add(property.getValue());
        }
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : title.apply(value);
            }

            @Override
            public T fromString(String text) {
                return null;
            }
        });
        StyleSheets.setWidths(box, Region.USE_PREF_SIZE, 230, Region.USE_COMPUTED_SIZE);
        box.valueProperty().bindBidirectional(property);
        // Keep a derived property alive; nothing else references it.
        box.setUserData(property);
        return box;
    }
}
