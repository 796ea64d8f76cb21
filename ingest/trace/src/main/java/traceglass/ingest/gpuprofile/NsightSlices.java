package traceglass.ingest.gpuprofile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.StringPool;

/// Tables of Nsight Systems with slices. New versions add tables, so tables are recognized by their columns: tables
/// with a device contain GPU work, tables with a thread contain calls.
final class NsightSlices {

    private static final String KIND = "CUPTI_ACTIVITY_KIND_";
    private static final String NVTX = "NVTX_EVENTS";
    private static final String OVERHEAD = "PROFILER_OVERHEAD";
    /// Prefixes of the names of tables whose rows are not slices.
    private static final List<String> NON_SLICE_PREFIXES = List.of(
            "ENUM_", "TARGET_", "META_", "SCHED_", "COMPOSITE_", "DIAGNOSTIC_", "CUDA_GPU_MEMORY_", "ANALYSIS_");
    private static final List<String> WORK = List.of(
            "start",
            "end",
            "globalPid",
            "deviceId",
            "contextId",
            "streamId",
            "correlationId",
            "shortName",
            "demangledName",
            "nameId",
            "copyKind",
            "gpu");
    private static final List<String> CALL = List.of(
            "start",
            "end",
            "globalTid",
            "nameId",
            "textId",
            "name",
            "text",
            "correlationId",
            "callchainId",
            "returnValue");
    private static final List<String> RANGE = List.of(
            "start",
            "end",
            "globalTid",
            "eventType",
            "textId",
            "text",
            "rangeId",
            "domainId",
            "jsonTextId",
            "endGlobalTid");

    private static final int NVTX_MARK = 34;
    private static final int NVTX_PUSH_POP = 59;
    private static final int NVTX_START_END = 60;
    private static final int NVTX_DOMAIN = 75;

    private final StringPool strings;
    private final SqliteTables database;
    private final NsightNames names;
    private final GpuWork work;
    private final NsightStacks stacks;
    /// End of the recording, for ranges that did not end.
    private long stop;

    NsightSlices(ImportContext context, SqliteTables database, NsightNames names, GpuWork work, NsightStacks stacks) {
        this.database = database;
        this.names = names;
        this.work = work;
        this.stacks = stacks;
        strings = context.strings();
    }

    void read() {
        database.read(
                "ANALYSIS_DETAILS", List.of("stopTime", "duration"), row -> stop = row.number(0, row.number(1, 0)));
        for (String table : database.tables()) {
            String upper = table.toUpperCase(Locale.ROOT);
            if (NON_SLICE_PREFIXES.stream().anyMatch(upper::startsWith) || upper.endsWith("_CALLCHAINS")) {
                continue;
            }
            if (upper.equals(NVTX)) {
                readRanges(table);
            } else if (database.has(table, "start", "end", "deviceId")
                    || database.has(table, "start", "end", "gpu") && upper.contains("WORKLOAD")) {
                readWork(table);
            } else if (database.has(table, "start", "globalTid")) {
                readCalls(table);
            }
        }
    }

    /// Returns the columns that a reader needs, followed by all others, which become arguments.
    private List<String> columns(List<String> names, String table) {
        List<String> columns = new ArrayList<>(names);
        for (String column : database.columns(table)) {
            if (names.stream().noneMatch(column::equalsIgnoreCase)) {
                columns.add(column);
            }
        }
        return columns;
    }

    /// Returns a readable table name: `Memset` for `CUPTI_ACTIVITY_KIND_MEMSET`.
    private static String title(String table) {
        String name = table.toUpperCase(Locale.ROOT).startsWith(KIND) ? table.substring(KIND.length()) : table;
        String spaced = name.replace('_', ' ').toLowerCase(Locale.ROOT).strip();
        return spaced.isEmpty() ? table : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }

    private static String category(String table) {
        String upper = table.toUpperCase(Locale.ROOT);
        int end = upper.indexOf('_');
        return upper.startsWith("CUPTI")
                ? "cuda"
                : (end < 0 ? upper : upper.substring(0, end)).toLowerCase(Locale.ROOT);
    }

    private void readWork(String table) {
        List<String> columns = columns(WORK, table);
        int category = strings.intern(category(table));
        String title = title(table);
        boolean isWait = table.toUpperCase(Locale.ROOT).endsWith("SYNCHRONIZATION");
        int titleId = strings.intern(title);
        database.read(table, columns, row -> {
            if (row.isNull(0)) {
                return;
            }
            long globalPid = row.number(2, 0);
            int name = firstText(row, 7, 8, 9);
            if (name == StringPool.NULL) {
                int kind = row.isInteger(10) ? names.constant("copyKind", row.number(10)) : StringPool.NULL;
                name = kind == StringPool.NULL ? titleId : strings.intern(title + " " + strings.get(kind));
            }
            long start = row.number(0);
            work.addWork(
                    names.process(globalPid),
                    queue(row) + (isWait ? ", synchronization" : ""),
                    start,
                    row.number(1, start),
                    category,
                    name,
                    names.args(columns, 3, row),
                    GpuWork.correlation(NsightNames.pid(globalPid), row.number(6, 0)));
        });
    }

    private static String queue(SqliteRow row) {
        long gpu = row.number(3, row.number(11, 0));
        StringBuilder queue = new StringBuilder("GPU ").append(gpu);
        if (!row.isNull(4)) {
            queue.append(", context ").append(row.number(4));
        }
        // All bits are set if the work concerns all streams of a context.
        if (!row.isNull(5) && row.number(5) != 0xffff_ffffL && row.number(5) != -1) {
            queue.append(", stream ").append(row.number(5));
        }
        return queue.toString();
    }

    private int firstText(SqliteRow row, int... columns) {
        for (int column : columns) {
            int text = names.text(row, column);
            if (text != StringPool.NULL) {
                return text;
            }
        }
        return StringPool.NULL;
    }

    private void readCalls(String table) {
        List<String> columns = columns(CALL, table);
        boolean isOverhead = table.equalsIgnoreCase(OVERHEAD);
        String chains = NsightStacks.tableOf(table);
        int category = strings.intern(isOverhead ? "profiler" : category(table));
        int titleId = strings.intern(title(table));
        database.read(table, columns, row -> {
            if (row.isNull(0) || row.isNull(2)) {
                return;
            }
            long globalTid = row.number(2);
            int text = firstText(row, 3, 4, 5, 6);
            int name = text == StringPool.NULL ? titleId : text;
            long start = row.number(0);
            long end = row.number(1, start);
            int args = names.args(columns, 7, row);
            if (isOverhead) {
                work.addRange(names.process(globalTid), "Profiler overhead", start, end, category, name, args);
                return;
            }
            int callsite =
                    row.isNull(8) || chains == null ? ProfilerSamples.NONE : stacks.callsite(chains, row.number(8));
            work.addCall(
                    names.thread(globalTid),
                    start,
                    end,
                    category,
                    name,
                    args,
                    GpuWork.correlation(NsightNames.pid(globalTid), row.number(7, 0)),
                    callsite,
                    row.number(9, 0) != 0 && category == strings.intern("cuda"));
        });
    }

    /// Reads ranges and marks set by the program itself.
    private void readRanges(String table) {
        List<String> columns = columns(RANGE, table);
        int category = strings.intern("nvtx");
        LongIntMap domains = new LongIntMap();
        database.read(table, List.of("eventType", "domainId", "text", "textId", "globalTid"), row -> {
            int name = row.number(0, 0) == NVTX_DOMAIN ? firstText(row, 2, 3) : StringPool.NULL;
            if (name != StringPool.NULL) {
                domains.put(domain(row.number(4, 0), row.number(1, 0)), name);
            }
        });
        int unnamed = strings.intern("NVTX");
        database.read(table, columns, row -> {
            long type = row.number(3, NVTX_PUSH_POP);
            if (row.isNull(0) || row.isNull(2)) {
                return;
            }
            long globalTid = row.number(2);
            int text = firstText(row, 5, 4);
            int name = text == StringPool.NULL ? unnamed : text;
            long start = row.number(0);
            long end = type == NVTX_MARK ? start : row.number(1, Math.max(stop, start));
            int domain = domains.get(domain(globalTid, row.number(7, 0)));
            int args = names.args(columns, 6, row);
            if (type == NVTX_START_END) {
                String group = domain == LongIntMap.NONE ? "NVTX ranges" : "NVTX ranges of " + strings.get(domain);
                work.addRange(names.process(globalTid), group, start, end, category, name, args);
            } else if (type == NVTX_PUSH_POP || type == NVTX_MARK) {
                int callCategory = domain == LongIntMap.NONE ? category : strings.intern("nvtx " + strings.get(domain));
                work.addCall(
                        names.thread(globalTid),
                        start,
                        end,
                        callCategory,
                        name,
                        args,
                        GpuWork.NO_CORRELATION,
                        ProfilerSamples.NONE,
                        false);
            }
        });
    }

    private static long domain(long globalTid, long domain) {
        return NsightNames.pid(globalTid) << 40 ^ domain;
    }
}
