package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Counters and messages of a database of Nsight Systems.
final class NsightMeasurements {

    private static final TrackType METRIC = TrackType.counter(
            "gpu_metric", null, TrackType.Dimension.ofString("gpu"), TrackType.Dimension.ofString("metric"));
    private static final TrackType MEMORY =
            TrackType.counter("gpu_device_memory", "bytes", TrackType.UPID, TrackType.Dimension.ofString("gpu"));
    private static final int WARN = 5;
    private static final int ERROR = 6;
    private static final int INFO = 4;
    private static final long ALLOCATION = 0;

    private final ImportContext context;
    private final StringPool strings;
    private final SqliteTables database;
    private final NsightNames names;
    private final Map<Integer, Double> memory = new HashMap<>();

    NsightMeasurements(ImportContext context, SqliteTables database, NsightNames names) {
        this.context = context;
        this.database = database;
        this.names = names;
        strings = context.strings();
    }

    void read() {
        readMetrics();
        readMemory();
        readMessages();
    }

    private long time(long ns) {
        return ns < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
    }

    private void readMetrics() {
        LongMap<String> metrics = new LongMap<>();
        database.read("TARGET_INFO_GPU_METRICS", List.of("typeId", "metricId", "metricName"), row -> {
            if (row.text(2) != null) {
                metrics.put(key(row.number(0, 0), row.number(1, 0)), row.text(2));
            }
        });
        EventSorter.Queue queue =
                context.sorter().queue((ts, data, ref) -> context.counters().push(ts, (Double) ref, (int) data));
        database.read("GPU_METRICS", List.of("timestamp", "typeId", "metricId", "value"), row -> {
            long ts = row.isNull(0) || row.isNull(3) ? ClockTracker.NONE : time(row.number(0));
            if (ts == ClockTracker.NONE) {
                context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
                return;
            }
            long type = row.number(1, 0);
            String metric = metrics.get(key(type, row.number(2, 0)));
            int name = strings.intern(metric == null ? "Metric " + row.number(2, 0) : metric);
            // The low bits of a type are the number of the GPU.
            int gpu = strings.intern("GPU " + (type & 0xff));
            queue.push(ts, context.tracks().intern(METRIC, name, gpu, name), row.real(3));
        });
    }

    private static long key(long type, long metric) {
        return type * 1_000_003 + metric;
    }

    private void readMemory() {
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> {
            int track = (int) data;
            context.counters().push(ts, memory.merge(track, (Double) ref, Double::sum), track);
        });
        database.read(
                "CUDA_GPU_MEMORY_USAGE_EVENTS",
                List.of("start", "globalPid", "deviceId", "bytes", "memoryOperationType"),
                row -> {
                    long ts = row.isNull(0) || row.isNull(1) ? ClockTracker.NONE : time(row.number(0));
                    if (ts == ClockTracker.NONE) {
                        context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
                        return;
                    }
                    int gpu = strings.intern("GPU " + row.number(2, 0));
                    int name = strings.intern("Memory of GPU " + row.number(2, 0));
                    int track = context.tracks().intern(MEMORY, name, names.process(row.number(1)), gpu);
                    double bytes = row.number(3, 0);
                    queue.push(ts, track, row.number(4, ALLOCATION) == ALLOCATION ? bytes : -bytes);
                });
    }

    private void readMessages() {
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> {
            Table table = context.storage().table(TableNames.Logs.TABLE);
            int row = table.addRow();
            table.longs(TableNames.Logs.TS).set(row, ts);
            table.longs(TableNames.Logs.PRIO).set(row, data);
            table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("nsys"));
            table.strings(TableNames.Logs.TAG).set(row, strings.intern("Nsight Systems"));
            table.strings(TableNames.Logs.MSG).set(row, strings.intern((String) ref));
        });
        database.read("DIAGNOSTIC_EVENT", List.of("timestamp", "severity", "text"), row -> {
            long ts = row.isNull(0) ? ClockTracker.NONE : time(Math.max(0, row.number(0)));
            if (ts == ClockTracker.NONE || row.text(2) == null) {
                context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
                return;
            }
            long severity = row.number(1, 0);
            queue.push(ts, severity >= 3 ? ERROR : severity == 2 ? WARN : INFO, row.text(2));
        });
    }
}
