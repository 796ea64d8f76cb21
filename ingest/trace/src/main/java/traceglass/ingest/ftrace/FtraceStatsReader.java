package traceglass.ingest.ftrace;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.ftrace.FtraceCpuStats;
import traceglass.protos.ftrace.FtraceKprobeStats;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Reads `FtraceStats`: statistics of the kernel's ring buffers at the start and end of a recording, and errors of the
/// ftrace setup.
final class FtraceStatsReader {

    private static final int PHASE_START = 1;
    private static final int PHASE_END = 2;
    private static final double NS = 1e9;

    private final ImportContext context;
    private final ProtoCursor child = new ProtoCursor();
    private final Set<Integer> reported = new HashSet<>();
    private boolean preservesBuffer;

    FtraceStatsReader(ImportContext context) {
        this.context = context;
    }

    /// Returns whether the recorder preserved the kernel's buffers from before the recording.
    boolean preservesBuffer() {
        return preservesBuffer;
    }

    void read(ProtoCursor message, int sequenceId) {
        byte[] buffer = message.buffer();
        int from = message.position();
        int size = message.end() - from;
        ProtoCursor c = message;
        int phase = 0;
        boolean preservesBuffer = false;
        while (c.next()) {
            if (c.field() == FtraceStats.PHASE_FIELD_NUMBER) {
                phase = c.asInt();
            } else if (c.field() == FtraceStats.PRESERVE_FTRACE_BUFFER_FIELD_NUMBER) {
                preservesBuffer = c.asBool();
            }
        }
        if (phase != PHASE_START && phase != PHASE_END) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        boolean isAtEnd = phase == PHASE_END;
        this.preservesBuffer |= preservesBuffer && !isAtEnd;
        long hits = 0;
        long misses = 0;
        for (c.enter(buffer, from, size); c.next(); ) {
            switch (c.field()) {
                case FtraceStats.CPU_STATS_FIELD_NUMBER -> readCpu(c, isAtEnd);
                case FtraceStats.KPROBE_STATS_FIELD_NUMBER -> {
                    for (child.enter(c); child.next(); ) {
                        if (child.field() == FtraceKprobeStats.HITS_FIELD_NUMBER) {
                            hits = child.asLong();
                        } else if (child.field() == FtraceKprobeStats.MISSES_FIELD_NUMBER) {
                            misses = child.asLong();
                        }
                    }
                }
                case FtraceStats.FTRACE_PARSE_ERRORS_FIELD_NUMBER -> countParseErrors(c);
                default -> {}
            }
        }
        setKprobes("hits", hits, isAtEnd);
        setKprobes("misses", misses, isAtEnd);
        if (!isAtEnd && !reported.contains(sequenceId)) {
            reportSetup(c.enter(buffer, from, size), sequenceId);
        }
    }

    private void setKprobes(String stat, long value, boolean isAtEnd) {
        StatsTracker.View stats = context.stats();
        stats.set("ftrace_kprobe_" + stat + (isAtEnd ? "_end" : "_begin"), value);
        if (isAtEnd) {
            stats.set("ftrace_kprobe_" + stat + "_delta", value - stats.get("ftrace_kprobe_" + stat + "_begin"));
        }
    }

    private void readCpu(ProtoCursor field, boolean isAtEnd) {
        long[] v = new long[10];
        double now = 0;
        double oldest = 0;
        for (child.enter(field); child.next(); ) {
            switch (child.field()) {
                case FtraceCpuStats.NOW_TS_FIELD_NUMBER -> now = child.asDouble();
                case FtraceCpuStats.OLDEST_EVENT_TS_FIELD_NUMBER -> oldest = child.asDouble();
                default -> {
                    if (child.field() < v.length) {
                        v[child.field()] = child.asLong();
                    }
                }
            }
        }
        int cpu = (int) v[FtraceCpuStats.CPU_FIELD_NUMBER];
        if (cpu < 0) {
            return;
        }
        set("entries", cpu, v[FtraceCpuStats.ENTRIES_FIELD_NUMBER], isAtEnd);
        set("overrun", cpu, v[FtraceCpuStats.OVERRUN_FIELD_NUMBER], isAtEnd);
        set("commit_overrun", cpu, v[FtraceCpuStats.COMMIT_OVERRUN_FIELD_NUMBER], isAtEnd);
        set("bytes", cpu, v[FtraceCpuStats.BYTES_READ_FIELD_NUMBER], isAtEnd);
        set("dropped_events", cpu, v[FtraceCpuStats.DROPPED_EVENTS_FIELD_NUMBER], isAtEnd);
        set("read_events", cpu, v[FtraceCpuStats.READ_EVENTS_FIELD_NUMBER], isAtEnd);
        String suffix = isAtEnd ? "_end" : "_begin";
        // The cast saturates at Long.MAX_VALUE, as intended.
        context.stats().set("ftrace_cpu_now_ts" + suffix, cpu, (long) (now * NS));
        context.stats().set("ftrace_cpu_oldest_event_ts" + suffix, cpu, (long) (oldest * NS));
    }

    private void set(String stat, int cpu, long value, boolean isAtEnd) {
        StatsTracker.View stats = context.stats();
        String name = "ftrace_cpu_" + stat;
        stats.set(name + (isAtEnd ? "_end" : "_begin"), cpu, value);
        if (isAtEnd) {
            long previous = stats.get(name + "_begin", cpu);
            if (previous != LongColumn.NULL) {
                stats.set(name + "_delta", cpu, value - previous);
            }
        }
    }

    private void countParseErrors(ProtoCursor field) {
        for (PackedCursor p = new PackedCursor().enter(field); p.nextVarint(); ) {
            boolean isHarmless = p.asLong() == FtraceParseStatus.FTRACE_STATUS_ABI_ZERO_DATA_LENGTH_VALUE;
            context.stats()
                    .increment(
                            isHarmless
                                    ? StatNames.FTRACE_ABI_ERRORS_SKIPPED_ZERO_DATA_LENGTH
                                    : StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
        }
    }

    private void reportSetup(ProtoCursor c, int sequenceId) {
        while (c.next()) {
            String text = switch (c.field()) {
                case FtraceStats.FAILED_FTRACE_EVENTS_FIELD_NUMBER -> "Ftrace event failed: " + c.asString();
                case FtraceStats.UNKNOWN_FTRACE_EVENTS_FIELD_NUMBER -> "Ftrace event unknown: " + c.asString();
                case FtraceStats.ATRACE_ERRORS_FIELD_NUMBER ->
                    c.length() == 0 ? null : "Atrace failures: " + c.asString();
                case FtraceStats.EXCLUSIVE_FEATURE_ERROR_FIELD_NUMBER ->
                    c.length() == 0 ? null : "Ftrace exclusive feature error: " + c.asString();
                default -> null;
            };
            if (text != null) {
                reported.add(sequenceId);
                int id = context.strings().intern(text);
                context.logs()
                        .record(
                                StatNames.FTRACE_SETUP_ERRORS,
                                b -> b.addString(context.strings().intern("message"), id));
            }
        }
    }
}
