package traceglass.app.window.frame;

import java.time.ZoneOffset;
import java.util.Locale;
import javafx.geometry.Side;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import traceglass.analysis.clock.WallClock;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.preferences.Preferences;
import traceglass.app.session.TraceSession;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeStyle;
import traceglass.store.time.TimeZones;

/// Applies the chosen time format to a trace, depending on whether the trace records the time of day, and lets
/// the user choose it in the status bar and by commands.
public final class TimeStyles {

    /// Offset from trace time to Unix time, and time zone of the recording device in minutes ahead of UTC.
    private record TimeOfDay(long toUnixNs, int zoneMinutes) {}

    private final TraceSlot slot;
    private final Messages messages;
    private final Preferences preferences;

    private TimeStyles(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        this.messages = window.messages();
        this.preferences = window.preferences();
    }

    /// Keeps the time style of a view up to date with its trace and the preferences.
    public static void follow(TraceSlot slot, WindowContext window) {
        TimeStyles styles = new TimeStyles(slot, window);
        slot.trace().sessionProperty().addListener(o -> styles.sessionChanged());
        styles.preferences.timeFormatProperty().addListener(o -> styles.update());
        styles.preferences.timeZoneProperty().addListener(o -> styles.update());
        styles.preferences.exactDurationsProperty().addListener(o -> styles.update());
        styles.update();
        if (!slot.isFirst()) {
            // The status bar and the commands serve both traces.
            return;
        }
        styles.register();
        var label = window.messages().status().format();
        label.setId("status-format");
        label.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY) {
                styles.menu().show(label, Side.TOP, 0, 0);
            }
        });
        label.setFocusTraversable(true);
        label.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        label.setAccessibleHelp(FrameTexts.TIME_FORMAT);
        label.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                styles.menu().show(label, Side.TOP, 0, 0);
                e.consume();
            }
        });
    }

    private void update() {
        TimeStyle current = slot.appearance().timeStyle();
        slot.appearance()
                .timeStyleProperty()
                .set(current.withFormat(preferences.timeFormatProperty().get())
                        .withExact(preferences.exactDurationsProperty().get())
                        .withChosenZone(
                                TimeZones.parse(preferences.timeZoneProperty().get())
                                        .orElse(ZoneOffset.UTC)));
        messages.status()
                .format()
                .setText(title(preferences.timeFormatProperty().get()));
    }

    private void sessionChanged() {
        TraceSession session = slot.trace().session();
        slot.appearance().timeStyleProperty().set(slot.appearance().timeStyle().recordedAt(TimeStyle.UNKNOWN, 0));
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            read(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session.isReady() && session == slot.trace().session()) {
                    read(session);
                }
            });
        }
    }

    private void read(TraceSession session) {
        session.queries()
                .submit(
                        "time-of-day",
                        q -> timeOfDay(q),
                        found -> {
                            if (session == slot.trace().session()) {
                                slot.appearance()
                                        .timeStyleProperty()
                                        .set(slot.appearance()
                                                .timeStyle()
                                                .recordedAt(found.toUnixNs, found.zoneMinutes));
                            }
                        },
                        e -> {
                            // Without an answer, the time of day stays unknown.
                        });
    }

    /// Reads the time of day from the first clock snapshot that has the real-time clock.
    private static TimeOfDay timeOfDay(TraceQueries q) throws QueryException {
        return new TimeOfDay(WallClock.offset(q).orElse(TimeStyle.UNKNOWN), WallClock.zoneMinutes(q));
    }

    private boolean canWrite(TimeFormat format) {
        return !format.isTimeOfDay()
                || slot.trace().session() == null
                || slot.appearance().timeStyle().hasTimeOfDay();
    }

    private String title(TimeFormat format) {
        String zone = preferences.timeZoneProperty().get();
        return format != TimeFormat.CUSTOM_ZONE ? format.title() : zone.matches("[-+].*") ? FrameTexts.utc(zone) : zone;
    }

    private void askForZone() {
        messages.prompt().choose(new ZoneChoices(zone -> {
            preferences.timeZoneProperty().set(zone.getId());
            preferences.timeFormatProperty().set(TimeFormat.CUSTOM_ZONE);
        }));
    }

    private ContextMenu menu() {
        ContextMenu menu = new ContextMenu();
        for (TimeFormat format : TimeFormat.values()) {
            String title = format == TimeFormat.CUSTOM_ZONE ? FrameTexts.timeZone(title(format)) : title(format);
            RadioMenuItem item = new RadioMenuItem(canWrite(format) ? title : FrameTexts.notAvailable(title));
            item.setDisable(!canWrite(format));
            item.setSelected(format == preferences.timeFormatProperty().get());
            item.setOnAction(e -> preferences.timeFormatProperty().set(format));
            menu.getItems().add(item);
        }
        MenuItem zone = new MenuItem(FrameTexts.CHOOSE_ZONE_ITEM);
        zone.setOnAction(e -> askForZone());
        menu.getItems().addAll(zone, new SeparatorMenuItem());
        for (boolean isExact : new boolean[] {false, true}) {
            RadioMenuItem item = new RadioMenuItem(isExact ? FrameTexts.EXACT_DURATIONS : FrameTexts.ROUNDED_DURATIONS);
            item.setSelected(preferences.exactDurationsProperty().get() == isExact);
            item.setOnAction(e -> preferences.exactDurationsProperty().set(isExact));
            menu.getItems().add(item);
        }
        return menu;
    }

    private void register() {
        for (TimeFormat format : TimeFormat.values()) {
            slot.host()
                    .commands()
                    .register(Command.of(
                            "time." + format.name().toLowerCase(Locale.ROOT),
                            CommandGroups.TIME_FORMAT,
                            FrameTexts.timeFormat(format.title()),
                            "clock",
                            "",
                            () -> canWrite(format),
                            () -> preferences.timeFormatProperty().set(format)));
        }
        slot.host()
                .commands()
                .register(Command.of(
                        "time.zone",
                        CommandGroups.TIME_FORMAT,
                        FrameTexts.CHOOSE_ZONE,
                        "clock",
                        "",
                        () -> true,
                        this::askForZone));
        slot.host()
                .commands()
                .register(Command.of(
                        "time.durations",
                        CommandGroups.TIME_FORMAT,
                        FrameTexts.SWITCH_DURATIONS,
                        "clock",
                        "",
                        () -> preferences
                                .exactDurationsProperty()
                                .set(!preferences.exactDurationsProperty().get())));
    }
}
