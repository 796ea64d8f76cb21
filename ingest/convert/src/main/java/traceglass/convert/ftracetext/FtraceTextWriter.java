package traceglass.convert.ftracetext;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes all raw events of a trace as ftrace text, one at a time.
public final class FtraceTextWriter {

    private static final int FLUSH = 1 << 18;
    private static final String HEADER = """
            # tracer: nop
            #
            # entries-in-buffer/entries-written: %1$d/%1$d   #P:%2$d
            #
            #                                      _-----=> irqs-off
            #                                     / _----=> need-resched
            #                                    | / _---=> hardirq/softirq
            #                                    || / _--=> preempt-depth
            #                                    ||| /     delay
            #           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION
            #              | |        |      |   ||||       |         |
            """;

    private static final String SCHEDULING =
            " WHERE f.name IN ('sched_switch', 'sched_waking', 'sched_wakeup', 'sched_wakeup_new', 'sched_blocked_reason')";

    private final TraceRows rows;
    private final ImportProgress progress;
    private final String condition;

    private FtraceTextWriter(TraceRows rows, ImportProgress progress, String condition) {
        this.rows = rows;
        this.progress = progress;
        this.condition = condition;
    }

    /// Returns a writer of all events.
    static FtraceTextWriter ofAll(TraceRows rows, ImportProgress progress) {
        return new FtraceTextWriter(rows, progress, "");
    }

    /// Returns a writer of the events that say which thread runs, and why.
    public static FtraceTextWriter ofScheduling(TraceRows rows, ImportProgress progress) {
        return new FtraceTextWriter(rows, progress, SCHEDULING);
    }

    /// Part of the events.
    ///
    /// @param skip number of events left out at the start
    /// @param count number of events written
    public record Range(long skip, long count) {

        /// Perfetto's tools limit the text to 140 MiB, at 130 bytes a line.
        private static final long LIMIT = 140L * 1024 * 1024 / 130;

        /// @param truncate `start`, `end` or null for all
        public static Range of(long events, @Nullable String truncate) {
            return truncate == null || events <= LIMIT
                    ? new Range(0, events)
                    : truncate.equals("start") ? new Range(0, LIMIT) : new Range(events - LIMIT, LIMIT);
        }
    }

    /// Returns the number of events.
    public long count() throws IOException, ConvertProblem {
        return rows.number("SELECT count(*) FROM ftrace_event AS f" + condition);
    }

    /// Writes the header and the lines.
    public void write(OutputStream out, Range range) throws IOException, ConvertProblem {
        long cpus = rows.number("SELECT coalesce(max(cpu) + 1, 0) FROM ftrace_event JOIN cpu USING (ucpu)");
        out.write(HEADER.formatted(range.count, cpus).getBytes(StandardCharsets.US_ASCII));
        KernelVersion[] kernel = {null};
        rows.query("""
                SELECT max(str_value) FILTER (name = 'system_name'), max(str_value) FILTER (name = 'system_release')
                FROM metadata\
                """, cursor -> {
            boolean isKnown = cursor.next() && cursor.getString(0) != null && cursor.getString(1) != null;
            kernel[0] = isKnown ? KernelVersion.parse(cursor.getString(0), cursor.getString(1)) : null;
        });
        FtraceLine line = new FtraceLine(kernel[0]);
        StringBuilder text = new StringBuilder(2 * FLUSH);
        FtraceEvent event = new FtraceEvent();
        long[] position = {0};
        rows.joined("""
                SELECT f.id, f.ts, f.name, c.cpu, coalesce(t.tid, 0), coalesce(t.name, ''), coalesce(p.pid, 0)
                FROM ftrace_event AS f
                LEFT JOIN cpu AS c USING (ucpu) LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)\
                """ + condition + " ORDER BY f.id", """
                SELECT f.id, a.key, a.int_value, a.string_value, a.display_value
                FROM ftrace_event AS f JOIN args AS a USING (arg_set_id)\
                """ + condition + " ORDER BY f.id, a.id", (row, details) -> {
            long n = position[0]++;
            if (n < range.skip || n >= range.skip + range.count) {
                return;
            }
            read(row, event);
            while (details.next()) {
                event.args.add(arg(details.row()));
            }
            line.write(event, text);
            text.append('\n');
            if (text.length() > FLUSH) {
                progress.check();
                flush(text, out);
            }
        });
        flush(text, out);
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }

    private static void read(ResultCursor row, FtraceEvent event) throws QueryException {
        event.args.clear();
        event.ts = row.getLong(1);
        event.name = row.getString(2);
        event.cpu = row.getLong(3);
        event.tid = row.getLong(4);
        event.comm = row.getString(5);
        event.tgid = row.getLong(6);
    }

    private static FtraceEvent.Arg arg(ResultCursor row) throws QueryException {
        String key = row.getString(1);
        long number = row.getLong(2);
        String text = row.getString(3);
        return new FtraceEvent.Arg(key, number, text, row.getString(4));
    }
}
