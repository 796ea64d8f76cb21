package traceglass.convert.packet;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.ClockSnapshot;

/// A clock in a clock snapshot (trace/clock_snapshot.proto).
///
/// @param value time of the clock, in units
/// @param isIncremental whether packet times on this clock are deltas to the previous packet
/// @param unitNs unit in nanoseconds, at least 1
public record ClockValue(int id, long value, boolean isIncremental, long unitNs) {

    /// Reads the clocks of the snapshot in the selected field of a packet.
    public static List<ClockValue> read(Packet packet) {
        List<ClockValue> clocks = new ArrayList<>();
        ProtoCursor clock = new ProtoCursor();
        ProtoCursor snapshot = new ProtoCursor();
        for (packet.enter(snapshot); snapshot.next(); ) {
            if (snapshot.field() != ClockSnapshot.CLOCKS_FIELD_NUMBER) {
                continue;
            }
            int id = 0;
            long value = 0;
            boolean isIncremental = false;
            long unitNs = 1;
            for (clock.enter(snapshot); clock.next(); ) {
                switch (clock.field()) {
                    case ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER -> id = clock.asInt();
                    case ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER -> value = clock.asLong();
                    case ClockSnapshot.Clock.IS_INCREMENTAL_FIELD_NUMBER -> isIncremental = clock.asBool();
                    case ClockSnapshot.Clock.UNIT_MULTIPLIER_NS_FIELD_NUMBER -> unitNs = Math.max(1, clock.asLong());
                    default -> {}
                }
            }
            clocks.add(new ClockValue(id, value, isIncremental, unitNs));
        }
        return clocks;
    }
}
