package traceglass.service.probe.perf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.FollowerEvent;
import traceglass.protos.common.PerfEvents;
import traceglass.protos.common.PerfEvents.Counter;
import traceglass.protos.common.PerfEvents.EventModifier;
import traceglass.sdk.posix.PerfAttributes;
import traceglass.service.probe.ProbeRefused;

/// Converts the events of a config to the kernel's event types.
final class CounterTypes {

    private static final List<Path> TRACEFS =
            List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));
    private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

    /// An event.
    ///
    /// @param name name for messages
    /// @param filter filter of a tracepoint; empty for none
    /// @param device sysfs folder of the event's PMU, or null
    record CounterType(
            String name,
            int type,
            long config,
            long config1,
            long config2,
            String filter,
            long exclusions,
            @Nullable Path device) {}

    private CounterTypes() {}

    static CounterType of(PerfEvents.Timebase timebase) throws ProbeRefused {
        long exclusions = exclusions(timebase.getModifiersList());
        return switch (timebase.getEventCase()) {
            case TRACEPOINT -> tracepoint(timebase.getTracepoint(), exclusions);
            case RAW_EVENT -> raw(timebase.getRawEvent(), exclusions);
            case COUNTER -> counter(timebase.getCounter(), exclusions);
            case EVENT_NOT_SET -> counter(Counter.SW_CPU_CLOCK, exclusions);
        };
    }

    static CounterType of(FollowerEvent follower) throws ProbeRefused {
        long exclusions = exclusions(follower.getModifiersList());
        return switch (follower.getEventCase()) {
            case TRACEPOINT -> tracepoint(follower.getTracepoint(), exclusions);
            case RAW_EVENT -> raw(follower.getRawEvent(), exclusions);
            case COUNTER -> counter(follower.getCounter(), exclusions);
            case EVENT_NOT_SET -> throw new ProbeRefused("A follower of linux.perf has no event.");
        };
    }

    private static long exclusions(List<EventModifier> counted) {
        if (counted.isEmpty()) {
            return 0;
        }
        return (counted.contains(EventModifier.EVENT_MODIFIER_COUNT_USERSPACE) ? 0 : PerfAttributes.EXCLUDE_USER)
                | (counted.contains(EventModifier.EVENT_MODIFIER_COUNT_KERNEL) ? 0 : PerfAttributes.EXCLUDE_KERNEL)
                | (counted.contains(EventModifier.EVENT_MODIFIER_COUNT_HYPERVISOR)
                        ? 0
                        : PerfAttributes.EXCLUDE_HYPERVISOR);
    }

    private static CounterType counter(Counter counter, long exclusions) throws ProbeRefused {
        int software = switch (counter) {
            case SW_CPU_CLOCK -> 0;
            case SW_TASK_CLOCK -> 1;
            case SW_PAGE_FAULTS -> 2;
            case SW_CONTEXT_SWITCHES -> 3;
            case SW_CPU_MIGRATIONS -> 4;
            case SW_PAGE_FAULTS_MIN -> 5;
            case SW_PAGE_FAULTS_MAJ -> 6;
            case SW_ALIGNMENT_FAULTS -> 7;
            case SW_EMULATION_FAULTS -> 8;
            case SW_DUMMY -> 9;
            default -> -1;
        };
        if (software >= 0) {
            return new CounterType(counter.name(), PerfAttributes.TYPE_SOFTWARE, software, 0, 0, "", exclusions, null);
        }
        int hardware = counter.getNumber() - Counter.HW_CPU_CYCLES_VALUE;
        if (hardware < 0 || hardware > Counter.HW_REF_CPU_CYCLES_VALUE - Counter.HW_CPU_CYCLES_VALUE) {
            throw new ProbeRefused("linux.perf does not support the counter " + counter.name() + ".");
        }
        return new CounterType(counter.name(), PerfAttributes.TYPE_HARDWARE, hardware, 0, 0, "", exclusions, null);
    }

    private static CounterType tracepoint(PerfEvents.Tracepoint tracepoint, long exclusions) throws ProbeRefused {
        String name = tracepoint.getName();
        if (!name.matches("[\\w.-]+[:/][\\w.-]+")) {
            throw new ProbeRefused(
                    "\"" + name + "\" is not a tracepoint. Write group:name, such as sched:sched_switch.");
        }
        for (Path tracefs : TRACEFS) {
            try {
                Path id = tracefs.resolve("events")
                        .resolve(name.replace(':', '/'))
                        .resolve("id");
                return new CounterType(
                        name,
                        PerfAttributes.TYPE_TRACEPOINT,
                        Long.parseLong(text(id)),
                        0,
                        0,
                        tracepoint.getFilter(),
                        exclusions,
                        null);
            } catch (IOException | NumberFormatException e) {
                // Try the next tracefs folder.
            }
        }
        boolean isReadable = TRACEFS.stream().anyMatch(t -> Files.isReadable(t.resolve("events")));
        throw new ProbeRefused(
                isReadable
                        ? "This kernel has no tracepoint " + name + "."
                        : "Can't read the id of the tracepoint " + name + ": only root can read tracefs.");
    }

    private static CounterType raw(PerfEvents.RawEvent raw, long exclusions) throws ProbeRefused {
        int type = raw.getType();
        Path device = null;
        if (!raw.getPmuName().isEmpty()) {
            device = DEVICES.resolve(raw.getPmuName());
            try {
                type = Integer.parseInt(text(device.resolve("type")));
            } catch (IOException | NumberFormatException e) {
                throw new ProbeRefused("This computer has no performance monitoring unit " + raw.getPmuName() + ".", e);
            }
        }
        return new CounterType(
                raw.getPmuName().isEmpty() ? "raw event" : raw.getPmuName(),
                type,
                raw.getConfig(),
                raw.getConfig1(),
                raw.getConfig2(),
                "",
                exclusions,
                device);
    }

    static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    }
}
