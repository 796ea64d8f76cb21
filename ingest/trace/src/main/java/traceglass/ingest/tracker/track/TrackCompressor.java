package traceglass.ingest.tracker.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.args.NameTranslations;
import traceglass.store.table.StringPool;

/// Distributes slices with ids, which may overlap, over as few tracks as possible: a track is reused as soon as it
/// has no open slice. The tracks of one [Lanes] share a `track_group_id`.
public final class TrackCompressor {

    /// Phases of legacy async slices (Chrome's `b e n S T p F`), see [#legacyAsync].
    public enum AsyncKind {
        BEGIN,
        END,
        INSTANT
    }

    private static final TrackType.Dimension SCOPE = TrackType.Dimension.ofString("scope");
    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final TrackType LEGACY_PROCESS =
            compressed("legacy_async_process_slice", TrackType.UPID, SCOPE, NAME);
    private static final TrackType LEGACY_GLOBAL = compressed("legacy_async_global_slice", SCOPE, NAME);
    /// Type of Android's async slices, which do not nest: another begin of an open slice adds nothing.
    private static final String SATURATING_TYPE = "atrace_async_slice";

    private final StringPool strings;
    private final TrackTracker tracks;
    private final TrackGroups groups;
    private final NameTranslations names;
    private final Map<Key, Lanes> byKey = new HashMap<>();
    private final Map<AsyncId, Integer> asyncNames = new HashMap<>();

    private record AsyncId(boolean isProcessScoped, long upid, long id) {

        // Hand-written because initializing the generated methods takes milliseconds.
        @Override
        public boolean equals(Object o) {
            return o instanceof AsyncId a && a.id == id && a.upid == upid && a.isProcessScoped == isProcessScoped;
        }

        @Override
        public int hashCode() {
            return (int) (id * 0x9E3779B97F4A7C15L >>> 32) + Long.hashCode(upid) * 2 + (isProcessScoped ? 1 : 0);
        }
    }

    private record Key(TrackType type, long[] dimensions) {

        // Hand-written, because some traces look up a track for every event, and the generated method compares
        // the type field by field.
        @Override
        public boolean equals(Object o) {
            return o instanceof Key k
                    && Arrays.equals(k.dimensions, dimensions)
                    && (k.type == type || k.type.equals(type));
        }

        @Override
        public int hashCode() {
            return type.type().hashCode() * 31 + Arrays.hashCode(dimensions);
        }
    }

    /// Returns a type whose last dimension is the index of the track within its group.
    public static TrackType compressed(String type, TrackType.Dimension... dimensions) {
        TrackType.Dimension[] all = Arrays.copyOf(dimensions, dimensions.length + 1);
        all[dimensions.length] = TrackType.Dimension.ofInt("track_compressor_idx");
        return TrackType.slices(type, all);
    }

    /// Tracks that share the slices of one group.
    private static final class Group {
        final long id;
        final List<Lane> lanes = new ArrayList<>();
        final LongMap<Lane> byCookie = new LongMap<>();
        final BitSet free = new BitSet();

        Group(long id) {
            this.id = id;
        }
    }

    private static final class Lane {
        final int index;
        boolean hasCookie;
        boolean isNested;
        long cookie;
        int open;
        long end;
        long[] ends = new long[4];
        int track = -1;

        Lane(int index) {
            this.index = index;
        }
    }

    /// The tracks for one type and set of dimensions, and the data needed to add another track.
    public final class Lanes {

        private final TrackType type;
        private final int nameId;
        private final ArgsWriter args;
        private final IntConsumer onNewTrack;
        private final long[] dimensions;
        private final Group group;

        private Lanes(
                TrackType type, int nameId, ArgsWriter args, IntConsumer onNewTrack, long[] dimensions, Group group) {
            this.type = type;
            this.nameId = nameId;
            this.args = args;
            this.onNewTrack = onNewTrack;
            this.dimensions = dimensions;
            this.group = group;
        }

        /// Returns the track on which the slice with this cookie begins.
        public int begin(long cookie) {
            Lane lane = laneOf(cookie);
            lane.open = type.type().equals(SATURATING_TYPE) ? 1 : lane.open + 1;
            group.free.clear(lane.index);
            return track(lane);
        }

        /// Returns the track on which the slice with this cookie ends.
        public int end(long cookie) {
            Lane lane = laneOf(cookie);
            // The slice may have begun before the trace.
            if (lane.open > 0 && --lane.open == 0) {
                group.free.set(lane.index);
            }
            return track(lane);
        }

        /// Returns the track for an instant with this cookie.
        public int instant(long cookie) {
            begin(cookie);
            return end(cookie);
        }

        /// Returns the first track that is free from `ts` (ns) on, for a slice with a known duration. Times
        /// must not decrease.
        public int scoped(long ts, long dur) {
            for (Lane lane : group.lanes) {
                if (!lane.hasCookie && !lane.isNested && lane.end <= ts) {
                    lane.end = ts + dur;
                    return track(lane);
                }
            }
            Lane lane = addLane();
            lane.end = ts + dur;
            return track(lane);
        }

        /// Returns the first track on which a slice does not overlap or is nested within the open slices. Times
        /// must not decrease.
        public int nested(long ts, long dur) {
            long end = ts + dur;
            for (Lane lane : group.lanes) {
                if (!lane.isNested) {
                    continue;
                }
                while (lane.open > 0 && lane.ends[lane.open - 1] <= ts) {
                    lane.open--;
                }
                if (lane.open == 0 || end <= lane.ends[lane.open - 1]) {
                    pushEnd(lane, end);
                    return track(lane);
                }
            }
            Lane lane = addLane();
            lane.isNested = true;
            pushEnd(lane, end);
            return track(lane);
        }

        /// Returns the first track, which represents the group, e.g. as a parent.
        public int first() {
            return track(group.lanes.isEmpty() ? laneOf(0) : group.lanes.get(0));
        }

        private void pushEnd(Lane lane, long end) {
            if (lane.open == lane.ends.length) {
                lane.ends = Arrays.copyOf(lane.ends, lane.open * 2);
            }
            lane.ends[lane.open++] = end;
        }

        private Lane laneOf(long cookie) {
            Lane lane = group.byCookie.get(cookie);
            if (lane != null) {
                return lane;
            }
            int free = group.free.nextSetBit(0);
            if (free >= 0) {
                lane = group.lanes.get(free);
                group.byCookie.remove(lane.cookie);
            } else {
                lane = addLane();
                lane.hasCookie = true;
                group.free.set(lane.index);
            }
            lane.cookie = cookie;
            group.byCookie.put(cookie, lane);
            return lane;
        }

        private Lane addLane() {
            Lane lane = new Lane(group.lanes.size());
            group.lanes.add(lane);
            return lane;
        }

        private int track(Lane lane) {
            if (lane.track < 0) {
                long[] extended = Arrays.copyOf(dimensions, dimensions.length + 1);
                extended[dimensions.length] = lane.index;
                lane.track = tracks.create(type, nameId, StringPool.NULL, args, extended);
                if (onNewTrack != null) {
                    onNewTrack.accept(lane.track);
                }
                tracks.setGroup(lane.track, group.id);
            }
            return lane.track;
        }
    }

    /// @param groups allocator of track group ids for all files
    public TrackCompressor(StringPool strings, TrackTracker tracks, TrackGroups groups, NameTranslations names) {
        this.strings = strings;
        this.tracks = tracks;
        this.groups = groups;
        this.names = names;
    }

    /// Returns the group of tracks with these dimensions.
    ///
    /// @param type type created by [#compressed]
    /// @param nameId string id of the name of tracks created through the returned object
    /// @param args adds arguments to tracks created through the returned object; may be null
    /// @param onNewTrack called with each track created through the returned object; may be null
    /// @param dimensions all but the last dimension of the type
    public Lanes lanes(TrackType type, int nameId, ArgsWriter args, IntConsumer onNewTrack, long... dimensions) {
        Lanes existing = byKey.get(new Key(type, dimensions));
        Group group = existing != null ? existing.group : new Group(groups.next());
        long[] stored = existing != null ? existing.dimensions : dimensions.clone();
        Lanes lanes = new Lanes(type, nameId, args, onNewTrack, stored, group);
        if (existing == null) {
            byKey.put(new Key(type, stored), lanes);
        }
        return lanes;
    }

    /// Returns the track of an async slice in Chrome's legacy format.
    ///
    /// @param nameId string id of the event name
    /// @param upid process of the event; 0 if it has none
    /// @param id id of the slice
    /// @param isProcessScoped whether the id is scoped to its process
    /// @param scopeId string id of the id's scope
    public int legacyAsync(int nameId, int upid, long id, boolean isProcessScoped, int scopeId, AsyncKind kind) {
        int name = isProcessScoped ? names.translate(nameId) : nameId;
        // Slices with the same id belong together even if their names differ; the first name is used for the
        // group.
        AsyncId asyncId = new AsyncId(isProcessScoped, isProcessScoped ? upid : 0, id);
        Integer rootName = asyncNames.get(asyncId);
        if (rootName == null) {
            rootName = name;
            asyncNames.put(asyncId, name);
        }
        ArgsWriter args = new LegacyArgs(upid, isProcessScoped, scopeId);
        Lanes lanes = isProcessScoped
                ? lanes(LEGACY_PROCESS, name, args, null, upid, scopeId, rootName)
                : lanes(LEGACY_GLOBAL, name, args, null, scopeId, rootName);
        return switch (kind) {
            case BEGIN -> lanes.begin(id);
            case END -> lanes.end(id);
            case INSTANT -> lanes.instant(id);
        };
    }

    /// Returns the tracks of async slices in Chrome's oldest format (`S T p F` in JSON), which are matched by name
    /// and id. Slices with the same name that begin in the same process share the tracks.
    ///
    /// @param nameId string id of the event name
    /// @param upid process in which the slices begin
    /// @param isProcessScoped whether the ids are scoped to that process
    /// @param scopeId string id of the ids' scope
    public Lanes legacyAsyncByName(int nameId, int upid, boolean isProcessScoped, int scopeId) {
        int name = names.translate(nameId);
        return lanes(LEGACY_PROCESS, name, new LegacyArgs(upid, isProcessScoped, scopeId), null, upid, scopeId, name);
    }

    /// Arguments of tracks of legacy async slices. Not a lambda expression, because creating an object of one for each
    /// event is slow in code of the first compiler.
    private final class LegacyArgs implements ArgsWriter {

        private final int upid;
        private final boolean isProcessScoped;
        private final int scopeId;

        LegacyArgs(int upid, boolean isProcessScoped, int scopeId) {
            this.upid = upid;
            this.isProcessScoped = isProcessScoped;
            this.scopeId = scopeId;
        }

        @Override
        public void write(ArgSetBuilder args) {
            args.addString(strings.intern("source"), strings.intern("chrome"))
                    .addBool(strings.intern("trace_id_is_process_scoped"), isProcessScoped)
                    .addUint(strings.intern("upid"), upid)
                    .addString(strings.intern("source_scope"), scopeId);
        }
    }
}
