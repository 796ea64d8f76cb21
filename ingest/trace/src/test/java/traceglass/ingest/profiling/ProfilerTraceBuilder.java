package traceglass.ingest.profiling;

import java.io.ByteArrayInputStream;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.Column;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Builds small profiler traces and imports them.
public final class ProfilerTraceBuilder {

    public final Trace.Builder trace = Trace.newBuilder();
    TraceStorage storage;

    public ProfilerTraceBuilder() {
        // All clocks have equal times, so the times in the traces equal those in the results.
        ClockSnapshot.Builder clocks =
                ClockSnapshot.newBuilder().setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
        for (int clock = 1; clock <= 6; clock++) {
            clocks.addClocksBuilder().setClockId(clock).setTimestamp(1);
        }
        trace.addPacketBuilder().setTrustedPacketSequenceId(1).setClockSnapshot(clocks);
    }

    public TracePacket.Builder packet(long ts) {
        return trace.addPacketBuilder().setTrustedPacketSequenceId(7).setTimestamp(ts);
    }

    public ProfilerTraceBuilder read() throws Exception {
        return read(trace.build().toByteArray());
    }

    public ProfilerTraceBuilder read(byte[] bytes) throws Exception {
        storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new PerfettoImporter()
                .read(
                        new TraceInput("test", new ByteArrayInputStream(bytes), session.progress()),
                        session.context(0, 0));
        session.finish();
        return this;
    }

    public Table table(String name) {
        return storage.table("__intrinsic_" + name);
    }

    /// Returns the column values of all rows: values separated by spaces, rows by `; `.
    public String rows(String table, String... columns) {
        Table t = table(table);
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < t.rowCount(); row++) {
            out.append(row == 0 ? "" : "; ");
            for (int c = 0; c < columns.length; c++) {
                out.append(c == 0 ? "" : " ").append(value(t, columns[c], row));
            }
        }
        return out.toString();
    }

    private String value(Table t, String name, int row) {
        Column column = t.columns().stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
        return switch (column.type()) {
            case STRING -> String.valueOf(storage.strings().get(t.strings(name).get(row)));
            case INT ->
                t.ints(name).get(row) == IntColumn.NULL
                        ? "null"
                        : Integer.toString(t.ints(name).get(row));
            case LONG ->
                t.longs(name).get(row) == LongColumn.NULL
                        ? "null"
                        : Long.toString(t.longs(name).get(row));
            default -> Double.toString(t.doubles(name).get(row));
        };
    }

    /// Returns the sum of a statistic over its indices.
    public long stat(String name) {
        Table t = table("stats");
        long sum = 0;
        for (int row = 0; row < t.rowCount(); row++) {
            sum += name.equals(storage.strings().get(t.strings("name").get(row)))
                    ? t.longs("value").get(row)
                    : 0;
        }
        return sum;
    }
}
