package traceglass.app.preferences;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import traceglass.app.command.Commands;
import traceglass.app.command.FormerIds;
import traceglass.app.command.KeyChord;
import traceglass.app.settings.Settings;
import traceglass.app.theme.WindowTheme;
import traceglass.render.color.Theme;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeZones;

/// User preferences of a window as properties. Changes are written to the settings immediately, and changes by other
/// windows are followed. Invalid stored values are ignored. Used on the JavaFX thread.
public final class Preferences {

    /// Scales for text and row size; 1 is the default.
    public static final List<Double> TEXT_SCALES = List.of(.9, 1.0, 1.1, 1.25, 1.5);
    /// Prefix of settings that store shortcuts.
    private static final String KEYS = "keys.";

    private final Settings settings;
    private final ObjectProperty<WindowTheme.Choice> theme;
    private final BooleanProperty colorBlind;
    private final BooleanProperty highContrast;
    private final BooleanProperty comfortableRows;
    private final BooleanProperty reducedMotion;
    private final BooleanProperty priorities;
    private final DoubleProperty textScale;
    private final ObjectProperty<TimeFormat> timeFormat;
    private final StringProperty timeZone;
    private final BooleanProperty exactDurations;
    private final ObjectProperty<MoveKeys> moveKeys;
    private final IntegerProperty memoryMb;
    private final IntegerProperty cacheGb;
    private final StringProperty moduleFolder;
    private final StringProperty recentCommands;
    private final IntegerProperty querySeconds;
    private final List<Property<?>> properties = new ArrayList<>();
    /// Each updates one property from the settings.
    private final List<Runnable> propertyReaders = new ArrayList<>();
    private final Runnable stopFollowing;

    public Preferences(Settings settings) {
        this.settings = settings;
        theme = choice("theme", WindowTheme.Choice.class, WindowTheme.Choice.SYSTEM);
        colorBlind = flag("colours.blind");
        highContrast = flag("colours.contrast");
        comfortableRows = flag("rows.roomy");
        reducedMotion = flag("motion.reduced");
        priorities = flag("colours.priorities");
        textScale = bind("text.scale", new SimpleDoubleProperty(), () -> {
            double scale = settings.number("text.scale", 1);
            return TEXT_SCALES.contains(scale) ? scale : 1;
        });
        timeFormat = choice("time.format", TimeFormat.class, TimeFormat.TIMECODE);
        timeZone = bind(
                "time.zone",
                new SimpleStringProperty(),
                () -> TimeZones.parse(settings.get("time.zone", ""))
                        .orElseGet(ZoneId::systemDefault)
                        .getId());
        exactDurations = flag("time.exact");
        moveKeys = choice("keys.move", MoveKeys.class, MoveKeys.QWERTY);
        memoryMb = number("memory.mb");
        cacheGb = number("cache.gb");
        moduleFolder = text("sql.modules");
        recentCommands = text("commands.recent");
        // Recent commands do not change the appearance.
        properties.remove(recentCommands);
        querySeconds = number("sql.seconds");
        stopFollowing = settings.onChange(() -> propertyReaders.forEach(Runnable::run));
    }

    /// Stops following the settings; called when the window is closed.
    public void close() {
        stopFollowing.run();
    }

    /// Creates preferences that are not stored.
    public static Preferences none() {
        return new Preferences(Settings.none());
    }

    /// Folder of the stored settings; empty if they are not stored.
    public Optional<Path> folder() {
        return settings.folder();
    }

    private BooleanProperty flag(String name) {
        return bind(name, new SimpleBooleanProperty(), () -> Boolean.parseBoolean(settings.get(name, "false")));
    }

    /// Returns a setting of one part of the window, which does not change the appearance.
    public StringProperty textWithoutAppearance(String name) {
        StringProperty property = text(name);
        properties.remove(property);
        return property;
    }

    private IntegerProperty number(String name) {
        return bind(name, new SimpleIntegerProperty(), () -> Math.clamp(settings.number(name, 0), 0, 1 << 20));
    }

    private StringProperty text(String name) {
        return bind(name, new SimpleStringProperty(), () -> settings.get(name, ""));
    }

    private <E extends Enum<E>> ObjectProperty<E> choice(String name, Class<E> type, E defaultValue) {
        return bind(name, new SimpleObjectProperty<E>(), () -> {
            E value = defaultValue;
            for (E constant : type.getEnumConstants()) {
                value = constant.name().equals(settings.get(name, "")) ? constant : value;
            }
            return value;
        });
    }

    private <T, P extends Property<? super T>> P bind(String name, P property, Supplier<T> read) {
        property.setValue(read.get());
        propertyReaders.add(() -> property.setValue(read.get()));
        property.addListener(o -> settings.set(name, property.getValue()));
        properties.add(property);
        return property;
    }

    /// Ids of recently used commands, newest first, separated by spaces.
    public StringProperty recentCommandsProperty() {
        return recentCommands;
    }

    /// Registers a callback for all changes except changes of shortcuts.
    public void onChange(Runnable action) {
        properties.forEach(p -> p.addListener(o -> action.run()));
    }

    /// Light, dark or system color scheme.
    public ObjectProperty<WindowTheme.Choice> themeProperty() {
        return theme;
    }

    /// Whether to use data colors that people with red-green color blindness can distinguish.
    public BooleanProperty colorBlindProperty() {
        return colorBlind;
    }

    /// Whether slices have outlines.
    public BooleanProperty highContrastProperty() {
        return highContrast;
    }

    /// Whether rows of CPUs and counters are slightly taller.
    public BooleanProperty comfortableRowsProperty() {
        return comfortableRows;
    }

    /// Whether animations are disabled.
    public BooleanProperty reducedMotionProperty() {
        return reducedMotion;
    }

    /// Whether CPU slices are colored by thread priority instead of by process.
    public BooleanProperty prioritiesProperty() {
        return priorities;
    }

    /// Scale of text and rows, one of [#TEXT_SCALES].
    public DoubleProperty textScaleProperty() {
        return textScale;
    }

    /// Time format of the timeline and of details.
    public ObjectProperty<TimeFormat> timeFormatProperty() {
        return timeFormat;
    }

    /// Zone for [TimeFormat#CUSTOM_ZONE]: a name or offset accepted by [TimeZones#parse]; initially the system's
    /// zone.
    public StringProperty timeZoneProperty() {
        return timeZone;
    }

    /// Whether durations are shown to the nanosecond.
    public BooleanProperty exactDurationsProperty() {
        return exactDurations;
    }

    /// Keys that move the timeline.
    public ObjectProperty<MoveKeys> moveKeysProperty() {
        return moveKeys;
    }

    /// Memory limit in MB for databases of traces opened from now on; 0 for the default of the machine.
    public IntegerProperty memoryMbProperty() {
        return memoryMb;
    }

    /// Disk space limit in GB for all cached databases; 0 for the default of the disk.
    public IntegerProperty cacheGbProperty() {
        return cacheGb;
    }

    /// Folder of SQL modules that take precedence over the built-in ones; empty for none.
    public StringProperty moduleFolderProperty() {
        return moduleFolder;
    }

    /// Time limit in seconds for a query on the SQL page; 0 for none.
    public IntegerProperty querySecondsProperty() {
        return querySeconds;
    }

    /// Modules that SQL can include: modules in the chosen folder and built-in modules.
    public ModuleLibrary moduleLibrary() {
        try {
            return moduleFolder.get().isBlank()
                    ? new ModuleLibrary()
                    : new ModuleLibrary(List.of(Path.of(moduleFolder.get().strip())));
        } catch (InvalidPathException e) {
            // The settings file may contain a name that is not a valid path.
            return new ModuleLibrary();
        }
    }

    /// Fills limits that the options leave unset with the chosen ones.
    public StoreOptions withLimits(StoreOptions options) {
        StoreOptions limited =
                options.memoryLimit() > 0 ? options : options.withMemoryLimit((long) memoryMb.get() << 20);
        return limited.cacheLimit() > 0 ? limited : limited.withCacheLimit((long) cacheGb.get() << 30);
    }

    /// Colors and sizes for canvases.
    ///
    /// @param isDark whether the dark color scheme is active
    /// @param isStill whether to disable animations regardless of the preference
    public Theme canvasTheme(boolean isDark, boolean isStill) {
        return new Theme(
                isDark,
                colorBlind.get(),
                highContrast.get(),
                textScale.get(),
                !comfortableRows.get(),
                isStill || reducedMotion.get(),
                priorities.get());
    }

    /// Assigns the user's shortcuts to the commands and stores later changes.
    public void installKeys(Commands commands) {
        commands.setKeyboard(moveKeys.get().replacementKeys());
        moveKeys.addListener(o -> commands.setKeyboard(moveKeys.get().replacementKeys()));
        commands.setUserKeys(userKeys());
        boolean[] writing = new boolean[1];
        propertyReaders.add(() -> {
            if (!writing[0]) {
                commands.setUserKeys(userKeys());
            }
        });
        commands.onKeysChanged(() -> {
            writing[0] = true;
            Map<String, List<KeyChord>> current = commands.userKeys();
            for (String name : List.copyOf(settings.names())) {
                if (name.startsWith(KEYS)
                        && !name.equals("keys.move")
                        && !current.containsKey(name.substring(KEYS.length()))) {
                    settings.remove(name);
                }
            }
            current.forEach((id, keys) -> settings.set(
                    KEYS + id,
                    String.join(" ", keys.stream().map(KeyChord::text).toList())));
            writing[0] = false;
        });
    }

    private Map<String, List<KeyChord>> userKeys() {
        Map<String, List<KeyChord>> keys = new LinkedHashMap<>();
        for (String name : settings.names()) {
            if (name.startsWith(KEYS) && !name.equals("keys.move")) {
                String id = name.substring(KEYS.length());
                String current = FormerIds.current(id);
                if (current.equals(id) || !settings.names().contains(KEYS + current)) {
                    keys.put(current, parse(settings.get(name, "")));
                }
            }
        }
        return keys;
    }

    private static List<KeyChord> parse(String text) {
        List<KeyChord> keys = new ArrayList<>();
        for (String part : text.split(" ")) {
            try {
                if (!part.isEmpty()) {
                    keys.add(KeyChord.parse(part));
                }
            } catch (IllegalArgumentException e) {
                // Ignore invalid text, written by hand or by another version.
            }
        }
        return keys;
    }
}
