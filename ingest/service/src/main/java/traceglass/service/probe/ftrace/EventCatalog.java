package traceglass.service.probe.ftrace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.service.probe.ftrace.page.CompactFormat;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.EventPlan;
import traceglass.service.probe.ftrace.page.EventPlanner;
import traceglass.service.probe.ftrace.page.RecordLayout;

/// Kernel events with the plans that encode them. Format files are read when an event is first requested.
final class EventCatalog {

    private final Tracefs tracefs;
    private final Map<EventName, EventPlan> plans = new HashMap<>();
    private final Map<EventName, EventPlan> described = new HashMap<>();
    private final IntSupplier numbers;

    /// @param numbers returns a field number that no event of any session uses
    EventCatalog(Tracefs tracefs, IntSupplier numbers) {
        this.tracefs = tracefs;
        this.numbers = numbers;
    }

    /// Discards all formats, because event ids change when a module is loaded again.
    void clear() {
        plans.clear();
        described.clear();
    }

    /// Returns the plan of an event, or null if the kernel does not have the event.
    ///
    /// @param isDense whether events that are not in the schema are described once instead of containing their
    ///     field names each time
    @Nullable
    EventPlan plan(EventName event, boolean isDense) {
        EventPlan plan = plans.get(event);
        if (plan == null && isDense) {
            plan = described.get(event);
        }
        if (plan != null) {
            return plan;
        }
        RecordLayout layout = tracefs.layout(event);
        if (layout == null) {
            return null;
        }
        plan = EventPlanner.findKnown(event, layout);
        if (plan != null) {
            plans.put(event, plan);
        } else if (isDense) {
            plan = EventPlanner.described(event, layout, numbers.getAsInt());
            described.put(event, plan);
        } else {
            plan = EventPlanner.named(event, layout);
        }
        return plan;
    }

    /// Returns the plan of a kprobe, or null if it is not installed.
    @Nullable
    EventPlan kprobe(EventName event) {
        RecordLayout layout = tracefs.layout(event);
        return layout == null ? null : EventPlanner.kprobe(event, layout);
    }

    /// Returns the compact encoding of scheduler events, or null if this kernel's events have other fields.
    @Nullable
    CompactFormat compactFormat() {
        return CompactFormat.of(
                tracefs.layout(EventSelection.SCHED_SWITCH), tracefs.layout(EventSelection.SCHED_WAKING));
    }
}
