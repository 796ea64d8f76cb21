package traceglass.convert.ftracetext;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.StoredTables;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.sql.result.QueryException;
import traceglass.store.names.TableNames;

/// Writes raw events of a trace as ftrace text, one at a time.
public final class FtraceTextWriter {

    private static final int FLUSH_CHARS = 1 << 13;
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

    private static final String EVENTS = TableNames.FtraceEvent.TABLE;
    private static final String[] TABLES = {
        EVENTS,
        TableNames.Args.TABLE,
        TableNames.Cpu.TABLE,
        TableNames.Metadata.TABLE,
        TableNames.Thread.TABLE,
        TableNames.Process.TABLE
    };
    private static final String COLUMNS = "id, ts, name, ucpu, utid, arg_set_id, event_id, payload";
    private static final String SCHEDULING =
            "name IN ('sched_switch', 'sched_waking', 'sched_wakeup', 'sched_wakeup_new', 'sched_blocked_reason')";

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

    /// Returns a writer of scheduling events: switches, wakeups and reasons for blocking.
    public static FtraceTextWriter ofScheduling(TraceRows rows, ImportProgress progress) {
        return new FtraceTextWriter(rows, progress, SCHEDULING);
    }

    /// Starts loading the events while other rows of the trace are written.
    public static void loadAhead(TraceRows rows) {
        rows.loadAhead(EVENTS);
    }

    /// A range of the events.
    ///
    /// @param skip number of events skipped at the start
    /// @param count number of events written
    public record Range(long skip, long count) {

        /// Perfetto's tools limit the text to 140 MiB, at 130 bytes a line.
        private static final long LIMIT = 140L * 1024 * 1024 / 130;

        /// Returns the range to write.
        ///
        /// @param truncate `start` or `end` to keep only that part if there are too many events; null for all
        public static Range of(long events, @Nullable String truncate) {
            return truncate == null || events <= LIMIT
                    ? new Range(0, events)
                    : truncate.equals("start") ? new Range(0, LIMIT) : new Range(events - LIMIT, LIMIT);
        }
    }

    /// Returns the number of events.
    public long count() throws IOException, ConvertProblem {
        try (StoredTables tables = rows.openTables(EVENTS)) {
            return tables.number("SELECT count(*) FROM " + EVENTS + (condition.isEmpty() ? "" : " WHERE " + condition));
        }
    }

    /// Writes the header and the lines.
    public void write(OutputStream out, Range range) throws IOException, ConvertProblem {
        try (StoredTables tables = rows.openTables(TABLES);
                EventArgs args = new EventArgs(tables)) {
            FtraceTasks tasks = FtraceTasks.read(tables);
            out.write(HEADER.formatted(range.count, tasks.cpuCount()).getBytes(StandardCharsets.US_ASCII));
            FtraceLine line = new FtraceLine(readKernel(tables));
            StringBuilder text = new StringBuilder(2 * FLUSH_CHARS);
            FtraceEvent event = new FtraceEvent();
            long[] position = {0};
            tables.readBlocks(EVENTS, COLUMNS, condition, args::read, (block, sets) -> {
                progress.check();
                for (int r = 0; r < block.size(); r++) {
                    long n = position[0]++;
                    if (n < range.skip || n >= range.skip + range.count) {
                        continue;
                    }
                    event.ts = block.number(1, r);
                    event.name = Objects.requireNonNullElse(block.text(2, r), "");
                    tasks.setTaskAndCpu(event, block, r);
                    event.args = sets.get(r);
                    line.write(event, text);
                    text.append('\n');
                    if (text.length() > FLUSH_CHARS) {
                        flush(text, out);
                    }
                }
            });
            flush(text, out);
        } catch (QueryException e) {
            throw new ConvertProblem("can't read the trace: " + e.getMessage(), e);
        }
    }

    private static @Nullable KernelVersion readKernel(StoredTables tables) throws IOException, ConvertProblem {
        @Nullable KernelVersion[] kernel = {null};
        tables.query("""
                SELECT max(str_value) FILTER (name = 'system_name'), max(str_value) FILTER (name = 'system_release')
                FROM __intrinsic_metadata\
                """, cursor -> {
            boolean isKnown = cursor.next() && cursor.getString(0) != null && cursor.getString(1) != null;
            kernel[0] = isKnown ? KernelVersion.parse(cursor.getString(0), cursor.getString(1)) : null;
        });
        return kernel[0];
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
