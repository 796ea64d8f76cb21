package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.events.ThreadRef;
import traceglass.app.context.AppContext;
import traceglass.app.context.Navigator;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// The details of a thread's turn on a CPU and of its other states: how long, on which CPU, and what made it ready to
/// run.
final class SchedDetails {

    private final Navigator go;
    private final Palette palette;
    private final EventParts parts;
    private final EventLinks links;

    SchedDetails(AppContext context, EventParts parts, EventLinks links) {
        this.go = context.navigator();
        this.palette = context.palette();
        this.parts = parts;
        this.links = links;
    }

    void show(EventFacts.Sched s, VBox left, VBox more) {
        String name = s.thread().map(ThreadRef::thread).orElse("Unknown thread");
        int color = palette.slice(s.thread()
                .map(t -> t.processName() == null ? String.valueOf(t.name()) : t.processName())
                .orElse(""));
        left.getChildren()
                .add(parts.head(
                        name,
                        color,
                        "sched",
                        s.id(),
                        s.thread()
                                .map(t ->
                                        "SELECT id, ts, dur, cpu, utid, end_state, priority\nFROM sched\nWHERE utid = "
                                                + t.utid() + "\nORDER BY ts")
                                .orElse("SELECT * FROM sched"),
                        "All turns of this thread on a CPU"));
        FieldList f = new FieldList();
        parts.thread(f, s.thread());
        s.thread().ifPresent(t -> f.text("Command", t.cmdline()));
        f.number("CPU", Long.toString(s.cpu())).number("Start", parts.time(s.ts()));
        parts.timeOfDay(f, s.ts());
        EventParts.duration(f, s.dur());
        if (s.priority() != null) {
            f.number("Priority", Long.toString(s.priority()), s.priority() < 100 ? "real-time" : "");
        }
        f.text("End state", s.endState());
        if (s.stateId() != null) {
            f.link("Thread state", "Running", () -> go.goTo("thread_state", s.stateId()));
        }
        EventParts.app(f, s.app());
        f.link("SQL id", "sched[" + s.id() + "]", () -> parts.openRow("sched", s.id()));
        left.getChildren().add(f);
        more.getChildren().add(EventParts.section("Scheduling latency"));
        if (s.wakeTs() == null) {
            more.getChildren().add(EventParts.quiet("The trace does not tell when this thread was made ready to run."));
            return;
        }
        FieldList w = new FieldList()
                .number("Ready at", parts.time(s.wakeTs()))
                .number("Waited for CPU", TimeText.exact(s.ts() - s.wakeTs()));
        waker(w, s.waker(), s.wakerState(), s.wokenByInterrupt());
        more.getChildren().add(w);
        more.getChildren().add(EventParts.quiet("From being ready to run until the CPU was given to it."));
    }

    void show(EventFacts.ThreadState s, VBox left, VBox more, VBox aside) {
        left.getChildren()
                .add(parts.head(
                        s.state(),
                        palette.state(s.state()),
                        "thread_state",
                        s.id(),
                        s.thread()
                                .map(t -> "SELECT id, ts, dur, cpu, utid, state, io_wait, "
                                        + "blocked_function\nFROM thread_state\nWHERE utid = " + t.utid()
                                        + "\nORDER BY ts")
                                .orElse("SELECT * FROM thread_state"),
                        "All states of this thread"));
        FieldList f = new FieldList();
        parts.thread(f, s.thread());
        f.number("Start", parts.time(s.ts()));
        parts.timeOfDay(f, s.ts());
        EventParts.duration(f, s.dur());
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
        EventParts.app(f, s.app());
        f.link("SQL id", "thread_state[" + s.id() + "]", () -> parts.openRow("thread_state", s.id()));
        left.getChildren().add(f);
        more.getChildren().add(EventParts.section("Before and after"));
        FieldList n = new FieldList();
        s.previous()
                .ifPresent(
                        l -> n.link("Before", l.text(), EventParts.length(l), () -> go.goTo("thread_state", l.id())));
        s.next().ifPresent(l -> n.link("After", l.text(), EventParts.length(l), () -> go.goTo("thread_state", l.id())));
        waker(n, s.waker(), s.wakerState(), s.wokenByInterrupt());
        more.getChildren().add(n);
        if (!s.woken().isEmpty()) {
            aside.getChildren().add(EventParts.section("Woke"));
            List<Node[]> lines = new ArrayList<>();
            s.woken().forEach(l -> lines.add(links.line(l, "", "ran after " + EventParts.length(l))));
            aside.getChildren().add(links.links(lines));
        }
    }

    private void waker(FieldList f, Optional<ThreadRef> waker, Long state, boolean interrupt) {
        if (interrupt) {
            f.text(
                    "Woken by",
                    waker.map(w -> "an interrupt, while " + w.thread() + " ran").orElse("an interrupt"));
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
}
