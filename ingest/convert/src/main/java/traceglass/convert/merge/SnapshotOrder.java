package traceglass.convert.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.convert.packet.ClockValue;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.TracePacket;

/// Finds snapshots whose boot time is earlier than in a previous snapshot of the same clocks. Readers ignore them if
/// the boot clock is the trace clock; with any other trace clock, they assume it was set back and lose events.
final class SnapshotOrder {

    private final Map<List<Integer>, Long> latest = new HashMap<>();

    boolean goesBack(Packet packet) {
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
        Long previous = latest.get(kind);
        if (previous != null && boottime < previous) {
            return true;
        }
        latest.put(kind, boottime);
        return false;
    }
}
