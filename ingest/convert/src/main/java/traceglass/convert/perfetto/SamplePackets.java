package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;

/// Writes callstack samples with their weights.
final class SamplePackets {

    /// The tracks of weights, which readers create from the samples.
    static final String TRACKS = """
            SELECT DISTINCT k.track_id FROM __intrinsic_profiler_counter_set AS m
            JOIN __intrinsic_counter AS k ON k.id = m.counter_id\
            """;

    private final TraceRows rows;
    private final TaskIds ids;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final CallstackPackets stacks;

    SamplePackets(TraceRows rows, TaskIds ids, PacketOutput out, ConversionLosses losses, CallstackPackets stacks) {
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
        this.stacks = stacks;
    }

    void write() throws IOException, ConvertProblem {
        List<SampleSession> sessions = new ArrayList<>();
        rows.query("""
            SELECT DISTINCT s.session_id, s.source, x.timebase_unit FROM __intrinsic_profiler_sample AS s
            LEFT JOIN __intrinsic_profiler_session AS x ON x.id = s.session_id ORDER BY ALL\
            """, c -> {
            while (c.next()) {
                long id = c.getLong(0);
                sessions.add(new SampleSession(c.wasNull() ? -1 : id, c.getString(1), c.getString(2)));
            }
        });
        for (SampleSession session : sessions) {
            new SessionPackets(session, rows, ids, out, losses, stacks).write();
        }
        losses.add(
                "contexts of samples, such as coroutines",
                rows.number("SELECT count(*) FROM __intrinsic_profiler_async_context"));
    }
}
