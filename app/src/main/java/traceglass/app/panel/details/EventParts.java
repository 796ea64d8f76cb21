package traceglass.app.panel.details;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.rows.CellText;
import traceglass.app.context.AppContext;
import traceglass.app.context.Navigator;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.NameRow;
import traceglass.app.ui.Styles;
import traceglass.render.color.Palette;
import traceglass.render.control.Hints;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;
import traceglass.store.time.TimeText;

/// What the details of all kinds of events are put together from: the head with the name, sections, and fields that
/// many have.
final class EventParts {

    private final AppContext context;
    private final Navigator go;
    private final TimeSpan trace;

    EventParts(AppContext context, TimeSpan trace) {
        this.context = context;
        this.go = context.navigator();
        this.trace = trace;
    }

    NameRow head(String name, int color, String table, long id, String sql, String sqlTitle, Node... more) {
        Region swatch = new Region();
        swatch.getStyleClass().add("tg-head-swatch");
        swatch.setStyle("-fx-background-color: " + Palette.css(color) + ";");
        String shown = Texts.oneLine(name);
        Label title = new Label(shown);
        title.setId("details-name");
        title.getStyleClass().add(Styles.STRONG);
        Hints.set(title, shown);
        Button all = IconButton.of("sql", 15, sqlTitle, () -> go.openSql(sql, true));
        Button jump = IconButton.of("jump", 15, "Show on the timeline", () -> go.goTo(table, id));
        Button copy = IconButton.of("copy", 15, "Copy the name", () -> ArgsView.copy(name));
        HBox buttons = new HBox(more);
        buttons.getChildren().addAll(all, jump, copy);
        buttons.getChildren().forEach(b -> ((Region) b).setMinWidth(Region.USE_PREF_SIZE));
        NameRow head = new NameRow(swatch, title, buttons);
        head.getStyleClass().add("tg-details-head");
        return head;
    }

    static Label section(String text) {
        Label l = new Label(text);
        l.getStyleClass().addAll(Styles.SECTION, "tg-details-section");
        return l;
    }

    static Label quiet(String text) {
        Label l = new Label(text);
        l.setWrapText(true);
        l.getStyleClass().add("tg-empty");
        return l;
    }

    /// A callstack, the innermost frame first; nothing where there is none.
    static void stack(VBox more, String title, List<String[]> frames) {
        if (frames.isEmpty()) {
            return;
        }
        more.getChildren().add(section(title));
        FieldList stack = new FieldList();
        int number = 0;
        for (String[] frame : frames) {
            stack.number(Integer.toString(number++), frame[0], frame[1].substring(frame[1].lastIndexOf('/') + 1));
        }
        more.getChildren().add(stack);
    }

    void thread(FieldList f, Optional<ThreadRef> thread) {
        thread.ifPresent(t -> {
            f.link("Thread", t.thread(), () -> go.goTo("thread", t.utid()));
            f.link("Process", t.process(), () -> go.goTo("process", t.upid()));
        });
    }

    /// The time of day where the trace was recorded, as far as it says.
    void timeOfDay(FieldList f, long ts) {
        TimeStyle style = context.timeStyle();
        if (style.knowsTimeOfDay()) {
            f.number(
                    "Time of day",
                    style.withFormat(TimeFormat.TRACE_ZONE).time(ts, trace.start()),
                    zone(style.zoneMinutes()));
        }
    }

    static String zone(int minutes) {
        return minutes == 0
                ? "UTC"
                : String.format(
                        Locale.ROOT,
                        "UTC%s%02d:%02d",
                        minutes < 0 ? "−" : "+",
                        Math.abs(minutes) / 60,
                        Math.abs(minutes) % 60);
    }

    static void app(FieldList f, Optional<PackageRef> app) {
        app.ifPresent(a -> {
            if (a.name() != null) {
                f.text("Package", a.name() + (a.debuggable() ? ", debuggable" : ""));
            }
            if (a.version() != null) {
                f.number("Version code", a.version().toString());
            }
            if (a.uid() != null) {
                f.number("User id", a.uid().toString());
            }
        });
    }

    static void duration(FieldList f, long dur) {
        if (dur < 0) {
            f.text("Duration", "to the end of the trace");
        } else {
            f.number("Duration", TimeText.exact(dur));
        }
    }

    String time(long ts) {
        return TimeFormat.forColumnsOf(trace).text(ts, trace.start());
    }

    static String length(EventFacts.Link l) {
        return l.ns() < 0 ? "unfinished" : TimeText.duration(l.ns());
    }

    static String value(double v) {
        return CellText.number(v);
    }

    void openRow(String table, long id) {
        go.openSql("SELECT *\nFROM " + table + "\nWHERE id = " + id, true);
    }
}
