package traceglass.convert.cut.select;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.trace.TracePacket;

/// Types of content to which a cut can be limited.
public enum Content {
    /// Scheduling, in ftrace and in separate packets.
    SCHED,
    /// Markers of programs in ftrace.
    ATRACE,
    /// All other kernel events.
    FTRACE,
    TRACK_EVENTS,
    LOGS,
    /// Callstack samples.
    SAMPLES,
    /// Profiles and dumps of native and Java heaps.
    HEAPS,
    /// Values of the system and of processes, read at intervals.
    STATS,
    FRAMES,
    /// Everything else.
    OTHER;

    // Extension fields of TracePacket defined by Android.
    private static final int FRAME_TIMELINE_EVENT = 76;
    private static final int HEAP_GRAPH = 56;

    private static final Set<Integer> MARKERS = Set.of(
            FtraceEvent.PRINT_FIELD_NUMBER,
            FtraceEvent.TRACING_MARK_WRITE_FIELD_NUMBER,
            FtraceEvent.ZERO_FIELD_NUMBER,
            FtraceEvent.SDE_TRACING_MARK_WRITE_FIELD_NUMBER,
            FtraceEvent.DPU_TRACING_MARK_WRITE_FIELD_NUMBER,
            FtraceEvent.G2D_TRACING_MARK_WRITE_FIELD_NUMBER,
            FtraceEvent.MALI_TRACING_MARK_WRITE_FIELD_NUMBER);

    /// Returns the name on the command line.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Content> byId(String id) {
        return Arrays.stream(values()).filter(c -> c.id().equals(id)).findFirst();
    }

    /// Returns the type of a packet given the field with its content. Packets with ftrace events have the types of
    /// their events.
    static Content ofPacket(int field) {
        return switch (field) {
            case TracePacket.FTRACE_EVENTS_FIELD_NUMBER -> FTRACE;
            case TracePacket.GENERIC_KERNEL_TASK_STATE_EVENT_FIELD_NUMBER -> SCHED;
            case TracePacket.TRACK_EVENT_FIELD_NUMBER -> TRACK_EVENTS;
            case TracePacket.ANDROID_LOG_FIELD_NUMBER, TracePacket.JOURNALD_EVENT_FIELD_NUMBER -> LOGS;
            case TracePacket.PERF_SAMPLE_FIELD_NUMBER,
                    TracePacket.STACK_SAMPLE_FIELD_NUMBER,
                    TracePacket.STREAMING_PROFILE_PACKET_FIELD_NUMBER -> SAMPLES;
            case TracePacket.PROFILE_PACKET_FIELD_NUMBER,
                    HEAP_GRAPH,
                    TracePacket.SMAPS_PACKET_FIELD_NUMBER,
                    TracePacket.STREAMING_ALLOCATION_FIELD_NUMBER,
                    TracePacket.STREAMING_FREE_FIELD_NUMBER,
                    TracePacket.MEMORY_TRACKER_SNAPSHOT_FIELD_NUMBER -> HEAPS;
            case TracePacket.SYS_STATS_FIELD_NUMBER,
                    TracePacket.PROCESS_STATS_FIELD_NUMBER,
                    TracePacket.BATTERY_FIELD_NUMBER,
                    TracePacket.POWER_RAILS_FIELD_NUMBER -> STATS;
            case FRAME_TIMELINE_EVENT, TracePacket.GRAPHICS_FRAME_EVENT_FIELD_NUMBER -> FRAMES;
            default -> OTHER;
        };
    }

    /// Returns the type of a kernel event; null for events that describe threads, which are always kept.
    static @Nullable Content ofEvent(int id) {
        if (MARKERS.contains(id)) {
            return ATRACE;
        }
        return switch (id) {
            case FtraceEvent.TASK_NEWTASK_FIELD_NUMBER, FtraceEvent.TASK_RENAME_FIELD_NUMBER -> null;
            case FtraceEvent.SCHED_SWITCH_FIELD_NUMBER,
                    FtraceEvent.SCHED_WAKEUP_FIELD_NUMBER,
                    FtraceEvent.SCHED_WAKEUP_NEW_FIELD_NUMBER,
                    FtraceEvent.SCHED_WAKING_FIELD_NUMBER,
                    FtraceEvent.SCHED_BLOCKED_REASON_FIELD_NUMBER,
                    FtraceEvent.SCHED_PROCESS_EXEC_FIELD_NUMBER,
                    FtraceEvent.SCHED_PROCESS_EXIT_FIELD_NUMBER,
                    FtraceEvent.SCHED_PROCESS_FORK_FIELD_NUMBER,
                    FtraceEvent.SCHED_PROCESS_FREE_FIELD_NUMBER -> SCHED;
            default -> FTRACE;
        };
    }
}
