package traceglass.convert.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.TracePacket;

/// Finds snapshots in which the boot clock is earlier than in one of the same clocks before it. Readers ignore them if
/// the boot clock is the trace clock, but take any other clock for one that was set back, and lose its events.
final class SnapshotOrder {

    private final Map<List<Integer>, Long> latest = new HashMap<>();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();

    boolean isBackwards(Packet packet) {
        if (!packet.selectField(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            return false;
        }
        List<Integer> kind = new ArrayList<>();
        kind.add(packet.machineId());
        long boottime = Long.MIN_VALUE;
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != ClockSnapshot.CLOCKS_FIELD_NUMBER) {
                continue;
            }
            int id = 0;
            long value = 0;
            for (nested.enter(cursor); nested.next(); ) {
                if (nested.field() == ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER) {
                    id = nested.asInt();
                } else if (nested.field() == ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER) {
                    value = nested.asLong();
                }
            }
            kind.add(id);
            if (ClockId.isSequenceClock(id)) {
                kind.add(packet.sequenceId());
            }
            boottime = id == ClockId.BOOTTIME ? value : boottime;
        }
        if (boottime == Long.MIN_VALUE) {
            return false;
        }
        Long before = latest.get(kind);
        if (before != null && boottime < before) {
            return true;
        }
        latest.put(kind, boottime);
        return false;
    }
}
