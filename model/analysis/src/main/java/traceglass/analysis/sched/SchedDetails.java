package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Line;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.sched.states.ThreadStateInfo;
import traceglass.store.time.TimeText;

/// Details of a scheduling slice or another thread state: duration, CPU, and wakeup.
final class SchedDetails {

    private SchedDetails() {}

    static EventDetails of(SchedSliceInfo s) {
        DetailFields f = new DetailFields().thread(s.thread());
        s.thread().ifPresent(t -> f.text(SchedTexts.COMMAND, t.cmdline()));
        f.number(EventDetailTexts.CPU, Long.toString(s.cpu()))
                .timeWithTimeOfDay(EventDetailTexts.START, s.ts())
                .duration(s.dur());
        addPriority(f, s.priority());
        f.text(SchedTexts.END_STATE, s.endState());
        if (s.stateId() != null) {
            f.link(SchedTexts.THREAD_STATE, SchedTexts.RUNNING, "thread_state", s.stateId());
        }
        f.app(s.app()).row("sched", s.id());
        return new EventDetails(
                new EventDetails.Head(
                        s.thread().map(ThreadRef::thread).orElse(SchedTexts.NO_THREAD),
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
                        SchedTexts.ALL_OF_THREAD),
                f.all(),
                latency(s),
                List.of());
    }

    private static List<Part> latency(SchedSliceInfo s) {
        Part heading = new EventDetails.Heading(SchedTexts.LATENCY);
        if (s.wakeTs() == null) {
            return List.of(heading, new EventDetails.Note(SchedTexts.NO_LATENCY, false));
        }
        DetailFields w = new DetailFields()
                .time(SchedTexts.RUNNABLE_AT, s.wakeTs())
                .number(SchedTexts.WAITED, TimeText.exact(s.ts() - s.wakeTs()));
        addWaker(w, s.waker(), s.wakerState(), s.isWokenByInterrupt());
        return List.of(
                heading, new EventDetails.Fields(w.all()), new EventDetails.Note(SchedTexts.ABOUT_LATENCY, false));
    }

    static EventDetails of(ThreadStateInfo s) {
        DetailFields f = new DetailFields()
                .thread(s.thread())
                .timeWithTimeOfDay(EventDetailTexts.START, s.ts())
                .duration(s.dur());
        if (s.cpu() != null) {
            String cpu = EventDetailTexts.cpu(s.cpu());
            if (s.schedId() != null) {
                f.link(SchedTexts.RAN_ON, cpu, "sched", s.schedId());
            } else {
                f.text(SchedTexts.RAN_ON, cpu);
            }
        }
        addPriority(f, s.priority());
        f.text(EventDetailTexts.BLOCKED_IN, s.blockedFunction()).app(s.app()).row("thread_state", s.id());
        DetailFields n = new DetailFields();
        s.previous().ifPresent(l -> n.link(SchedTexts.BEFORE, l.text(), l.length(), "thread_state", l.id()));
        s.next().ifPresent(l -> n.link(SchedTexts.AFTER, l.text(), l.length(), "thread_state", l.id()));
        addWaker(n, s.waker(), s.wakerState(), s.isWokenByInterrupt());
        List<Part> parts = new ArrayList<>();
        if (!s.woken().isEmpty()) {
            parts.add(new EventDetails.Heading(SchedTexts.WOKE));
            parts.add(new EventDetails.Links(s.woken().stream()
                    .map(l -> new Line(l, "", SchedTexts.ranLater(l.length())))
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
                        SchedTexts.ALL_STATES),
                f.all(),
                List.of(new EventDetails.Heading(SchedTexts.BEFORE_AND_AFTER), new EventDetails.Fields(n.all())),
                parts);
    }

    private static void addPriority(DetailFields f, Long priority) {
        if (priority != null) {
            f.number(SchedTexts.PRIORITY, Long.toString(priority), priority < 100 ? SchedTexts.REAL_TIME : "");
        }
    }

    private static void addWaker(DetailFields f, Optional<ThreadRef> waker, Long state, boolean isInterrupt) {
        if (isInterrupt) {
            f.text(
                    EventDetailTexts.WOKEN_BY,
                    waker.map(w -> SchedTexts.interruptWhile(w.thread())).orElse(SchedTexts.INTERRUPT));
        } else if (waker.isPresent()) {
            ThreadRef w = waker.get();
            String process = w.process().isEmpty() || w.process().equals(w.thread()) ? "" : w.process();
            if (state != null) {
                f.link(EventDetailTexts.WOKEN_BY, w.thread(), process, "thread_state", state);
            } else {
                f.link(EventDetailTexts.WOKEN_BY, w.thread(), process, "thread", w.utid());
            }
        }
    }
}
