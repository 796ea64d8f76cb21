package traceglass.convert.perfetto;

import java.io.IOException;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

/// Writes the values of counters, except counters that are written as ftrace events or with
/// samples.
final class CounterPackets {

    /// Largest number below which all integers are exact in a double.
    private static final double EXACT_LIMIT = 1L << 53;

    /// Tracks with thread times and instruction counts of slices, which readers derive from the slices. Tracks of
    /// threads whose slices have neither are written as separate counters.
    static final String SLICE_COUNTER_IDS = """
            SELECT k.id FROM thread_counter_track AS k WHERE k.name IN ('thread_time', 'thread_instruction_count')
                AND k.utid IN (SELECT e.utid FROM slice AS s JOIN thread_track AS e ON e.id = s.track_id
                    WHERE s.thread_ts IS NOT NULL OR s.thread_instruction_count IS NOT NULL)\
            """;

    private CounterPackets() {}

    static void write(TraceRows rows, TrackPackets tracks, PacketOutput out, ConversionLosses losses)
            throws IOException, ConvertProblem {
        rows.query("""
                SELECT ts, value, track_id FROM counter
                WHERE track_id NOT IN (SELECT id FROM cpu_counter_track WHERE type IN ('cpu_frequency', 'cpu_idle'))
                    AND track_id NOT IN (%s) AND track_id NOT IN (%s) ORDER BY id\
                """.formatted(SLICE_COUNTER_IDS, SamplePackets.TRACKS), c -> {
            while (c.next()) {
                long ts = c.getLong(0);
                double value = c.getDouble(1);
                if (ts < 0) {
                    losses.add("counter values before time 0", 1);
                    continue;
                }
                TrackEvent.Builder event = TrackEvent.newBuilder()
                        .setTrackUuid(tracks.uuid(c.getLong(2)))
                        .setType(TrackEvent.Type.TYPE_COUNTER);
                if (value == Math.rint(value) && Math.abs(value) < EXACT_LIMIT) {
                    event.setCounterValue((long) value);
                } else {
                    event.setDoubleCounterValue(value);
                }
                out.write(TracePacket.newBuilder().setTimestamp(ts).setTrackEvent(event), tracks.machine(c.getLong(2)));
            }
        });
        losses.add(
                "arguments of counter values",
                rows.number("SELECT count(*) FROM counter WHERE arg_set_id IS NOT NULL"));
    }
}
