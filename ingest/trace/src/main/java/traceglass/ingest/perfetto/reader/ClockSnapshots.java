package traceglass.ingest.perfetto.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.RemoteClockSync;
import traceglass.store.names.StatNames;

/// Reads `ClockSnapshot` and `RemoteClockSync` (trace/clock_snapshot.proto, trace/remote_clock_sync.proto).
final class ClockSnapshots {

    /// Minimum gap in ns between snapshots of different synchronization rounds, which take place every 30 s.
    private static final long ROUND_NS = 30_000_000_000L;

    private final ImportContext context;
    private final ProtoCursor clockCursor = new ProtoCursor();

    ClockSnapshots(ImportContext context) {
        this.context = context;
    }

    /// @param sequenceId sequence of the packet; 0 if it has none
    void read(ProtoCursor snapshot, int sequenceId) {
        List<ClockGraph.Reading> readings = new ArrayList<>();
        int primary = 0;
        while (snapshot.next()) {
            if (snapshot.field() == ClockSnapshot.PRIMARY_TRACE_CLOCK_FIELD_NUMBER) {
                primary = snapshot.asInt();
            } else if (snapshot.field() == ClockSnapshot.CLOCKS_FIELD_NUMBER) {
                ClockGraph.Reading r = reading(snapshot, sequenceId);
                if (r == null) {
                    context.stats().increment(StatNames.TOKENIZER_SKIPPED_PACKETS);
                    return;
                }
                readings.add(r);
            }
        }
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
    private ClockGraph.Reading reading(ProtoCursor field, int sequenceId) {
        int id = 0;
        long value = 0;
        long unit = 0;
        boolean isIncremental = false;
        for (clockCursor.enter(field); clockCursor.next(); ) {
            switch (clockCursor.field()) {
                case ClockSnapshot.Clock.CLOCK_ID_FIELD_NUMBER -> id = clockCursor.asInt();
                case ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER -> value = clockCursor.asLong();
                case ClockSnapshot.Clock.IS_INCREMENTAL_FIELD_NUMBER -> isIncremental = clockCursor.asBool();
                case ClockSnapshot.Clock.UNIT_MULTIPLIER_NS_FIELD_NUMBER -> unit = clockCursor.asLong();
                default -> {}
            }
        }
        if (ClockId.isSequenceClock(id) && sequenceId == 0) {
            return null;
        }
        ClockId clock =
                ClockId.isSequenceClock(id) ? ClockId.ofSequence(context.traceId(), sequenceId, id) : ClockId.of(id);
        return new ClockGraph.Reading(clock, value, unit == 0 ? 1 : unit, isIncremental);
    }

    /// Readings of one clock by both sides in one exchange; 0 if missing.
    private static final class ExchangeReadings {
        long host;
        long client;
    }

    /// Reads the relation between the clocks of this machine and those of the recording machine.
    void readRemote(ProtoCursor sync) {
        List<Map<Integer, ExchangeReadings>> rounds = new ArrayList<>();
        ProtoCursor side = new ProtoCursor();
        ProtoCursor clocks = new ProtoCursor();
        while (sync.next()) {
            if (sync.field() != RemoteClockSync.SYNCED_CLOCKS_FIELD_NUMBER) {
                continue;
            }
            Map<Integer, ExchangeReadings> round = new TreeMap<>(Integer::compareUnsigned);
            List<ClockGraph.Reading> client = new ArrayList<>();
            for (side.enter(sync); side.next(); ) {
                if (side.field() != RemoteClockSync.SyncedClocks.HOST_CLOCKS_FIELD_NUMBER
                        && side.field() != RemoteClockSync.SyncedClocks.CLIENT_CLOCKS_FIELD_NUMBER) {
                    continue;
                }
                for (clocks.enter(side); clocks.next(); ) {
                    ClockGraph.Reading r =
                            clocks.field() == ClockSnapshot.CLOCKS_FIELD_NUMBER ? reading(clocks, 0) : null;
                    if (r == null) {
                        continue;
                    }
                    ExchangeReadings both = round.computeIfAbsent(r.clock().clock(), c -> new ExchangeReadings());
                    if (side.field() == RemoteClockSync.SyncedClocks.HOST_CLOCKS_FIELD_NUMBER) {
                        both.host = r.value();
                    } else {
                        both.client = r.value();
                        client.add(new ClockGraph.Reading(r.clock(), r.value()));
                    }
                }
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
