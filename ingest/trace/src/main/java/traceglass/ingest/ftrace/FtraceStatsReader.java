package traceglass.ingest.ftrace;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.ftrace.FtraceCpuStatsDecoder;
import traceglass.protos.ftrace.FtraceKprobeStatsDecoder;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.protos.ftrace.FtraceStatsDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Reads `FtraceStats`: statistics of the kernel's ring buffers at the start and end of a recording, and errors of the
/// ftrace setup.
final class FtraceStatsReader {

    private static final int PHASE_START = 1;
    private static final int PHASE_END = 2;
    private static final double NS = 1e9;

    private final ImportContext context;
    private final Set<Integer> reported = new HashSet<>();
    private boolean preservesBuffer;

    FtraceStatsReader(ImportContext context) {
        this.context = context;
    }

    /// Returns whether the recorder preserved the kernel's buffers from before the recording.
    boolean preservesBuffer() {
        return preservesBuffer;
    }

    void read(FtraceStatsDecoder message, int sequenceId) {
        int phase = message.phase();
        if (phase != PHASE_START && phase != PHASE_END) {
            context.stats().increment(StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
            return;
        }
        boolean isAtEnd = phase == PHASE_END;
        preservesBuffer |= message.preserveFtraceBuffer() && !isAtEnd;
        FtraceCpuStatsDecoder cpu = new FtraceCpuStatsDecoder();
        for (int i = 0; i < message.cpuStatsCount(); i++) {
            readCpu(message.cpuStats(i, cpu), isAtEnd);
        }
        for (int i = 0; i < message.ftraceParseErrorsCount(); i++) {
            countParseError(message.ftraceParseErrors(i));
        }
        FtraceKprobeStatsDecoder kprobes = message.kprobeStats(new FtraceKprobeStatsDecoder());
        setKprobes("hits", kprobes.hits(), isAtEnd);
        setKprobes("misses", kprobes.misses(), isAtEnd);
        if (!isAtEnd && !reported.contains(sequenceId)) {
            reportSetup(message, sequenceId);
        }
    }

    private void setKprobes(String stat, long value, boolean isAtEnd) {
        StatsTracker.View stats = context.stats();
        stats.set("ftrace_kprobe_" + stat + (isAtEnd ? "_end" : "_begin"), value);
        if (isAtEnd) {
            stats.set("ftrace_kprobe_" + stat + "_delta", value - stats.get("ftrace_kprobe_" + stat + "_begin"));
        }
    }

    private void readCpu(FtraceCpuStatsDecoder field, boolean isAtEnd) {
        int cpu = (int) field.cpu();
        if (cpu < 0) {
            return;
        }
        set("entries", cpu, field.entries(), isAtEnd);
        set("overrun", cpu, field.overrun(), isAtEnd);
        set("commit_overrun", cpu, field.commitOverrun(), isAtEnd);
        set("bytes", cpu, field.bytesRead(), isAtEnd);
        set("dropped_events", cpu, field.droppedEvents(), isAtEnd);
        set("read_events", cpu, field.readEvents(), isAtEnd);
        String suffix = isAtEnd ? "_end" : "_begin";
        // The cast saturates at Long.MAX_VALUE, as intended.
        context.stats().set("ftrace_cpu_now_ts" + suffix, cpu, (long) (field.nowTs() * NS));
        context.stats().set("ftrace_cpu_oldest_event_ts" + suffix, cpu, (long) (field.oldestEventTs() * NS));
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

    private void countParseError(int status) {
        boolean isHarmless = status == FtraceParseStatus.FTRACE_STATUS_ABI_ZERO_DATA_LENGTH_VALUE;
        context.stats()
                .increment(
                        isHarmless
                                ? StatNames.FTRACE_ABI_ERRORS_SKIPPED_ZERO_DATA_LENGTH
                                : StatNames.FTRACE_BUNDLE_TOKENIZER_ERRORS);
    }

    private void reportSetup(FtraceStatsDecoder message, int sequenceId) {
        if (message.atraceErrorsLength() > 0) {
            reportSetup("Atrace failures: " + message.atraceErrors(), sequenceId);
        }
        for (int i = 0; i < message.unknownFtraceEventsCount(); i++) {
            reportSetup("Ftrace event unknown: " + message.unknownFtraceEvents(i), sequenceId);
        }
        for (int i = 0; i < message.failedFtraceEventsCount(); i++) {
            reportSetup("Ftrace event failed: " + message.failedFtraceEvents(i), sequenceId);
        }
        if (message.exclusiveFeatureErrorLength() > 0) {
            reportSetup("Ftrace exclusive feature error: " + message.exclusiveFeatureError(), sequenceId);
        }
    }

    private void reportSetup(String text, int sequenceId) {
        reported.add(sequenceId);
        int id = context.strings().intern(text);
        context.logs()
                .record(
                        StatNames.FTRACE_SETUP_ERRORS,
                        b -> b.addString(context.strings().intern("message"), id));
    }
}
