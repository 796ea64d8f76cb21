package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.table.StringPool;

/// Names in a database of Nsight Systems: strings and constants by number, processes and threads.
final class NsightNames {

    /// Columns that refer to strings by number.
    private static final List<String> TEXT_COLUMNS = List.of(
            "nameid",
            "textid",
            "jsontextid",
            "demangledname",
            "shortname",
            "mangledname",
            "symbol",
            "module",
            "filename",
            "functionname",
            "metricname",
            "category_name");
    /// Tables of constants, by the column that refers to them.
    private static final Map<String, String> ENUMS = Map.of(
            "copykind", "ENUM_CUDA_MEMCPY_OPER",
            "srckind", "ENUM_CUDA_MEM_KIND",
            "dstkind", "ENUM_CUDA_MEM_KIND",
            "memkind", "ENUM_CUDA_MEM_KIND",
            "synctype", "ENUM_CUPTI_SYNC_TYPE",
            "launchtype", "ENUM_CUDA_KERNEL_LAUNCH_TYPE",
            "memoryoperationtype", "ENUM_CUDA_DEV_MEM_EVENT_OPER",
            "threadstate", "ENUM_SAMPLING_THREAD_STATE");

    private final ImportContext context;
    private final StringPool strings;
    private final SqliteTables database;
    private final LongIntMap texts = new LongIntMap();
    private final LongIntMap threads = new LongIntMap();
    private final Map<String, LongIntMap> enums = new HashMap<>();

    NsightNames(ImportContext context, SqliteTables database) {
        this.context = context;
        this.database = database;
        strings = context.strings();
        database.read("StringIds", List.of("id", "value"), row -> {
            if (row.text(1) != null) {
                texts.put(row.number(0), strings.intern(row.text(1)));
            }
        });
        database.read("PROCESSES", List.of("globalPid", "pid", "name"), row -> {
            int name = text(row, 2);
            if (name != StringPool.NULL && !row.isNull(0)) {
                context.processes().setProcessName(process(row.number(0)), name, NamePriority.OfProcess.OTHER);
            }
        });
        for (String table : List.of("ThreadNames", "THREAD_NAMES")) {
            database.read(table, List.of("globalTid", "nameId"), row -> {
                int name = text(row, 1);
                if (name != StringPool.NULL && !row.isNull(0)) {
                    context.processes().setThreadName(thread(row.number(0)), name, NamePriority.OfThread.OTHER);
                }
            });
        }
    }

    /// Returns the pid contained in a global thread or process id.
    static long pid(long globalId) {
        return globalId >>> 24 & 0xff_ffff;
    }

    /// Returns the thread with a global id.
    int thread(long globalTid) {
        int existing = threads.get(globalTid);
        if (existing == LongIntMap.NONE) {
            existing = context.processes().updateThread(globalTid & 0xff_ffff, pid(globalTid));
            threads.put(globalTid, existing);
        }
        return existing;
    }

    /// Returns the process with a global id.
    int process(long globalPid) {
        return context.processes().process(pid(globalPid));
    }

    /// Returns the string id of a string, which the row contains or refers to by number; [StringPool#NULL] if
    /// there is none.
    int text(SqliteRow row, int column) {
        if (row.isNull(column)) {
            return StringPool.NULL;
        }
        if (row.isInteger(column)) {
            int existing = texts.get(row.number(column));
            return existing == LongIntMap.NONE ? StringPool.NULL : existing;
        }
        String text = row.text(column);
        return text == null || text.isEmpty() ? StringPool.NULL : strings.intern(text);
    }

    /// Returns whether a column refers to strings by number.
    static boolean isText(String column) {
        return TEXT_COLUMNS.contains(column.toLowerCase(Locale.ROOT));
    }

    /// Returns the string id of a constant, [StringPool#NULL] if it has no name.
    int constant(String column, long value) {
        String table = ENUMS.get(column.toLowerCase(Locale.ROOT));
        if (table == null) {
            return StringPool.NULL;
        }
        LongIntMap names = enums.computeIfAbsent(table, this::readEnum);
        int existing = names.get(value);
        return existing == LongIntMap.NONE ? StringPool.NULL : existing;
    }

    private LongIntMap readEnum(String table) {
        LongIntMap names = new LongIntMap();
        database.read(table, List.of("id", "label", "name"), row -> {
            String name = row.text(1) == null ? row.text(2) : row.text(1);
            if (name != null) {
                names.put(row.number(0), strings.intern(name));
            }
        });
        return names;
    }

    /// Returns the arguments of a row: its non-null columns from an index on.
    int args(List<String> columns, int from, SqliteRow row) {
        return context.args().write(b -> {
            for (int i = from; i < columns.size(); i++) {
                if (!row.isNull(i)) {
                    add(b, columns.get(i), row, i);
                }
            }
        });
    }

    private void add(ArgSetBuilder args, String column, SqliteRow row, int index) {
        int key = strings.intern(column);
        int text = isText(column) || !row.isInteger(index) && !row.isReal(index) ? text(row, index) : StringPool.NULL;
        int constant = row.isInteger(index) ? constant(column, row.number(index)) : StringPool.NULL;
        if (constant != StringPool.NULL) {
            args.addString(key, constant);
        } else if (text != StringPool.NULL) {
            args.addString(key, text);
        } else if (row.isReal(index)) {
            args.addReal(key, row.real(index));
        } else if (row.isInteger(index)) {
            args.addInt(key, row.number(index));
        }
    }
}
