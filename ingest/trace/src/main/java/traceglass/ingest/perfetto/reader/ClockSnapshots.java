package traceglass.ingest.perfetto.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockReadingDecoder;
import traceglass.protos.trace.ClockSnapshotDecoder;
import traceglass.protos.trace.RemoteClockSyncDecoder;
import traceglass.protos.trace.SyncedClocksDecoder;
import traceglass.store.names.StatNames;

/// Reads `ClockSnapshot` and `RemoteClockSync` (trace/clock_snapshot.proto, trace/remote_clock_sync.proto).
final class ClockSnapshots {

    /// Minimum gap in ns between snapshots of different synchronization rounds, which take place every 30 s.
    private static final long ROUND_NS = 30_000_000_000L;

    private final ImportContext context;

    ClockSnapshots(ImportContext context) {
        this.context = context;
    }

    /// Reads the `ClockSnapshot` in the selected field of a packet.
    void read(Packet packet) {
        ClockSnapshotDecoder snapshot = packet.decode(new ClockSnapshotDecoder());
        ClockReadingDecoder clock = new ClockReadingDecoder();
        List<ClockGraph.Reading> readings = new ArrayList<>();
        for (int i = 0; i < snapshot.clocksCount(); i++) {
            ClockGraph.Reading r = reading(snapshot.clocks(i, clock), packet.sequenceId());
            if (r == null) {
                context.stats().increment(StatNames.TOKENIZER_SKIPPED_PACKETS);
                return;
            }
            readings.add(r);
        }
        int primary = snapshot.primaryTraceClock();
        if (primary != 0) {
            setTraceTime(ClockId.of(primary));
        } else if (has(readings, ClockId.BOOTTIME) && !has(readings, ClockId.TRACE_FILE)) {
            setTraceTime(ClockId.of(ClockId.BOOTTIME));
        }
        context.clocks().addSnapshot(readings);
    }

    private void setTraceTime(ClockId clock) {
        context.clocks().setDefaultClock(clock);
        context.clocks().setTraceTime(clock);
    }

    private static boolean has(List<ClockGraph.Reading> readings, int clock) {
        return readings.stream().anyMatch(r -> r.clock().clock() == clock);
    }

    /// Returns null for a sequence clock in a packet without a sequence.
    private ClockGraph.Reading reading(ClockReadingDecoder reading, int sequenceId) {
        int id = reading.clockId();
        if (ClockId.isSequenceClock(id) && sequenceId == 0) {
            return null;
        }
        ClockId clock =
                ClockId.isSequenceClock(id) ? ClockId.ofSequence(context.traceId(), sequenceId, id) : ClockId.of(id);
        long unit = reading.unitMultiplierNs();
        return new ClockGraph.Reading(clock, reading.timestamp(), unit == 0 ? 1 : unit, reading.isIncremental());
    }

    /// Readings of one clock by both sides in one exchange; 0 if missing.
    private static final class ExchangeReadings {
        long host;
        long client;
    }

    /// Reads the relation between the clocks of this machine and those of the recording machine from the
    /// `RemoteClockSync` in the selected field of a packet.
    void readRemote(Packet packet) {
        List<Map<Integer, ExchangeReadings>> rounds = new ArrayList<>();
        RemoteClockSyncDecoder sync = packet.decode(new RemoteClockSyncDecoder());
        SyncedClocksDecoder synced = new SyncedClocksDecoder();
        for (int i = 0; i < sync.syncedClocksCount(); i++) {
            sync.syncedClocks(i, synced);
            Map<Integer, ExchangeReadings> round = new TreeMap<>(Integer::compareUnsigned);
            for (ClockGraph.Reading r : readings(synced.hostClocks(new ClockSnapshotDecoder()))) {
                round.computeIfAbsent(r.clock().clock(), c -> new ExchangeReadings()).host = r.value();
            }
            List<ClockGraph.Reading> client = new ArrayList<>();
            for (ClockGraph.Reading r : readings(synced.clientClocks(new ClockSnapshotDecoder()))) {
                round.computeIfAbsent(r.clock().clock(), c -> new ExchangeReadings()).client = r.value();
                client.add(new ClockGraph.Reading(r.clock(), r.value()));
            }
            rounds.add(round);
            context.clocks().addSnapshot(client);
        }
        int hostMachine = context.clocks().graph().traceTime().machine();
        offsets(rounds).forEach((clock, offset) -> {
            long anchor = 0;
            for (Map<Integer, ExchangeReadings> round : rounds) {
                ExchangeReadings both = round.get(clock);
                if (both != null && both.host != 0) {
                    anchor = both.host;
                }
            }
            context.clocks()
                    .addQualifiedSnapshot(List.of(
                            new ClockGraph.Reading(new ClockId(clock, 0, 0, hostMachine), anchor),
                            new ClockGraph.Reading(new ClockId(clock, 0, 0, context.machineId()), anchor + offset)));
        });
    }

    /// Returns the readings of clocks that do not belong to a sequence.
    private List<ClockGraph.Reading> readings(ClockSnapshotDecoder snapshot) {
        List<ClockGraph.Reading> readings = new ArrayList<>();
        ClockReadingDecoder clock = new ClockReadingDecoder();
        for (int i = 0; i < snapshot.clocksCount(); i++) {
            ClockGraph.Reading r = reading(snapshot.clocks(i, clock), 0);
            if (r != null) {
                readings.add(r);
            }
        }
        return readings;
    }

    /// Returns the offset of each client clock from the host's: the mean of two estimates per pair of
    /// exchanges. Each estimate assumes that a reading was taken halfway between the two readings of the other
    /// side.
    private static Map<Integer, Long> offsets(List<Map<Integer, ExchangeReadings>> rounds) {
        Map<Integer, long[]> sums = new TreeMap<>(Integer::compareUnsigned);
        for (int i = 1; i < rounds.size(); i++) {
            Map<Integer, ExchangeReadings> ping = rounds.get(i - 1);
            Map<Integer, ExchangeReadings> update = rounds.get(i);
            long pingBoot = ping.computeIfAbsent(ClockId.BOOTTIME, c -> new ExchangeReadings()).client;
            long updateBoot = update.computeIfAbsent(ClockId.BOOTTIME, c -> new ExchangeReadings()).client;
            if (Long.compareUnsigned(updateBoot - pingBoot, ROUND_NS) >= 0) {
                continue;
            }
            ping.forEach((clock, first) -> {
                ExchangeReadings second = update.get(clock);
                if (second == null || first.host == 0 || first.client == 0 || second.host == 0 || second.client == 0) {
                    return;
                }
                long[] sum = sums.computeIfAbsent(clock, c -> new long[2]);
                sum[0] += (first.client + second.client) / 2 - first.host;
                sum[0] += second.client - (first.host + second.host) / 2;
                sum[1] += 2;
            });
        }
        Map<Integer, Long> offsets = new TreeMap<>(Integer::compareUnsigned);
        sums.forEach((clock, sum) -> offsets.put(clock, sum[0] / sum[1]));
        return offsets;
    }
}
