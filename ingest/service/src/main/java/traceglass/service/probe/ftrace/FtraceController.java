package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.PageShape;

/// Owns a tracefs folder while sessions record from it: its settings and the union of the sessions' events. Reads its
/// buffers and passes the pages to every session.
final class FtraceController {

    private static final int PAGES_PER_DRAIN = 256;
    private static final long NS = 1_000_000_000L;
    private static final String ALL_SYSCALLS = "0";

    private final Tracefs tracefs;
    private final Kprobes kprobes;
    private final KernelSetup setup;
    private final PageShape shape;
    private final Set<FtraceInstance> sessions = new LinkedHashSet<>();
    private final Set<FtraceInstance> active = new LinkedHashSet<>();
    private final Map<EventName, Integer> users = new HashMap<>();
    private final Pages pages = new Pages();
    private @Nullable RingReader reader;

    /// @param kprobes kprobes, which all folders share
    FtraceController(Tracefs tracefs, Kprobes kprobes, KernelSetup setup) {
        this.tracefs = tracefs;
        this.setup = setup;
        this.kprobes = kprobes;
        shape = PageShape.parse(tracefs.read("events/header_page"));
    }

    Tracefs tracefs() {
        return tracefs;
    }

    Kprobes kprobes() {
        return kprobes;
    }

    KernelSetup setup() {
        return setup;
    }

    /// Prepares the kernel for the first session, without recording.
    ///
    /// @throws ProbeRefused if another tool uses the folder
    void prepare(FtraceConfig config) throws ProbeRefused {
        if (sessions.isEmpty()) {
            setup.begin(config);
        }
    }

    /// Returns whether sessions record or are prepared.
    boolean isUsed() {
        return !sessions.isEmpty();
    }

    /// Adds a session and enables its events. Events that can't be enabled are removed from its plan.
    void add(FtraceInstance session) {
        sessions.add(session);
        SessionPlan plan = session.plan();
        for (EventName event : List.copyOf(plan.events().keySet())) {
            if (isSwitched(event) && !users.containsKey(event) && !tracefs.setEvent(event, true)) {
                plan.events().remove(event);
                plan.failed().add(event.toString());
            } else {
                users.merge(event, 1, Integer::sum);
            }
        }
        updateSyscallFilter();
    }

    /// Returns whether an event can be switched on and off; ftrace's own events are always written.
    private static boolean isSwitched(EventName event) {
        return !event.group().equals(EventSelection.FTRACE);
    }

    /// Starts passing events to a session.
    void start(FtraceInstance session) throws IOException {
        if (reader == null) {
            reader = RingReader.open(tracefs, shape);
        }
        if (active.isEmpty()) {
            setup.record(true);
        } else {
            // Earlier events belong only to the other sessions.
            flush();
        }
        active.add(session);
    }

    /// Removes a session. When the last one is removed, restores the kernel's settings.
    void remove(FtraceInstance session) {
        if (!sessions.remove(session)) {
            return;
        }
        active.remove(session);
        if (active.isEmpty()) {
            setup.record(false);
        }
        for (EventName event : session.plan().events().keySet()) {
            int remaining = users.getOrDefault(event, 1) - 1;
            if (remaining > 0) {
                users.put(event, remaining);
            } else {
                users.remove(event);
                if (isSwitched(event)) {
                    tracefs.setEvent(event, false);
                }
            }
        }
        updateSyscallFilter();
        session.plan().kprobes().keySet().forEach(kprobes::release);
        if (active.isEmpty() && reader != null) {
            reader.close();
            reader = null;
        }
        if (sessions.isEmpty()) {
            setup.end();
        }
    }

    /// Undoes [#prepare] and later setup for a session.
    void abandon(FtraceInstance session) {
        if (sessions.contains(session)) {
            remove(session);
            return;
        }
        session.plan().kprobes().keySet().forEach(kprobes::release);
        if (sessions.isEmpty()) {
            setup.end();
        }
    }

    /// Reads the buffers, up to a limit.
    ///
    /// @return whether events are left
    boolean drain() {
        return drain(PAGES_PER_DRAIN, RingReader.NOW);
    }

    /// Reads all events that happened before this call.
    void flush() {
        boolean isComparable = setup.clock() == FtraceClock.FTRACE_CLOCK_UNSPECIFIED;
        long until = isComparable ? Posix.clockNs(Posix.CLOCK_BOOTTIME) : Long.MAX_VALUE;
        drain(Math.max(PAGES_PER_DRAIN, setup.bufferPages(shape)), until);
    }

    private boolean drain(int limit, long until) {
        RingReader from = reader;
        if (from == null || active.isEmpty()) {
            return false;
        }
        if (setup.clock() != FtraceClock.FTRACE_CLOCK_UNSPECIFIED) {
            long now = (long) (CpuStats.read(tracefs, 0).getNowTs() * NS);
            long boot = Posix.clockNs(Posix.CLOCK_BOOTTIME);
            active.forEach(session -> session.setClock(setup.clock(), now, boot));
        }
        boolean hasMore = from.drain(limit, until, pages);
        active.forEach(FtraceInstance::endDrain);
        return hasMore;
    }

    private final class Pages implements RingReader.Pages {

        @Override
        public void onPages(int cpu, byte[] bytes, int count) {
            for (FtraceInstance session : active) {
                session.writeEvents(cpu, shape, bytes, count);
            }
        }

        @Override
        public void onFailure(int cpu, FtraceParseStatus status) {
            active.forEach(session -> session.onFailure(status));
        }
    }

    PageShape shape() {
        return shape;
    }

    /// Sets a filter so that the kernel discards system calls that no session records.
    private void updateSyscallFilter() {
        BitSet all = new BitSet();
        boolean isUnfiltered = false;
        for (FtraceInstance session : sessions) {
            if (session.plan().recordsSyscalls()) {
                BitSet syscalls = session.syscalls();
                if (syscalls == null) {
                    isUnfiltered = true;
                } else {
                    all.or(syscalls);
                }
            }
        }
        String filter = isUnfiltered || all.isEmpty()
                ? ALL_SYSCALLS
                : all.stream().mapToObj(id -> "id == " + id).collect(Collectors.joining(" || "));
        setup.setSyscallFilter(filter);
    }
}
