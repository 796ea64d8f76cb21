package traceglass.convert.packet;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.trace.ClockReadingDecoder;
import traceglass.protos.trace.ClockSnapshotDecoder;

/// A clock in a clock snapshot (trace/clock_snapshot.proto).
///
/// @param value time on the clock, in units
/// @param isIncremental whether packet times on this clock are deltas to the previous packet
/// @param unitNs unit in nanoseconds, at least 1
public record ClockValue(int id, long value, boolean isIncremental, long unitNs) {

    /// Reads the clocks of the snapshot in the selected field of a packet.
    public static List<ClockValue> read(Packet packet) {
        ClockSnapshotDecoder snapshot = packet.decode(new ClockSnapshotDecoder());
        ClockReadingDecoder clock = new ClockReadingDecoder();
        List<ClockValue> clocks = new ArrayList<>();
        for (int i = 0; i < snapshot.clocksCount(); i++) {
            snapshot.clocks(i, clock);
            clocks.add(new ClockValue(
                    clock.clockId(), clock.timestamp(), clock.isIncremental(), Math.max(1, clock.unitMultiplierNs())));
        }
        return clocks;
    }
}
