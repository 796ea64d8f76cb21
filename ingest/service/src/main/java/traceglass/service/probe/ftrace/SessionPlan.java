package traceglass.service.probe.ftrace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.KprobeEvent.KprobeType;
import traceglass.service.probe.ftrace.page.CompactFormat;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.EventPlan;
import traceglass.service.probe.ftrace.page.PrintRules;
import traceglass.service.probe.ftrace.page.SessionEvents;

/// Events that a session records on this kernel, and requested events that are unavailable.
final class SessionPlan {

    private final Map<EventName, EventPlan> events = new TreeMap<>();
    private final Map<EventName, KprobeType> kprobes = new TreeMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    /// Returns the events, including kprobes.
    Map<EventName, EventPlan> events() {
        return events;
    }

    Map<EventName, KprobeType> kprobes() {
        return kprobes;
    }

    /// Returns names of events that this kernel does not have.
    List<String> unknown() {
        return unknown;
    }

    /// Returns events that could not be enabled, and other problems of the setup.
    List<String> failed() {
        return failed;
    }

    /// Adds the requested events that exist.
    void addEvents(FtraceConfig config, EventSelection selection, EventCatalog catalog) {
        unknown.addAll(selection.unknown());
        boolean isDense = !config.hasDenserGenericEventEncoding() || config.getDenserGenericEventEncoding();
        for (EventName event : selection.events()) {
            EventPlan plan = catalog.plan(event, isDense);
            if (plan == null) {
                unknown.add(event.toString());
            } else if (plan.isGeneric() && config.getDisableGenericEvents()) {
                failed.add(event.toString());
            } else {
                events.put(event, plan);
            }
        }
    }

    /// Adds an installed kprobe.
    void addKprobe(EventName event, EventPlan plan, KprobeType type) {
        events.put(event, plan);
        kprobes.put(event, type);
    }

    /// Returns whether the session records system calls.
    boolean recordsSyscalls() {
        return events.containsKey(EventSelection.SYS_ENTER) || events.containsKey(EventSelection.SYS_EXIT);
    }

    /// Returns the system calls to record, or null for all.
    @Nullable
    BitSet syscalls(FtraceConfig config, SyscallNumbers numbers) {
        if (config.getSyscallEventsCount() == 0) {
            return null;
        }
        BitSet selected = new BitSet();
        for (String name : config.getSyscallEventsList()) {
            List<Integer> matches = numbers.get(name);
            matches.forEach(selected::set);
            if (matches.isEmpty()) {
                unknown.add(name);
            }
        }
        return selected;
    }

    /// Returns the events in the form used to read pages.
    SessionEvents sessionEvents(FtraceConfig config, EventCatalog catalog, @Nullable BitSet syscalls) {
        boolean isRequested = !config.getCompactSched().hasEnabled()
                || config.getCompactSched().getEnabled();
        CompactFormat compact = null;
        if (isRequested && events.containsKey(EventSelection.SCHED_SWITCH)) {
            compact = catalog.compactFormat();
            if (compact == null) {
                failed.add("compact_sched: the kernel's scheduler events have unexpected fields");
            }
        }
        PrintRules prints = config.hasPrintFilter() ? PrintRules.of(config.getPrintFilter()) : null;
        SessionEvents session = new SessionEvents(events.values(), compact, syscalls, prints);
        kprobes.forEach((event, type) -> {
            EventPlan plan = events.get(event);
            if (plan != null) {
                session.setKprobe(plan.id(), type);
            }
        });
        return session;
    }
}
