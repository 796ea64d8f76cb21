package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.AppContext;
import traceglass.app.Navigator;
import traceglass.app.panel.debug.SlicesLikeThis;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.model.debug.DebugTracks;
import traceglass.model.derived.DerivedTables;
import traceglass.model.time.TimeFormat;
import traceglass.model.time.TimeSpan;
import traceglass.model.time.TimeStyle;
import traceglass.model.time.TimeText;
import traceglass.model.track.TrackNode;
import traceglass.render.color.Palette;

/// Turns the facts about an event into the columns of the drawer: fields at the left, what goes with the event beside them. The
/// arguments are a column of their own.
final class EventView {

    /// Heading, bar and list of a thread's states.
    private static final int STATE_NODES = 3;

    private final AppContext context;
    private final Navigator go;
    private final Palette palette;
    private final TimeSpan trace;
    private final EventLinks links;

    EventView(AppContext context, TimeSpan trace) {
        this.context = context;
        this.go = context.navigator();
        links = new EventLinks(go);
        this.palette = context.palette();
        this.trace = trace;
    }

    /// The arguments that are shown beside it.
    static List<Arg> args(EventFacts facts) {
        return switch (facts) {
            case EventFacts.Slice s -> s.args();
            case EventFacts.Counter c -> c.args();
            case EventFacts.Other o -> o.args();
            case EventFacts.Row r -> r.columns();
            default -> List.of();
        };
    }

    /// Fields and what goes with the event, side by side.
    DetailColumns node(EventFacts facts) {
        VBox fields = new VBox();
        VBox more = new VBox();
        VBox aside = new VBox();
        switch (facts) {
            case EventFacts.Slice s -> slice(s, fields, more, aside);
            case EventFacts.Sched s -> sched(s, fields, more);
            case EventFacts.ThreadState s -> threadState(s, fields, more, aside);
            case EventFacts.Counter c -> counter(c, fields);
            case EventFacts.Other o -> other(o, fields, more);
            case EventFacts.Row r -> row(r, fields);
            case EventFacts.Derived d -> derived(d, fields, more);
            case EventFacts.Sample c -> sample(c, fields);
        }
        return new DetailColumns(fields.getChildren(), more.getChildren(), aside.getChildren());
    }

    private void slice(EventFacts.Slice s, VBox left, VBox more, VBox aside) {
        String name = SliceQuery.name(s.name());
        left.getChildren().add(head(name, palette.slice(name), "slice", s.id(), "SELECT id, ts, dur, name, track_id, depth\nFROM slice\nWHERE name = '"
                + name.replace("'", "''") + "'\nORDER BY ts", "All slices with this name", SliceMenu.button(context, s), SlicesLikeThis.button(context, s.name() == null ? "" : s.name(), s.thread().map(ThreadRef::utid).orElse(null))));
        FieldList f = new FieldList().number("Start", time(s.ts()));
        timeOfDay(f, s.ts());
        if (s.dur() == 0) {
            f.text("Duration", "none, an instant");
        } else {
            f.number("Duration", TimeText.exact(s.end() - s.ts()), s.dur() < 0 ? "to the end of the trace, it never ended" : "")
                    .number("Self time", TimeText.exact(s.selfNs()), share(s.selfNs(), s.end() - s.ts()));
        }
        if (s.threadDur() != null && s.threadDur() >= 0) {
            f.number("CPU time", TimeText.exact(s.threadDur()), share(s.threadDur(), s.end() - s.ts()));
        }
        f.text("Category", s.category());
        thread(f, s.thread());
        if (s.thread().isEmpty()) {
            f.link("Track", s.track() == null || s.track().isEmpty() ? "track " + s.trackId() : s.track(), () -> go.goTo("track", s.trackId()));
        }
        app(f, s.more().app());
        f.link("SQL id", "slice[" + s.id() + "]", () -> openRow("slice", s.id()));
        left.getChildren().add(f);
        if (!s.states().isEmpty()) {
            more.getChildren().add(section("Thread state during this slice"));
            more.getChildren().add(new StateBar(s.states(), palette));
            more.getChildren().add(new StateList(s.states(), s.end() - s.ts(), palette));
        }
        frame(s.more(), f, more);
        s.more().stacks().forEach(stack -> stack(more, stack.title(), stack.frames()));
        links.list(aside, "Blocked in", s.more().blocked());
        links.list(aside, "Slept until woken by", s.more().wakers());
        if (!s.from().isEmpty() || !s.to().isEmpty()) {
            aside.getChildren().add(section("Flows"));
            List<Node[]> lines = new ArrayList<>();
            s.from().forEach(l -> lines.add(links.line(l, "from", before(l.ns()))));
            s.to().forEach(l -> lines.add(links.line(l, "to", before(l.ns()))));
            aside.getChildren().add(links.links(lines));
        }
        if (!s.parents().isEmpty()) {
            aside.getChildren().add(section(s.parents().size() == 1 ? "Parent" : "Parents"));
            List<Node[]> lines = new ArrayList<>();
            for (EventFacts.Link l : s.parents()) {
                lines.add(links.line(l, "", l.ns() < 0 ? "unfinished" : l.ns() == 0 ? "" : TimeText.duration(l.ns())));
            }
            aside.getChildren().add(links.links(lines));
        }
        links.list(aside, s.more().children().size() == 1 ? "Child" : "Children, longest first", s.more().children());
        if (s.dur() > 0) {
            // Beside the thread's states where nothing else would be there.
            boolean alone = aside.getChildren().isEmpty() && !more.getChildren().isEmpty();
            DurationSection durations = new DurationSection(context, s, palette);
            if (alone) {
                aside.getChildren().add(durations);
            } else {
                more.getChildren().add(s.states().isEmpty() ? 0 : STATE_NODES, durations);
            }
        }
        if (more.getChildren().isEmpty() && aside.getChildren().isEmpty()) {
            more.getChildren().add(quiet("No scheduling data, flows, parents or children go with this slice."));
        }
    }

    private void frame(SliceMore more, FieldList fields, VBox beside) {
        more.frame().ifPresent(frame -> {
            frame.fields().forEach(f -> fields.text(f[0], f[1]));
            if (!frame.means().isEmpty()) {
                Label means = quiet(frame.means());
                means.setPadding(new javafx.geometry.Insets(0, 0, 12, 0));
                beside.getChildren().addAll(section("What this jank means"), means);
            }
            links.list(beside, "Frames that go with it", frame.others());
        });
    }

    private void sched(EventFacts.Sched s, VBox left, VBox more) {
        String name = s.thread().map(ThreadRef::thread).orElse("Unknown thread");
        int color = palette.slice(s.thread().map(t -> t.processName() == null ? String.valueOf(t.name()) : t.processName()).orElse(""));
        left.getChildren().add(head(name, color, "sched", s.id(), s.thread().map(t -> "SELECT id, ts, dur, cpu, utid, end_state, priority\nFROM sched\nWHERE utid = "
                + t.utid() + "\nORDER BY ts").orElse("SELECT * FROM sched"), "All turns of this thread on a CPU"));
        FieldList f = new FieldList();
        thread(f, s.thread());
        s.thread().ifPresent(t -> f.text("Command", t.cmdline()));
        f.number("CPU", Long.toString(s.cpu())).number("Start", time(s.ts()));
        timeOfDay(f, s.ts());
        duration(f, s.dur());
        if (s.priority() != null) {
            f.number("Priority", Long.toString(s.priority()), s.priority() < 100 ? "real-time" : "");
        }
        f.text("End state", s.endState());
        if (s.stateId() != null) {
            f.link("Thread state", "Running", () -> go.goTo("thread_state", s.stateId()));
        }
        app(f, s.app());
        f.link("SQL id", "sched[" + s.id() + "]", () -> openRow("sched", s.id()));
        left.getChildren().add(f);
        more.getChildren().add(section("Scheduling latency"));
        if (s.wakeTs() == null) {
            more.getChildren().add(quiet("The trace does not tell when this thread was made ready to run."));
            return;
        }
        FieldList w = new FieldList().number("Ready at", time(s.wakeTs())).number("Waited for CPU", TimeText.exact(s.ts() - s.wakeTs()));
        waker(w, s.waker(), s.wakerState(), s.wokenByInterrupt());
        more.getChildren().add(w);
        more.getChildren().add(quiet("From being ready to run until the CPU was given to it."));
    }

    private void threadState(EventFacts.ThreadState s, VBox left, VBox more, VBox aside) {
        left.getChildren().add(head(s.state(), palette.state(s.state()), "thread_state", s.id(), s.thread().map(t -> "SELECT id, ts, dur, cpu, utid, state, io_wait, "
                + "blocked_function\nFROM thread_state\nWHERE utid = " + t.utid() + "\nORDER BY ts").orElse("SELECT * FROM thread_state"), "All states of this thread"));
        FieldList f = new FieldList();
        thread(f, s.thread());
        f.number("Start", time(s.ts()));
        timeOfDay(f, s.ts());
        duration(f, s.dur());
        if (s.cpu() != null) {
            String cpu = "CPU " + s.cpu();
            if (s.schedId() != null) {
                f.link("Ran on", cpu, () -> go.goTo("sched", s.schedId()));
            } else {
                f.text("Ran on", cpu);
            }
        }
        if (s.priority() != null) {
            f.number("Priority", Long.toString(s.priority()), s.priority() < 100 ? "real-time" : "");
        }
        f.text("Blocked in", s.blockedFunction());
        app(f, s.app());
        f.link("SQL id", "thread_state[" + s.id() + "]", () -> openRow("thread_state", s.id()));
        left.getChildren().add(f);
        more.getChildren().add(section("Before and after"));
        FieldList n = new FieldList();
        s.previous().ifPresent(l -> n.link("Before", l.text(), length(l), () -> go.goTo("thread_state", l.id())));
        s.next().ifPresent(l -> n.link("After", l.text(), length(l), () -> go.goTo("thread_state", l.id())));
        waker(n, s.waker(), s.wakerState(), s.wokenByInterrupt());
        more.getChildren().add(n);
        if (!s.woken().isEmpty()) {
            aside.getChildren().add(section("Woke"));
            List<Node[]> lines = new ArrayList<>();
            s.woken().forEach(l -> lines.add(links.line(l, "", "ran after " + length(l))));
            aside.getChildren().add(links.links(lines));
        }
    }

    private void counter(EventFacts.Counter c, VBox left) {
        left.getChildren().add(head(c.track(), palette.counterLine, "counter", c.id(), "SELECT id, ts, value, track_id\nFROM counter\nWHERE track_id = "
                + c.trackId() + "\nORDER BY ts", "All samples of this counter"));
        String unit = c.unit().isEmpty() ? "" : " " + c.unit();
        FieldList f = new FieldList().number("Value", value(c.value()) + unit);
        if (c.delta() != null) {
            f.number("Change", (c.delta() > 0 ? "+" : "") + value(c.delta()) + unit, "from the sample before");
        }
        f.number("Time", time(c.ts()));
        timeOfDay(f, c.ts());
        if (c.dur() != null) {
            f.number("Holds for", TimeText.exact(c.dur()), "until the next sample");
        } else {
            f.text("Holds for", "the rest of the trace");
        }
        f.text("Of", c.owner());
        f.link("Track", c.track(), () -> go.goTo("track", c.trackId()));
        f.link("SQL id", "counter[" + c.id() + "]", () -> openRow("counter", c.id()));
        left.getChildren().add(f);
    }

    private void other(EventFacts.Other o, VBox left, VBox more) {
        String name = o.frames().isEmpty() ? o.columns().stream().filter(c -> c[0].equals("name") || c[0].equals("msg")).map(c -> c[1]).findFirst()
                .orElse(o.table().replace('_', ' ')) : o.frames().getFirst()[0];
        left.getChildren().add(head(name, palette.slice(name), o.table(), o.id(), "SELECT *\nFROM " + o.table() + "\nORDER BY ts", "All events of this kind"));
        FieldList f = new FieldList().number("Time", time(o.ts()));
        timeOfDay(f, o.ts());
        thread(f, o.thread());
        for (String[] column : o.columns()) {
            f.text(column[0].replace('_', ' '), column[1]);
        }
        f.link("SQL id", o.table() + "[" + o.id() + "]", () -> openRow(o.table(), o.id()));
        left.getChildren().add(f);
        stack(more, o.table().equals("heap_graph") ? "Where memory ran out" : "Callstack", o.frames());
    }

    /// A callstack, the innermost frame first; nothing where there is none.
    private static void stack(VBox more, String title, List<String[]> frames) {
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

    private void row(EventFacts.Row r, VBox left) {
        Optional<DebugTracks> made = context.session() == null ? Optional.empty() : context.session().debugTracks().inTable(r.table());
        String title = made.map(m -> m.spec().title()).orElse(r.table());
        boolean sample = r.value() != null;
        String name = sample ? title : SliceQuery.name(r.name());
        left.getChildren().add(head(name, sample ? palette.counterLine : palette.slice(name), r.table(), r.id(),
                made.map(m -> m.spec().sql()).orElse("SELECT * FROM " + r.table()), "The query of this track"));
        FieldList f = new FieldList();
        if (sample) {
            f.number("Value", value(r.value())).number("Time", time(r.ts()));
        } else {
            f.number("Start", time(r.ts()));
            if (r.dur() == 0) {
                f.text("Duration", "none, an instant");
            } else {
                duration(f, r.dur());
            }
        }
        String track = made.flatMap(m -> m.tracks().stream().filter(t -> t.key().equals(DebugTracks.trackKey(r.table(), r.track()))).findFirst())
                .map(TrackNode::name).filter(n -> !n.equals(title)).map(n -> title + " · " + n).orElse(title);
        f.text("Debug track", track);
        f.link("SQL id", r.table() + "[" + r.id() + "]", () -> openRow(r.table(), r.id()));
        left.getChildren().add(f);
    }

    private void sample(EventFacts.Sample c, VBox left) {
        Label title = new Label(Texts.oneLine(c.track()));
        title.setId("details-name");
        title.getStyleClass().addAll(Styles.STRONG, "tg-details-head");
        String unit = c.unit().isEmpty() ? "" : " " + c.unit();
        FieldList f = new FieldList().number("Value", value(c.value()) + unit);
        if (c.delta() != null) {
            f.number("Change", (c.delta() > 0 ? "+" : "") + value(c.delta()) + unit, "from the sample before");
        }
        f.number("Time", time(c.ts()));
        if (c.dur() != null) {
            f.number("Holds for", TimeText.exact(c.dur()), "until the next sample");
        } else {
            f.text("Holds for", "the rest of the trace");
        }
        f.text("Computed as", c.formula());
        c.of().forEach(counter -> f.number(counter[0], counter[1]));
        left.getChildren().addAll(title, f);
    }

    private void derived(EventFacts.Derived d, VBox left, VBox more) {
        left.getChildren().add(head(d.name(), palette.slice(d.color() == null ? d.name() : d.color()), d.table().name(), d.id(), DerivedTables.sql(d.table()), "All of these as SQL"));
        FieldList f = new FieldList().text("What", d.table().what()).number("Start", time(d.ts()));
        duration(f, d.dur());
        for (String[] column : d.columns()) {
            f.text(column[0], column[1]);
        }
        d.links().forEach(l -> f.link(l.where(), l.text(), () -> go.goTo(l.table(), l.id())));
        left.getChildren().add(f);
        if (d.picture() != null) {
            more.getChildren().add(EventPicture.node(d.picture(), d.name()));
        }
        if (!d.parts().isEmpty()) {
            more.getChildren().add(section("What it spent its time on"));
            more.getChildren().add(links.links(d.parts().stream().map(l -> links.line(l, "", TimeText.duration(l.ns()) + "  " + StateList.percent(l.ns(), d.dur()))).toList()));
        }
    }

    private void waker(FieldList f, Optional<ThreadRef> waker, Long state, boolean interrupt) {
        if (interrupt) {
            f.text("Woken by", waker.map(w -> "an interrupt, while " + w.thread() + " ran").orElse("an interrupt"));
        } else if (waker.isPresent()) {
            ThreadRef w = waker.get();
            String process = w.process().isEmpty() || w.process().equals(w.thread()) ? "" : w.process();
            f.link("Woken by", w.thread(), process, () -> {
                if (state != null) {
                    go.goTo("thread_state", state);
                } else {
                    go.goTo("thread", w.utid());
                }
            });
        }
    }

    private void thread(FieldList f, Optional<ThreadRef> thread) {
        thread.ifPresent(t -> {
            f.link("Thread", t.thread(), () -> go.goTo("thread", t.utid()));
            f.link("Process", t.process(), () -> go.goTo("process", t.upid()));
        });
    }

    /// The time of day where the trace was recorded, as far as it says.
    private void timeOfDay(FieldList f, long ts) {
        TimeStyle style = context.timeStyle();
        if (style.knowsTimeOfDay()) {
            f.number("Time of day", style.withFormat(TimeFormat.TRACE_ZONE).time(ts, trace.start()), zone(style.zoneMinutes()));
        }
    }

    static String zone(int minutes) {
        return minutes == 0 ? "UTC" : String.format(Locale.ROOT, "UTC%s%02d:%02d", minutes < 0 ? "−" : "+", Math.abs(minutes) / 60, Math.abs(minutes) % 60);
    }

    private static void app(FieldList f, Optional<PackageRef> app) {
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

    private static void duration(FieldList f, long dur) {
        if (dur < 0) {
            f.text("Duration", "to the end of the trace");
        } else {
            f.number("Duration", TimeText.exact(dur));
        }
    }

    private HBox head(String name, int color, String table, long id, String sql, String sqlTitle, Node... more) {
        Region swatch = new Region();
        swatch.getStyleClass().add("tg-head-swatch");
        swatch.setStyle("-fx-background-color: " + Palette.css(color) + ";");
        String shown = Texts.oneLine(name);
        Label title = new Label(shown);
        title.setId("details-name");
        title.getStyleClass().add(Styles.STRONG);
        title.setMinWidth(0);
        title.setTooltip(IconButton.tooltip(shown));
        HBox.setHgrow(title, Priority.ALWAYS);
        title.setMaxWidth(Double.MAX_VALUE);
        Button all = IconButton.of("sql", 15, sqlTitle, () -> go.openSql(sql, true));
        Button jump = IconButton.of("jump", 15, "Show on the timeline", () -> go.goTo(table, id));
        Button copy = IconButton.of("copy", 15, "Copy the name", () -> ArgsView.copy(name));
        HBox buttons = new HBox(more);
        buttons.getChildren().addAll(all, jump, copy);
        // The name is cut, not what can be done with it.
        buttons.setMinWidth(Region.USE_PREF_SIZE);
        buttons.getChildren().forEach(b -> ((Region) b).setMinWidth(Region.USE_PREF_SIZE));
        HBox head = new HBox(8, swatch, title, buttons);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("tg-details-head");
        return head;
    }

    static Label section(String text) {
        Label l = new Label(text);
        l.getStyleClass().addAll(Styles.SECTION, "tg-details-section");
        return l;
    }

    private static Label quiet(String text) {
        Label l = new Label(text);
        l.setWrapText(true);
        l.getStyleClass().add("tg-empty");
        return l;
    }

    private void openRow(String table, long id) {
        go.openSql("SELECT *\nFROM " + table + "\nWHERE id = " + id, true);
    }

    private String time(long ts) {
        return TimeFormat.forColumnsOf(trace).text(ts, trace.start());
    }

    private static String length(EventFacts.Link l) {
        return l.ns() < 0 ? "unfinished" : TimeText.duration(l.ns());
    }

    private static String before(long ns) {
        return ns < 0 ? TimeText.duration(ns) : "+" + TimeText.duration(ns);
    }

    private static String share(long part, long whole) {
        return whole <= 0 ? "" : StateList.percent(part, whole);
    }

    private static String value(double v) {
        return traceglass.app.grid.CellText.number(v);
    }
}
