package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Line;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.ThreadRef;
import traceglass.store.time.TimeText;

/// Details of a scheduling slice or another thread state: duration, CPU, and wakeup.
final class SchedDetails {

    private SchedDetails() {}

    static EventDetails of(SchedFacts s) {
        DetailFields f = new DetailFields().thread(s.thread());
        s.thread().ifPresent(t -> f.text("Command", t.cmdline()));
        f.number("CPU", Long.toString(s.cpu())).timeAndDay("Start", s.ts()).duration(s.dur());
        priority(f, s.priority());
        f.text("End state", s.endState());
        if (s.stateId() != null) {
            f.link("Thread state", "Running", "thread_state", s.stateId());
        }
        f.app(s.app()).row("sched", s.id());
        return new EventDetails(
                new EventDetails.Head(
                        s.thread().map(ThreadRef::thread).orElse("Unknown thread"),
                        NamePalette.SLICE,
                        s.thread()
                                .map(t -> t.processName() == null ? String.valueOf(t.name()) : t.processName())
                                .orElse(""),
                        "sched",
                        s.id(),
                        s.thread()
                                .map(t ->
                                        "SELECT id, ts, dur, cpu, utid, end_state, priority\nFROM sched\nWHERE utid = "
                                                + t.utid() + "\nORDER BY ts")
                                .orElse("SELECT * FROM sched"),
                        "All scheduling slices of this thread"),
                f.all(),
                latency(s),
                List.of());
    }

    private static List<Part> latency(SchedFacts s) {
        Part heading = new EventDetails.Heading("Scheduling latency");
        if (s.wakeTs() == null) {
            return List.of(
                    heading,
                    new EventDetails.Note("The trace does not record when this thread became runnable.", false));
        }
        DetailFields w = new DetailFields()
                .time("Runnable at", s.wakeTs())
                .number("Waited for CPU", TimeText.exact(s.ts() - s.wakeTs()));
        waker(w, s.waker(), s.wakerState(), s.wokenByInterrupt());
        return List.of(
                heading,
                new EventDetails.Fields(w.all()),
                new EventDetails.Note("Time from becoming runnable to running.", false));
    }

    static EventDetails of(ThreadStateFacts s) {
        DetailFields f = new DetailFields()
                .thread(s.thread())
                .timeAndDay("Start", s.ts())
                .duration(s.dur());
        if (s.cpu() != null) {
            String cpu = "CPU " + s.cpu();
            if (s.schedId() != null) {
                f.link("Ran on", cpu, "sched", s.schedId());
            } else {
                f.text("Ran on", cpu);
            }
        }
        priority(f, s.priority());
        f.text("Blocked in", s.blockedFunction()).app(s.app()).row("thread_state", s.id());
        DetailFields n = new DetailFields();
        s.previous().ifPresent(l -> n.link("Before", l.text(), l.length(), "thread_state", l.id()));
        s.next().ifPresent(l -> n.link("After", l.text(), l.length(), "thread_state", l.id()));
        waker(n, s.waker(), s.wakerState(), s.wokenByInterrupt());
        List<Part> aside = new ArrayList<>();
        if (!s.woken().isEmpty()) {
            aside.add(new EventDetails.Heading("Woke"));
            aside.add(new EventDetails.Links(s.woken().stream()
                    .map(l -> new Line(l, "", "ran after " + l.length()))
                    .toList()));
        }
        return new EventDetails(
                new EventDetails.Head(
                        s.state(),
                        NamePalette.STATE,
                        s.state(),
                        "thread_state",
                        s.id(),
                        s.thread()
                                .map(t -> "SELECT id, ts, dur, cpu, utid, state, io_wait, "
                                        + "blocked_function\nFROM thread_state\nWHERE utid = " + t.utid()
                                        + "\nORDER BY ts")
                                .orElse("SELECT * FROM thread_state"),
                        "All states of this thread"),
                f.all(),
                List.of(new EventDetails.Heading("Before and after"), new EventDetails.Fields(n.all())),
                aside);
    }

    private static void priority(DetailFields f, Long priority) {
        if (priority != null) {
            f.number("Priority", Long.toString(priority), priority < 100 ? "real-time" : "");
        }
    }

    private static void waker(DetailFields f, Optional<ThreadRef> waker, Long state, boolean interrupt) {
        if (interrupt) {
            f.text(
                    "Woken by",
                    waker.map(w -> "an interrupt while " + w.thread() + " was running")
                            .orElse("an interrupt"));
        } else if (waker.isPresent()) {
            ThreadRef w = waker.get();
            String process = w.process().isEmpty() || w.process().equals(w.thread()) ? "" : w.process();
            if (state != null) {
                f.link("Woken by", w.thread(), process, "thread_state", state);
            } else {
                f.link("Woken by", w.thread(), process, "thread", w.utid());
            }
        }
    }
}
