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
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeZones;

/// Choices of a person as one window sees them, each a property whose changes are written to the settings at once, and
/// which follows what another window writes there. What the settings hold that is no choice is the same as nothing.
/// Used on the JavaFX thread.
public final class Preferences {

    /// Sizes of type and rows that can be chosen, 1 is the usual one.
    public static final List<Double> TEXT_SCALES = List.of(.9, 1.0, 1.1, 1.25, 1.5);
    /// Begins the names of settings that hold keys.
    private static final String KEYS = "keys.";

    private final Settings settings;
    private final ObjectProperty<WindowTheme.Choice> theme;
    private final BooleanProperty colorBlind;
    private final BooleanProperty highContrast;
    private final BooleanProperty roomyRows;
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
    private final List<Property<?>> all = new ArrayList<>();
    /// Each takes over what the settings hold by now.
    private final List<Runnable> readers = new ArrayList<>();
    private final Runnable stopFollowing;

    public Preferences(Settings settings) {
        this.settings = settings;
        theme = choice("theme", WindowTheme.Choice.class, WindowTheme.Choice.SYSTEM);
        colorBlind = flag("colours.blind");
        highContrast = flag("colours.contrast");
        roomyRows = flag("rows.roomy");
        reducedMotion = flag("motion.reduced");
        priorities = flag("colours.priorities");
        textScale = kept("text.scale", new SimpleDoubleProperty(), () -> {
            double scale = settings.number("text.scale", 1);
            return TEXT_SCALES.contains(scale) ? scale : 1;
        });
        timeFormat = choice("time.format", TimeFormat.class, TimeFormat.TIMECODE);
        timeZone = kept(
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
        // Nothing looks different by it.
        all.remove(recentCommands);
        querySeconds = number("sql.seconds");
        stopFollowing = settings.onChange(() -> readers.forEach(Runnable::run));
    }

    /// Follows the settings no longer: its window is gone.
    public void close() {
        stopFollowing.run();
    }

    /// Choices that are kept nowhere.
    public static Preferences none() {
        return new Preferences(Settings.none());
    }

    /// The folder in which a person's things are kept; empty where nothing is.
    public Optional<Path> folder() {
        return settings.folder();
    }

    private BooleanProperty flag(String name) {
        return kept(name, new SimpleBooleanProperty(), () -> Boolean.parseBoolean(settings.get(name, "false")));
    }

    private IntegerProperty number(String name) {
        return kept(name, new SimpleIntegerProperty(), () -> Math.clamp(settings.number(name, 0), 0, 1 << 20));
    }

    private StringProperty text(String name) {
        return kept(name, new SimpleStringProperty(), () -> settings.get(name, ""));
    }

    private <E extends Enum<E>> ObjectProperty<E> choice(String name, Class<E> type, E usual) {
        return kept(name, new SimpleObjectProperty<E>(), () -> {
            E value = usual;
            for (E constant : type.getEnumConstants()) {
                value = constant.name().equals(settings.get(name, "")) ? constant : value;
            }
            return value;
        });
    }

    private <T, P extends Property<? super T>> P kept(String name, P property, Supplier<T> read) {
        property.setValue(read.get());
        readers.add(() -> property.setValue(read.get()));
        property.addListener(o -> settings.set(name, property.getValue()));
        all.add(property);
        return property;
    }

    /// Ids of the commands that were picked last, the newest first, with spaces between them.
    public StringProperty recentCommandsProperty() {
        return recentCommands;
    }

    /// Calls back after any change but one of keys.
    public void onChange(Runnable action) {
        all.forEach(p -> p.addListener(o -> action.run()));
    }

    /// Light, dark, or as the system is.
    public ObjectProperty<WindowTheme.Choice> themeProperty() {
        return theme;
    }

    /// Data colours that stay apart for people who see red and green alike.
    public BooleanProperty colorBlindProperty() {
        return colorBlind;
    }

    /// Edges around slices.
    public BooleanProperty highContrastProperty() {
        return highContrast;
    }

    /// Rows of CPUs and counters a little higher.
    public BooleanProperty roomyRowsProperty() {
        return roomyRows;
    }

    /// Nothing eases, everything is there at once.
    public BooleanProperty reducedMotionProperty() {
        return reducedMotion;
    }

    /// CPUs coloured by the threads' priorities in place of their processes.
    public BooleanProperty prioritiesProperty() {
        return priorities;
    }

    /// Size of type and rows, one of [#TEXT_SCALES].
    public DoubleProperty textScaleProperty() {
        return textScale;
    }

    /// How points in time are written.
    public ObjectProperty<TimeFormat> timeFormatProperty() {
        return timeFormat;
    }

    /// The zone that [TimeFormat#CUSTOM_ZONE] means: a name or an offset that [TimeZones#parse] reads; the system's
    /// own at first.
    public StringProperty timeZoneProperty() {
        return timeZone;
    }

    /// Whether durations are written to the nanosecond.
    public BooleanProperty exactDurationsProperty() {
        return exactDurations;
    }

    /// Which keys move the timeline.
    public ObjectProperty<MoveKeys> moveKeysProperty() {
        return moveKeys;
    }

    /// Memory that databases of traces opened from now on may use, MB; 0 for what suits the machine.
    public IntegerProperty memoryMbProperty() {
        return memoryMb;
    }

    /// Disk space that databases of all traces together may keep, GB; 0 for what suits the disk.
    public IntegerProperty cacheGbProperty() {
        return cacheGb;
    }

    /// A folder of SQL modules that come before the program's own; empty for none.
    public StringProperty moduleFolderProperty() {
        return moduleFolder;
    }

    /// How many seconds a query on the SQL page may run; 0 for as long as it takes.
    public IntegerProperty querySecondsProperty() {
        return querySeconds;
    }

    /// The modules that SQL can include: those of the chosen folder, and the program's own.
    public ModuleLibrary moduleLibrary() {
        try {
            return moduleFolder.get().isBlank()
                    ? new ModuleLibrary()
                    : new ModuleLibrary(List.of(Path.of(moduleFolder.get().strip())));
        } catch (InvalidPathException e) {
            // Written by hand: no folder has such a name.
            return new ModuleLibrary();
        }
    }

    /// Options with the limits that were chosen, where they say nothing of their own.
    public StoreOptions limited(StoreOptions options) {
        StoreOptions limited =
                options.memoryLimit() > 0 ? options : options.withMemoryLimit((long) memoryMb.get() << 20);
        return limited.cacheLimit() > 0 ? limited : limited.withCacheLimit((long) cacheGb.get() << 30);
    }

    /// The colours and sizes of what is drawn on canvases.
    ///
    /// @param dark whether dark colours are on
    /// @param still whether nothing may ease in any case
    public traceglass.render.color.Theme looks(boolean dark, boolean still) {
        return new traceglass.render.color.Theme(
                dark,
                colorBlind.get(),
                highContrast.get(),
                textScale.get(),
                !roomyRows.get(),
                still || reducedMotion.get(),
                priorities.get());
    }

    /// Gives commands the keys that a person chose, and remembers what is chosen from now on.
    public void installKeys(Commands commands) {
        commands.setKeyboard(moveKeys.get().instead());
        moveKeys.addListener(o -> commands.setKeyboard(moveKeys.get().instead()));
        commands.setChosenKeys(chosenKeys());
        boolean[] writing = new boolean[1];
        readers.add(() -> {
            if (!writing[0]) {
                commands.setChosenKeys(chosenKeys());
            }
        });
        commands.onKeysChanged(() -> {
            writing[0] = true;
            Map<String, List<KeyChord>> now = commands.chosenKeys();
            for (String name : List.copyOf(settings.names())) {
                if (name.startsWith(KEYS)
                        && !name.equals("keys.move")
                        && !now.containsKey(name.substring(KEYS.length()))) {
                    settings.remove(name);
                }
            }
            now.forEach((id, keys) -> settings.set(
                    KEYS + id,
                    String.join(" ", keys.stream().map(KeyChord::text).toList())));
            writing[0] = false;
        });
    }

    private Map<String, List<KeyChord>> chosenKeys() {
        Map<String, List<KeyChord>> chosen = new LinkedHashMap<>();
        for (String name : settings.names()) {
            if (name.startsWith(KEYS) && !name.equals("keys.move")) {
                String id = name.substring(KEYS.length());
                String current = FormerIds.current(id);
                if (current.equals(id) || !settings.names().contains(KEYS + current)) {
                    chosen.put(current, parse(settings.get(name, "")));
                }
            }
        }
        return chosen;
    }

    private static List<KeyChord> parse(String text) {
        List<KeyChord> keys = new ArrayList<>();
        for (String part : text.split(" ")) {
            try {
                if (!part.isEmpty()) {
                    keys.add(KeyChord.parse(part));
                }
            } catch (IllegalArgumentException e) {
                // Written by hand, or by a version that knew other keys: as if nothing was chosen.
            }
        }
        return keys;
    }
}
