package traceglass.convert.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.convert.packet.ClockValue;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.TracePacket;

/// Finds snapshots in which the boot clock is earlier than in one of the same clocks before it. Readers ignore them if
/// the boot clock is the trace clock, but take any other clock for one that was set back, and lose its events.
final class SnapshotOrder {

    private final Map<List<Integer>, Long> latest = new HashMap<>();

    boolean isBackwards(Packet packet) {
        if (!packet.selectField(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            return false;
        }
        List<Integer> kind = new ArrayList<>();
        kind.add(packet.machineId());
        long boottime = Long.MIN_VALUE;
        for (ClockValue clock : ClockValue.read(packet)) {
            kind.add(clock.id());
            if (ClockId.isSequenceClock(clock.id())) {
                kind.add(packet.sequenceId());
            }
            boottime = clock.id() == ClockId.BOOTTIME ? clock.value() : boottime;
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
