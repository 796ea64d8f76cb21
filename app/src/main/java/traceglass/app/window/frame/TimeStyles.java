package traceglass.app.window.frame;

import java.time.ZoneOffset;
import javafx.geometry.Side;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import traceglass.analysis.clock.RealTime;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.preferences.Preferences;
import traceglass.app.session.TraceSession;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeStyle;
import traceglass.store.time.TimeZones;

/// How times are written: follows what was chosen and what the open trace knows about the time of day, and lets people
/// choose in the status bar and by commands.
public final class TimeStyles {

    private static final String GROUP = "Time format";

    /// What is to be added to times of a trace to have the time of day, and how far its clocks stood ahead of UTC.
    private record TimeOfDay(long toUnixNs, int zoneMinutes) {}

    private final AppContext context;
    private final Preferences preferences;

    private TimeStyles(AppContext context) {
        this.context = context;
        this.preferences = context.preferences();
    }

    public static void follow(AppContext context) {
        TimeStyles styles = new TimeStyles(context);
        context.sessionProperty().addListener(o -> styles.sessionChanged());
        styles.preferences.timeFormatProperty().addListener(o -> styles.update());
        styles.preferences.timeZoneProperty().addListener(o -> styles.update());
        styles.preferences.exactDurationsProperty().addListener(o -> styles.update());
        styles.update();
        if (!context.isFirst()) {
            // One status bar and one set of commands serve both.
            return;
        }
        styles.register();
        var label = context.status().format();
        label.setId("status-format");
        label.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY) {
                styles.menu().show(label, Side.TOP, 0, 0);
            }
        });
        label.setFocusTraversable(true);
        label.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        label.setAccessibleHelp("How times are written");
        label.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                styles.menu().show(label, Side.TOP, 0, 0);
                e.consume();
            }
        });
    }

    private void update() {
        TimeStyle now = context.timeStyle();
        context.timeStyleProperty()
                .set(now.withFormat(preferences.timeFormatProperty().get())
                        .withExact(preferences.exactDurationsProperty().get())
                        .withChosenZone(
                                TimeZones.parse(preferences.timeZoneProperty().get())
                                        .orElse(ZoneOffset.UTC)));
        context.status().format().setText(title(preferences.timeFormatProperty().get()));
    }

    private void sessionChanged() {
        TraceSession session = context.session();
        context.timeStyleProperty().set(context.timeStyle().at(TimeStyle.UNKNOWN, 0));
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            read(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session.isReady() && session == context.session()) {
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
                            if (session == context.session()) {
                                context.timeStyleProperty()
                                        .set(context.timeStyle().at(found.toUnixNs, found.zoneMinutes));
                            }
                        },
                        e -> {
                            // Times of day are then not known, which is what was set
                            // before.
                        });
    }

    /// From the first snapshot of the clocks that has the real time.
    private static TimeOfDay timeOfDay(TraceQueries q) throws QueryException {
        return new TimeOfDay(RealTime.offset(q).orElse(TimeStyle.UNKNOWN), RealTime.zoneMinutes(q));
    }

    private boolean canWrite(TimeFormat format) {
        return !format.isTimeOfDay()
                || context.session() == null
                || context.timeStyle().knowsTimeOfDay();
    }

    private String title(TimeFormat format) {
        String zone = preferences.timeZoneProperty().get();
        return format != TimeFormat.CUSTOM_ZONE ? format.title() : zone.matches("[-+].*") ? "UTC" + zone : zone;
    }

    private void askForZone() {
        context.choose(new ZoneChoices(zone -> {
            preferences.timeZoneProperty().set(zone.getId());
            preferences.timeFormatProperty().set(TimeFormat.CUSTOM_ZONE);
        }));
    }

    private ContextMenu menu() {
        ContextMenu menu = new ContextMenu();
        for (TimeFormat format : TimeFormat.values()) {
            RadioMenuItem item = new RadioMenuItem((format == TimeFormat.CUSTOM_ZONE ? "Time zone " : "")
                    + title(format)
                    + (canWrite(format) ? "" : " (the trace does not know it)"));
            item.setDisable(!canWrite(format));
            item.setSelected(format == preferences.timeFormatProperty().get());
            item.setOnAction(e -> preferences.timeFormatProperty().set(format));
            menu.getItems().add(item);
        }
        MenuItem zone = new MenuItem("Choose a time zone…");
        zone.setOnAction(e -> askForZone());
        menu.getItems().addAll(zone, new SeparatorMenuItem());
        for (boolean exact : new boolean[] {false, true}) {
            RadioMenuItem item =
                    new RadioMenuItem(exact ? "Durations to the nanosecond" : "Durations with four digits");
            item.setSelected(preferences.exactDurationsProperty().get() == exact);
            item.setOnAction(e -> preferences.exactDurationsProperty().set(exact));
            menu.getItems().add(item);
        }
        return menu;
    }

    private void register() {
        for (TimeFormat format : TimeFormat.values()) {
            context.commands()
                    .register(Command.of(
                            "time." + format.name().toLowerCase(java.util.Locale.ROOT),
                            GROUP,
                            "Times as: " + format.title(),
                            "clock",
                            "",
                            () -> canWrite(format),
                            () -> preferences.timeFormatProperty().set(format)));
        }
        context.commands()
                .register(Command.of(
                        "time.zone",
                        GROUP,
                        "Choose the time zone of wall-clock times…",
                        "clock",
                        "",
                        () -> true,
                        this::askForZone));
        context.commands()
                .register(Command.of(
                        "time.durations",
                        GROUP,
                        "Durations: four digits or to the nanosecond",
                        "clock",
                        "",
                        () -> preferences
                                .exactDurationsProperty()
                                .set(!preferences.exactDurationsProperty().get())));
    }
}
