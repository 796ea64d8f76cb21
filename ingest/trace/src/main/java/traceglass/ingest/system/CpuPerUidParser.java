package traceglass.ingest.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.CpuPerUidDataDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `CpuPerUidData`: CPU time per app and CPU cluster, in ms. The first value of an app in a sequence is
/// absolute; later ones are deltas.
public final class CpuPerUidParser implements PacketParser {

    private static final TrackType UID_COUNTER =
            TrackType.counter("android_cpu_per_uid", "ms", Dimension.ofInt("uid"), Dimension.ofInt("cluster"));
    private static final TrackType TOTAL = TrackType.counter(
            "android_cpu_per_uid_totals", "ms", Dimension.ofString("type"), Dimension.ofInt("cluster"));
    private static final int UIDS_PER_USER = 100_000;
    private static final int FIRST_APP = 10_000;
    private static final SequenceState.Key<State> STATE = SequenceState.Key.of(State::new);

    private record Key(long uid, long cluster) {}

    private static final class State {
        long clusters;
        final Map<Key, Long> values = new LinkedHashMap<>();
    }

    private final ImportContext context;
    private final SparseCounters counters;
    private final Map<Key, Long> lastValues = new LinkedHashMap<>();
    private final Map<Key, Long> sums = new LinkedHashMap<>();
    private final Map<Long, Long> systemSums = new TreeMap<>();
    private final Map<Long, Long> appSums = new TreeMap<>();

    public CpuPerUidParser(PacketContext packets) {
        context = packets.context();
        counters = new SparseCounters(packets);
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.CPU_PER_UID_DATA_FIELD_NUMBER};
    }

    /// Returns whether the uid is a temporary one of an isolated process or shared library; such uids are counted
    /// together: 1090123 as 1090000.
    private static boolean isGrouped(long uid) {
        long app = uid % UIDS_PER_USER;
        return app >= 50_000 && app < 60_000 || app >= 90_000;
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        State state = packet.state().get(STATE);
        CpuPerUidDataDecoder data = packet.decode(new CpuPerUidDataDecoder());
        if (data.hasClusterCount()) {
            state.clusters = Integer.toUnsignedLong(data.clusterCount());
        }
        long cluster = 0;
        int uid = 0;
        for (int i = 0; uid < data.uidCount() && i < data.totalTimeMsCount(); i++) {
            add(Integer.toUnsignedLong(data.uid(uid)), cluster, data.totalTimeMs(i), state);
            if (++cluster >= state.clusters) {
                cluster = 0;
                uid++;
            }
        }
        systemSums.forEach((c, sum) -> pushTotal(ts, "System", c, sum));
        appSums.forEach((c, sum) -> pushTotal(ts, "Apps", c, sum));
        sums.forEach((key, sum) -> {
            if (isGrouped(key.uid())) {
                counters.push(ts, track(key), sum);
            }
        });
        state.values.forEach((key, value) -> {
            if (!isGrouped(key.uid())) {
                counters.push(ts, track(key), value);
            }
        });
        return true;
    }

    private void add(long uid, long cluster, long time, State state) {
        Key key = new Key(uid, cluster);
        long value = state.values.merge(key, time, Long::sum);
        long previous = lastValues.getOrDefault(key, value);
        long delta = Math.max(0, value - previous);
        lastValues.put(key, value);
        long group = isGrouped(uid) ? uid - uid % FIRST_APP : uid;
        sums.merge(new Key(group, cluster), delta, Long::sum);
        (group % UIDS_PER_USER < FIRST_APP ? systemSums : appSums).merge(cluster, delta, Long::sum);
    }

    private int track(Key key) {
        return context.tracks()
                .intern(
                        UID_COUNTER,
                        context.strings().intern("CPU for UID " + key.uid() + " CL" + key.cluster()),
                        key.uid(),
                        key.cluster());
    }

    private void pushTotal(long ts, String type, long cluster, long sum) {
        counters.push(
                ts,
                context.tracks()
                        .intern(
                                TOTAL,
                                context.strings().intern("CPU for " + type + " CL" + cluster),
                                context.strings().intern(type),
                                cluster),
                sum);
    }

    @Override
    public void atEnd() {
        if (sums.isEmpty()) {
            return;
        }
        Table table = context.storage().table(TableNames.AndroidCpuPerUidTrack.TABLE);
        List<Map.Entry<Key, Long>> all = new ArrayList<>(sums.entrySet());
        all.sort(Comparator.comparingInt(entry -> track(entry.getKey())));
        for (Map.Entry<Key, Long> entry : all) {
            int row = table.addRow();
            table.ints(TableNames.AndroidCpuPerUidTrack.TRACK_ID).set(row, track(entry.getKey()));
            table.longs(TableNames.AndroidCpuPerUidTrack.UID)
                    .set(row, entry.getKey().uid());
            table.longs(TableNames.AndroidCpuPerUidTrack.CLUSTER)
                    .set(row, entry.getKey().cluster());
            table.longs(TableNames.AndroidCpuPerUidTrack.TOTAL_CPU_MILLIS).set(row, entry.getValue());
        }
    }
}
