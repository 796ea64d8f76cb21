package traceglass.ingest.tracker.track;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Creates the tracks of one machine and finds them by type and dimensions. The track id is the row in the `track`
/// table.
public final class TrackTracker {

    /// Main slice track of a thread, for slices that cannot overlap because a thread does one thing at a time.
    public static final TrackType THREAD_EXECUTION = TrackType.slices("thread_execution", TrackType.UTID);

    private final int machineId;
    private final ArgSets argSets;
    private final CpuTracker cpus;
    private final Table table;
    private final StringPool strings;
    private final IntColumn name;
    private final IntColumn parentId;
    private final IntColumn sourceArgs;
    private final IntColumn machine;
    private final IntColumn type;
    private final IntColumn dimensionArgs;
    private final LongColumn group;
    private final IntColumn eventType;
    private final IntColumn counterUnit;
    private final IntColumn utid;
    private final IntColumn upid;
    private final Map<Key, Integer> byKey = new HashMap<>();
    private int[] threadTracks = new int[64];

    private record Key(TrackType type, long[] dimensions) {

        @Override
        public boolean equals(Object o) {
            return o instanceof Key k && k.type.type().equals(type.type()) && Arrays.equals(k.dimensions, dimensions);
        }

        @Override
        public int hashCode() {
            return type.type().hashCode() * 31 + Arrays.hashCode(dimensions);
        }
    }

    /// @param machineId row of the `machine` table
    /// @param cpus CPUs of the machine; a new track may be the first reference to one
    public TrackTracker(TraceStorage storage, int machineId, ArgSets argSets, CpuTracker cpus) {
        this.machineId = machineId;
        this.argSets = argSets;
        this.cpus = cpus;
        table = storage.table(TableNames.Track.TABLE);
        strings = storage.strings();
        name = table.strings(TableNames.Track.NAME);
        parentId = table.ints(TableNames.Track.PARENT_ID);
        sourceArgs = table.ints(TableNames.Track.SOURCE_ARG_SET_ID);
        machine = table.ints(TableNames.Track.MACHINE_ID);
        type = table.strings(TableNames.Track.TYPE);
        dimensionArgs = table.ints(TableNames.Track.DIMENSION_ARG_SET_ID);
        group = table.longs(TableNames.Track.TRACK_GROUP_ID);
        eventType = table.strings(TableNames.Track.EVENT_TYPE);
        counterUnit = table.strings(TableNames.Track.COUNTER_UNIT);
        utid = table.ints(TableNames.Track.UTID);
        upid = table.ints(TableNames.Track.UPID);
        Arrays.fill(threadTracks, -1);
    }

    /// Returns the track of this type with these dimensions, creating it if it is new.
    ///
    /// @param nameId string id of the name for a new track; [StringPool#NULL] for none
    /// @param dimensions values in the order of [TrackType#dimensions]; string ids for strings
    public int intern(TrackType trackType, int nameId, long... dimensions) {
        return intern(trackType, nameId, null, dimensions);
    }

    /// Like [#intern(TrackType, int, long...)]. `args` adds arguments to `source_arg_set_id` of a new track; may be
    /// null.
    public int intern(TrackType trackType, int nameId, ArgsWriter args, long... dimensions) {
        Integer existing = byKey.get(new Key(trackType, dimensions));
        if (existing != null) {
            return existing;
        }
        int id = create(trackType, nameId, StringPool.NULL, args, dimensions);
        byKey.put(new Key(trackType, dimensions.clone()), id);
        return id;
    }

    /// Like [#intern(TrackType, int, ArgsWriter, long...)], for a counter type without a fixed unit. `unitId` is the
    /// string id of the unit of a new track.
    public int internCounter(TrackType trackType, int nameId, int unitId, ArgsWriter args, long... dimensions) {
        Integer existing = byKey.get(new Key(trackType, dimensions));
        if (existing != null) {
            return existing;
        }
        int id = create(trackType, nameId, unitId, args, dimensions);
        byKey.put(new Key(trackType, dimensions.clone()), id);
        return id;
    }

    /// Returns the [#THREAD_EXECUTION] track of a thread.
    public int threadTrack(int threadUtid) {
        if (threadUtid >= threadTracks.length) {
            int oldLength = threadTracks.length;
            threadTracks = Arrays.copyOf(threadTracks, Math.max(oldLength * 2, threadUtid + 1));
            Arrays.fill(threadTracks, oldLength, threadTracks.length, -1);
        }
        int id = threadTracks[threadUtid];
        if (id < 0) {
            id = intern(THREAD_EXECUTION, StringPool.NULL, threadUtid);
            threadTracks[threadUtid] = id;
        }
        return id;
    }

    /// Creates a track that cannot be looked up by its dimensions, for callers that store the track themselves.
    public int create(TrackType trackType, int nameId, int unitId, ArgsWriter args, long... dimensions) {
        int id = table.addRow();
        name.set(id, nameId);
        machine.set(id, machineId);
        type.set(id, strings.intern(trackType.type()));
        eventType.set(id, strings.intern(trackType.eventType()));
        counterUnit.set(id, unitId != StringPool.NULL ? unitId : strings.intern(trackType.unit()));
        if (dimensions.length > 0) {
            ArgSetBuilder b = argSets.builder();
            for (int i = 0; i < dimensions.length; i++) {
                TrackType.Dimension d = trackType.dimensions().get(i);
                int key = strings.intern(d.name());
                b.add(key, key, d.kind(), dimensions[i]);
                switch (d.name()) {
                    case "utid" -> utid.set(id, (int) dimensions[i]);
                    case "upid" -> upid.set(id, (int) dimensions[i]);
                    case "cpu" -> cpus.markValid((int) dimensions[i]);
                    default -> {}
                }
            }
            dimensionArgs.set(id, argSets.commit(b));
        }
        if (trackType.description() != null || args != null) {
            ArgSetBuilder b = argSets.builder();
            if (trackType.description() != null) {
                b.addString(strings.intern("description"), strings.intern(trackType.description()));
            }
            if (args != null) {
                args.write(b);
            }
            sourceArgs.set(id, argSets.commit(b));
        }
        return id;
    }

    public void setParent(int track, int parent) {
        parentId.set(track, parent);
    }

    public void setName(int track, int nameId) {
        name.set(track, nameId);
    }

    /// Sets the group of a track. The tracks of a group are shown as one, for example the async slices with one
    /// name.
    public void setGroup(int track, long groupId) {
        group.set(track, groupId);
    }

    /// Replaces the arguments in `source_arg_set_id`.
    public void setSourceArgs(int track, int argSetId) {
        sourceArgs.set(track, argSetId);
    }

    public int name(int track) {
        return name.get(track);
    }
}
