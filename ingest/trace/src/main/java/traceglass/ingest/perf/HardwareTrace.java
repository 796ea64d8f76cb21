package traceglass.ingest.perf;

import traceglass.ingest.ImportContext;
import traceglass.store.names.StatNames;

/// Data of the processor's tracing unit in a perf.data file, which is counted and not decoded.
final class HardwareTrace {

    /// Kinds by their number in `AUXTRACE_INFO` (tools/perf/util/auxtrace.h of Linux).
    private static final String[] KINDS = {
        null, "Intel PT", "Intel BTS", "Arm CoreSight", "Arm SPE", "IBM s390 CPU measurement", "HiSilicon PTT"
    };

    private final ImportContext context;
    private long bytes;

    HardwareTrace(ImportContext context) {
        this.context = context;
    }

    void setKind(long kind) {
        if (kind > 0 && kind < KINDS.length) {
            context.metadata().setDynamic("hardware_trace", KINDS[(int) kind]);
        }
    }

    /// Counts a part of the data.
    void add(long size) {
        context.stats().increment(StatNames.PERF_AUX_IGNORED);
        if (size > 0 && size <= Long.MAX_VALUE - bytes) {
            bytes += size;
            context.metadata().setDynamic("hardware_trace_bytes", bytes);
        }
    }
}
