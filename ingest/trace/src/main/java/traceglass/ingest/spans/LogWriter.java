package traceglass.ingest.spans;

import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes log records.
public final class LogWriter {

    /// Android priorities by severity: OTLP has four severity numbers each for trace, debug, info, warn, error and
    /// fatal.
    private static final int[] PRIORITIES = {2, 3, 4, 5, 6, 7};
    private static final int INFO = 4;
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"};

    private final ImportContext context;
    private final Resources resources;
    private final EventSorter.Queue queue;

    private record Line(int resource, int priority, int tag, int message, int args) {}

    public LogWriter(ImportContext context, Resources resources) {
        this.context = context;
        this.resources = resources;
        queue = context.sorter().queue((ts, data, ref) -> write(ts, (Line) ref));
    }

    /// Returns the severity number of a name such as `SEVERITY_NUMBER_WARN2`; 0 if unknown.
    public static int levelOf(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        for (int i = 0; i < LEVELS.length; i++) {
            if (upper.contains(LEVELS[i])) {
                return i * 4 + 1;
            }
        }
        return 0;
    }

    /// @param time time in ns since 1970
    /// @param severity number from 1 to 24; 0 for none
    /// @param tag name of the logger; null to use the name of the service
    public void add(int resource, long time, int severity, String tag, String message, Map<String, Object> attributes) {
        long ts = context.clocks().defaultToTraceTime(time);
        if (ts == ClockTracker.NONE || time <= 0) {
            context.stats().increment(StatNames.SPANS_WITHOUT_TIME);
            return;
        }
        resources.requireThreads();
        StringPool strings = context.strings();
        ArgSetBuilder args = context.args().builder();
        Attributes.add(args, strings, attributes);
        int priority = severity < 1 || severity > 24 ? INFO : PRIORITIES[(severity - 1) / 4];
        int tagId = tag == null ? StringPool.NULL : strings.intern(tag);
        queue.push(
                ts,
                0,
                new Line(
                        resource,
                        priority,
                        tagId,
                        strings.intern(message),
                        context.args().commit(args)));
    }

    private void write(long ts, Line line) {
        StringPool strings = context.strings();
        Table table = context.storage().table(TableNames.Logs.TABLE);
        Resource service = resources.get(line.resource);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, resources.utid(line.resource));
        table.longs(TableNames.Logs.PRIO).set(row, line.priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("otlp"));
        table.strings(TableNames.Logs.TAG)
                .set(row, line.tag == StringPool.NULL ? strings.intern(service.name()) : line.tag);
        table.strings(TableNames.Logs.MSG).set(row, line.message);
        table.ints(TableNames.Logs.ARG_SET_ID).set(row, line.args);
    }
}
