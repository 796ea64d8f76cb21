package traceglass.ingest.perfetto.reader;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Checks the recording settings for problems that degrade traces, and writes recommendations to
/// `__intrinsic_trace_diagnostics`. Keys and confidences are those of Perfetto's trace processor.
final class TraceDiagnostics {

    private static final long LATE_START_NS = 5 * 60 * 1_000_000_000L;
    private static final long GOOD_BUFFER_KB = 1024;
    private static final long TINY_BUFFER_KB = 64;
    private static final double GOOD_MB_PER_S = 5;
    private static final double BAD_MB_PER_S = 1;
    private static final long MIN_DRAIN_MS = 100;
    private static final long MAX_DRAIN_MS = 60_000;
    private static final long MIN_HEAP_INTERVAL_BYTES = 100 * 1024;
    /// Minimum write period that indicates a ring buffer which is written once: one week.
    private static final long RING_BUFFER_PERIOD_MS = 604_800_000;
    private static final double SURE = 0.9;
    private static final List<String> NEED_SYMBOLS =
            List.of("workqueue/workqueue_execute_start", "sched/sched_blocked_reason");
    private static final List<String> SYSCALLS = List.of("raw_syscalls/sys_enter", "raw_syscalls/sys_exit");

    private final ImportContext context;

    TraceDiagnostics(ImportContext context) {
        this.context = context;
    }

    /// Checks the recording.
    ///
    /// @param traceConfig bytes of its `TraceConfig`
    void run(byte[] traceConfig) {
        TraceConfig config;
        try {
            config = TraceConfig.parseFrom(traceConfig);
        } catch (InvalidProtocolBufferException e) {
            // The reader has already counted the damage.
            return;
        }
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            if (source.hasConfig() && source.getConfig().hasFtraceConfig()) {
                checkFtrace(source.getConfig().getFtraceConfig());
            }
        }
        if (config.getWriteIntoFile() && (config.getFileWritePeriodMs() & 0xFFFF_FFFFL) < RING_BUFFER_PERIOD_MS) {
            checkDiscardBuffers(config);
        }
        boolean recordsVideo = false;
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            if (source.hasConfig() && source.getConfig().hasHeapprofdConfig()) {
                checkHeapInterval(source.getConfig().getHeapprofdConfig().getSamplingIntervalBytes());
            }
            recordsVideo |= source.getConfig().getName().equals("android.display.video");
        }
        if (recordsVideo
                && isUserBuild()
                && context.storage().table(TableNames.VideoFrames.TABLE).rowCount() == 0
                && !hasStat("android_video_", "error")
                && !hasStat("android_video_", "data_loss")) {
            add(
                    "display_video_not_enabled",
                    "Display video not captured",
                    "Display video was requested, but there are neither frames nor errors. User builds disable it"
                            + " by default.",
                    "Enable it before recording and after each reboot: adb shell setprop debug.tracing_video_allowed"
                            + " true",
                    0.7);
        }
    }

    private void checkFtrace(FtraceConfig f) {
        if (f.getPreserveFtraceBuffer() && sinceBootNs() > LATE_START_NS) {
            add(
                    "preserve_ftrace_buffer_late_start",
                    "Unnecessary preserve_ftrace_buffer",
                    "Tracing started minutes after boot with a preserved kernel buffer, which may contain very old"
                            + " events.",
                    "Use preserve_ftrace_buffer only if tracing starts soon after boot.",
                    0.7);
        }
        long kb = f.getBufferSizeKb() & 0xFFFF_FFFFL;
        if (kb > 0 && kb < GOOD_BUFFER_KB) {
            double confidence = kb <= TINY_BUFFER_KB || hasLostFtrace()
                    ? SURE
                    : SURE - 0.7 * (kb - TINY_BUFFER_KB) / (GOOD_BUFFER_KB - TINY_BUFFER_KB);
            add(
                    "tiny_ftrace_buffer",
                    "Ftrace buffer too small",
                    "The kernel buffer has only " + kb + " KB per CPU and may overflow under load.",
                    "Leave buffer_size_kb unset; the default suits most workloads.",
                    confidence);
        }
        long drainMs = f.getDrainPeriodMs() & 0xFFFF_FFFFL;
        double mbPerS = kb / 1024.0 / (drainMs / 1000.0);
        if (kb > 0 && drainMs > 0 && mbPerS < GOOD_MB_PER_S) {
            double confidence = mbPerS <= BAD_MB_PER_S || hasLostFtrace()
                    ? SURE
                    : SURE * (GOOD_MB_PER_S - mbPerS) / (GOOD_MB_PER_S - BAD_MB_PER_S);
            add(
                    "low_ftrace_drain_bandwidth",
                    "Low ftrace drain bandwidth",
                    "A buffer of " + kb + " KB drained every " + drainMs
                            + " ms can't sustain 5 MB/s; bursts of events may be lost.",
                    "Leave buffer_size_kb and drain_period_ms unset, increase buffer_size_kb, or reduce"
                            + " drain_period_ms.",
                    confidence);
        }
        if (f.hasDrainPeriodMs() && (drainMs < MIN_DRAIN_MS || drainMs > MAX_DRAIN_MS)) {
            add(
                    "extreme_ftrace_drain_period",
                    "Extreme ftrace drain period",
                    "The kernel buffer is drained every " + drainMs
                            + " ms, which is outside the useful range of 100 ms to 60 s.",
                    "Leave drain_period_ms unset, or set it within that range.",
                    0.6);
        }
        if (f.getFtraceEventsList().stream().anyMatch(SYSCALLS::contains) && f.getSyscallEventsCount() == 0) {
            add(
                    "syscalls_without_filter",
                    "Unfiltered syscall tracing",
                    "All system calls are recorded, which makes traces large and slows down the device.",
                    "List the relevant system calls in syscall_events.",
                    hasLostFtrace() ? SURE : 0.3);
        }
        if (!f.getSymbolizeKsyms()) {
            checkSymbols(f);
        }
    }

    private void checkSymbols(FtraceConfig f) {
        if (f.getEnableFunctionGraph()) {
            add(
                    "function_graph_requires_symbolize_ksyms",
                    "Function graph needs symbolize_ksyms",
                    "Kernel functions were recorded as addresses, which can't be symbolized later.",
                    "Set symbolize_ksyms: true in the ftrace config.",
                    1.0);
        }
        f.getFtraceEventsList().stream()
                .filter(NEED_SYMBOLS::contains)
                .findFirst()
                .ifPresent(event -> add(
                        "events_require_symbolize_ksyms",
                        "Events need symbolize_ksyms",
                        event + " has fields with kernel addresses, which can't be symbolized later.",
                        "Set symbolize_ksyms: true in the ftrace config.",
                        0.6));
    }

    private void checkDiscardBuffers(TraceConfig config) {
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            DataSourceConfig c = source.getConfig();
            boolean streams = c.getName().equals("linux.ftrace") || c.getName().equals("track_event");
            int buffer = c.getTargetBuffer();
            if (source.hasConfig()
                    && streams
                    && buffer >= 0
                    && buffer < config.getBuffersCount()
                    && config.getBuffers(buffer).getFillPolicy() == TraceConfig.BufferConfig.FillPolicy.DISCARD) {
                add(
                        "discard_buffer_for_streaming",
                        "DISCARD buffer for streaming",
                        c.getName()
                                + " writes to a buffer that discards new data once it is full, although the trace"
                                + " continues.",
                        "Use fill_policy RING_BUFFER for ftrace and track_event in long traces.",
                        0.8);
            }
        }
    }

    private void checkHeapInterval(long bytes) {
        if (bytes > 0 && bytes < MIN_HEAP_INTERVAL_BYTES) {
            add(
                    "heapprofd_sampling_interval_too_low",
                    "Heapprofd sampling interval too low",
                    "Sampling every " + bytes + " bytes slows down the app and is hardly more accurate.",
                    "Set sampling_interval_bytes to 100 KB or more.",
                    hasStat("heapprofd", "error") ? SURE : 0.3);
        }
    }

    private void add(String key, String title, String description, String remedy, double confidence) {
        Table table = context.storage().table(TableNames.TraceDiagnostics.TABLE);
        StringPool strings = context.strings();
        int row = table.addRow();
        table.strings(TableNames.TraceDiagnostics.KEY).set(row, strings.intern(key));
        table.strings(TableNames.TraceDiagnostics.TITLE).set(row, strings.intern(title));
        table.strings(TableNames.TraceDiagnostics.DESCRIPTION).set(row, strings.intern(description));
        table.strings(TableNames.TraceDiagnostics.REMEDIATION).set(row, strings.intern(remedy));
        table.doubles(TableNames.TraceDiagnostics.CONFIDENCE).set(row, confidence);
        table.ints(TableNames.TraceDiagnostics.TRACE_ID).set(row, context.traceId());
    }

    private long sinceBootNs() {
        long started = context.metadata().number("tracing_started_ns");
        if (started == LongColumn.NULL) {
            return 0;
        }
        long boot = context.clocks()
                .graph()
                .convert(
                        context.clocks().graph().traceTime(),
                        started,
                        ClockId.of(ClockId.BOOTTIME).on(context.machineId(), 0));
        return boot == ClockTracker.NONE ? started : boot;
    }

    private boolean isUserBuild() {
        String fingerprint = context.metadata().text("android_build_fingerprint");
        if (fingerprint == null || fingerprint.lastIndexOf(':') < 0) {
            return false;
        }
        String type = fingerprint.substring(fingerprint.lastIndexOf(':') + 1);
        int slash = type.indexOf('/');
        return (slash < 0 ? type : type.substring(0, slash)).equals("user");
    }

    private boolean hasLostFtrace() {
        return hasStat(StatNames.FTRACE_CPU_HAS_DATA_LOSS, null)
                || hasStat(StatNames.FTRACE_CPU_OVERRUN_DELTA, null)
                || hasStat(StatNames.FTRACE_CPU_COMMIT_OVERRUN_DELTA, null);
    }

    /// Returns whether any statistic with this name prefix and severity (null for any) is greater than 0.
    private boolean hasStat(String prefix, String severity) {
        Table stats = context.storage().table(TableNames.Stats.TABLE);
        StringPool strings = context.strings();
        for (int i = 0; i < stats.rowCount(); i++) {
            if (stats.longs(TableNames.Stats.VALUE).get(i) > 0
                    && strings.get(stats.strings(TableNames.Stats.NAME).get(i)).startsWith(prefix)
                    && (severity == null
                            || severity.equals(strings.get(
                                    stats.strings(TableNames.Stats.SEVERITY).get(i))))) {
                return true;
            }
        }
        return false;
    }
}
