package traceglass.ingest.perfetto.trackevent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Tracks to which track events refer by uuid. A descriptor reserves a track when it is read ([#reserve]); the first
/// event on it determines its process or thread ([#resolve]) and creates its row.
final class TrackEventTracks {

    /// Uuid of events without a track.
    static final long DEFAULT_UUID = 0;

    private static final int MAX_ANCESTORS = 100;
    private static final long NO_SEQUENCE = -1;

    private static final TrackType.Dimension UUID = TrackType.Dimension.ofInt("track_uuid");
    private static final TrackType THREAD_COUNTER =
            TrackType.counter("thread_counter_track_event", null, TrackType.UTID, UUID);
    private static final TrackType PROCESS_COUNTER =
            TrackType.counter("process_counter_track_event", null, TrackType.UPID, UUID);
    private static final TrackType GLOBAL_COUNTER = TrackType.counter("global_counter_track_event", null, UUID);
    private static final TrackType THREAD = TrackType.slices("thread_track_event", TrackType.UTID, UUID);
    private static final TrackType PROCESS = TrackType.slices("process_track_event", TrackType.UPID, UUID);
    private static final TrackType GLOBAL = TrackType.slices("global_track_event", UUID);
    private static final TrackType THREAD_STATE = TrackType.states("thread_state_track_event", TrackType.UTID, UUID);
    private static final TrackType PROCESS_STATE = TrackType.states("process_state_track_event", TrackType.UPID, UUID);
    private static final TrackType GLOBAL_STATE = TrackType.states("global_state_track_event", UUID);

    private static final TrackType.Dimension PARENT_UUID = TrackType.Dimension.ofInt("parent_track_uuid");
    private static final TrackType.Dimension KEY_TYPE = TrackType.Dimension.ofInt("merge_key_type");
    private static final TrackType.Dimension KEY_VALUE = TrackType.Dimension.ofString("merge_key_value");
    private static final TrackType THREAD_MERGED =
            TrackCompressor.compressed("thread_merged_track_event", TrackType.UTID, PARENT_UUID, KEY_TYPE, KEY_VALUE);
    private static final TrackType PROCESS_MERGED =
            TrackCompressor.compressed("process_merged_track_event", TrackType.UPID, PARENT_UUID, KEY_TYPE, KEY_VALUE);
    private static final TrackType GLOBAL_MERGED =
            TrackCompressor.compressed("global_merged_track_event", PARENT_UUID, KEY_TYPE, KEY_VALUE);

    /// Owner of a track.
    enum Scope {
        THREAD,
        PROCESS,
        GLOBAL
    }

    /// A track whose process or thread is known.
    ///
    /// @param id utid or upid, depending on the scope
    /// @param isRoot whether it is the thread's or process's own track rather than a child track
    record Resolved(Scope scope, int id, boolean isState, boolean isRoot) {}

    private static final class Track {
        final TrackReservation reservation;
        Resolved resolved;
        int row = -1;
        TrackCompressor.Lanes lanes;

        Track(TrackReservation reservation) {
            this.reservation = reservation;
        }

        boolean isCreated() {
            return row >= 0 || lanes != null;
        }
    }

    private final ImportContext context;
    private final StringPool strings;
    private final LongMap<Track> tracks = new LongMap<>();
    /// Last result of the lookup, cached because an event looks up its track several times.
    private Track last;
    private long lastUuid;
    /// Last results of the lookups for extra counters, when events are read and when their rows are written.
    private Track lastRead;
    private long lastReadUuid;
    private Track lastCounter;
    private long lastCounterUuid;
    private final Map<Integer, Long> uuidOfProcess = new HashMap<>();
    private final Map<Integer, Long> uuidOfThread = new HashMap<>();
    private final Set<Long> completeSequences = new HashSet<>();

    TrackEventTracks(ImportContext context) {
        this.context = context;
        this.strings = context.strings();
    }

    /// Returns a tid that no other process has, for threads in sandboxes that assign their own tids.
    static long syntheticTid(long tid, long pid) {
        return pid << 32 | tid;
    }

    static boolean isSyntheticTid(long tid) {
        return (tid & 0xFFFF_FFFF_0000_0000L) != 0;
    }

    void onFirstPacket(int sequenceId) {
        completeSequences.add((long) sequenceId);
    }

    /// Stores the data of a descriptor. Called when it is read.
    void reserve(long uuid, TrackReservation r) {
        if (uuid == DEFAULT_UUID && r.parentUuid != 0) {
            context.logs()
                    .record(
                            StatNames.TRACK_DESCRIPTOR_DEFAULT_TRACK_WITH_PARENT,
                            b -> b.addUint(strings.intern("parent_uuid"), r.parentUuid));
            return;
        }
        Track track = tracks.get(uuid);
        if (track == null) {
            tracks.put(uuid, new Track(r));
            return;
        }
        TrackReservation before = track.reservation;
        if (!before.isForSameTrack(r)) {
            count(StatNames.TRACK_DESCRIPTOR_CONFLICTING_RESERVATION, uuid);
            return;
        }
        if (r.name != StringPool.NULL) {
            boolean isUnmerged = r.merge == TrackReservation.Merge.NONE;
            if (before.name == StringPool.NULL || isUnmerged) {
                before.name = r.name;
            }
            if (isUnmerged && track.row >= 0) {
                context.tracks().setName(track.row, r.name);
            }
        }
        before.minTs = Math.min(before.minTs, r.minTs);
    }

    private void count(String stat, long uuid) {
        context.logs().record(stat, b -> b.addUint(strings.intern("track_uuid"), uuid));
    }

    /// Determines the process or thread of a track; returns null and counts an error if its ancestors are invalid.
    Resolved resolve(long uuid) {
        Track track = find(uuid);
        if (track == null) {
            TrackReservation r = new TrackReservation();
            r.name = uuid == DEFAULT_UUID ? strings.intern("Default Track") : StringPool.NULL;
            track = new Track(r);
            tracks.put(uuid, track);
        }
        if (track.resolved == null && hasValidAncestors(uuid)) {
            track.resolved = findOwner(uuid, track.reservation);
        }
        return track.resolved;
    }

    private Track find(long uuid) {
        Track track = last;
        if (track == null || uuid != lastUuid) {
            track = tracks.get(uuid);
            last = track;
            lastUuid = uuid;
        }
        return track;
    }

    private boolean hasValidAncestors(long uuid) {
        long[] seen = new long[MAX_ANCESTORS];
        long current = uuid;
        for (int i = 0; i < MAX_ANCESTORS; i++) {
            if (current == DEFAULT_UUID) {
                return true;
            }
            for (int j = 0; j < i; j++) {
                if (seen[j] == current) {
                    count(StatNames.TRACK_EVENT_TRACK_HIERARCHY_LOOP, uuid);
                    return false;
                }
            }
            Track track = tracks.get(current);
            if (track == null) {
                count(StatNames.TRACK_HIERARCHY_MISSING_UUID, uuid);
                return false;
            }
            seen[i] = current;
            current = track.reservation.parentUuid;
        }
        count(StatNames.TRACK_EVENT_TRACK_HIERARCHY_TOO_DEEP, uuid);
        return false;
    }

    private Resolved findOwner(long uuid, TrackReservation r) {
        ProcessTracker processes = context.processes();
        Track root = tracks.get(DEFAULT_UUID);
        boolean hasExplicitProcesses = root != null && root.reservation.hasExplicitProcesses;
        boolean hasExplicitThreads = root != null && root.reservation.hasExplicitThreads;
        resolveNamespaces(uuid, r);
        Resolved parent = r.parentUuid == DEFAULT_UUID ? null : resolve(r.parentUuid);
        if (r.tid != null) {
            int utid = processes.updateThread(r.tid, r.pid);
            Long before = uuidOfThread.put(utid, uuid);
            if (before != null) {
                // A thread has one descriptor; a different uuid means that its tid was reused by another thread.
                utid = processes.startThread(LongColumn.NULL, r.tid);
                processes.updateThread(r.tid, r.pid);
            }
            if (hasExplicitThreads && r.siblingRank != null) {
                processes.setThreadSortIndex(utid, r.siblingRank, true);
            }
            return new Resolved(Scope.THREAD, utid, r.isState, true);
        }
        if (r.pid != null) {
            int upid = processes.process(r.pid);
            Long before = uuidOfProcess.put(upid, uuid);
            if (before != null) {
                upid = processes.startProcess(
                        LongColumn.NULL,
                        ProcessTracker.NONE,
                        r.pid,
                        StringPool.NULL,
                        NamePriority.OfThread.TRACK_DESCRIPTOR);
            }
            if (hasExplicitProcesses && r.siblingRank != null) {
                processes.setProcessSortIndex(upid, r.siblingRank, true);
            }
            return new Resolved(Scope.PROCESS, upid, r.isState, true);
        }
        if (parent != null && parent.scope != Scope.GLOBAL) {
            return new Resolved(parent.scope, parent.id, r.isState, false);
        }
        return new Resolved(Scope.GLOBAL, -1, r.isState, false);
    }

    /// Replaces ids within a pid namespace with those of the root namespace, if the trusted pid identifies the
    /// namespace.
    private void resolveNamespaces(long uuid, TrackReservation r) {
        ProcessTracker processes = context.processes();
        long trusted = processes.namespaces().trustedPid(uuid);
        if (trusted >= 0 && r.pid != null) {
            long rootId = processes.namespaces().resolve(trusted, r.pid);
            if (rootId >= 0) {
                r.pid = rootId;
            }
        }
        long rootId = trusted >= 0 && r.tid != null ? processes.namespaces().resolve(trusted, r.tid) : -1;
        if (rootId >= 0) {
            r.tid = rootId;
        } else if (r.hasSyntheticTid && r.tid != null && r.pid != null) {
            r.tid = syntheticTid(r.tid, r.pid);
        }
    }

    /// Returns the track for the start of a slice, -1 if there is none.
    int begin(long uuid, int eventName, long sequenceId) {
        Track track = materialize(uuid, eventName, sequenceId);
        return track == null ? -1 : track.row >= 0 ? track.row : track.lanes.begin(uuid);
    }

    /// Returns the track for the end of a slice, -1 if there is none.
    int end(long uuid, int eventName, long sequenceId) {
        Track track = materialize(uuid, eventName, sequenceId);
        return track == null ? -1 : track.row >= 0 ? track.row : track.lanes.end(uuid);
    }

    /// Returns the track for an instant, -1 if there is none.
    int instant(long uuid, int eventName, long sequenceId) {
        Track track = materialize(uuid, eventName, sequenceId);
        return track == null ? -1 : track.row >= 0 ? track.row : track.lanes.instant(uuid);
    }

    /// Returns the track for a counter sample or another event that needs a separate track, -1 if there is none.
    int separateTrack(long uuid, int eventName, long sequenceId) {
        Track track = materialize(uuid, eventName, sequenceId);
        return track == null ? -1 : track.row;
    }

    /// Returns the track of an extra counter of an event, -1 if there is none.
    int extraCounterTrack(long uuid, long sequenceId) {
        Track track = lastCounter;
        if (track == null || uuid != lastCounterUuid) {
            track = materialize(uuid, StringPool.NULL, sequenceId);
            lastCounter = track;
            lastCounterUuid = uuid;
        }
        return track == null ? -1 : track.row;
    }

    /// Returns the track for a state, -1 if it is not a state track.
    int state(long uuid, int eventName, long sequenceId) {
        Track track = materialize(uuid, eventName, sequenceId);
        return track == null || !track.resolved.isState ? -1 : track.row >= 0 ? track.row : track.lanes.begin(uuid);
    }

    private int parentRow(long uuid, long sequenceId) {
        Track track = materialize(uuid, StringPool.NULL, sequenceId);
        return track == null ? -1 : track.row >= 0 ? track.row : track.lanes.first();
    }

    private Track materialize(long uuid, int eventName, long sequenceId) {
        Track track = find(uuid);
        if (track != null && track.isCreated()) {
            return track;
        }
        Resolved resolved = resolve(uuid);
        if (resolved == null) {
            return null;
        }
        track = tracks.get(uuid);
        create(uuid, track, resolved, eventName, sequenceId);
        return track;
    }

    private void create(long uuid, Track track, Resolved resolved, int eventName, long sequenceId) {
        TrackReservation r = track.reservation;
        int parentRow = -1;
        Resolved parent = null;
        if (r.parentUuid != DEFAULT_UUID) {
            parentRow = parentRow(r.parentUuid, sequenceId);
            parent = resolve(r.parentUuid);
        }
        if (resolved.isRoot) {
            track.row = rootTrack(uuid, resolved, r, args(uuid, r, true, sequenceId));
            return;
        }
        int name = r.name == StringPool.NULL ? eventName : r.name;
        boolean isNested = parentRow >= 0 && parent != null && parent.scope != Scope.GLOBAL;
        if (isNested && parent.scope == Scope.PROCESS) {
            name = context.trackNames().translate(name);
        }
        ArgsWriter args = args(uuid, r, !isNested && uuid == DEFAULT_UUID, sequenceId);
        Scope scope = isNested ? parent.scope : Scope.GLOBAL;
        // Children of a process or thread track are shown next to it rather than below it, as old traces
        // expect.
        boolean isChild = parentRow >= 0 && !(isNested && parent.isRoot);
        if (r.isCounter()) {
            int counterName = scope == Scope.PROCESS ? context.trackNames().translate(r.name) : r.name;
            track.row = switch (scope) {
                case THREAD -> counter(THREAD_COUNTER, counterName, r, args, parent.id, uuid);
                case PROCESS -> counter(PROCESS_COUNTER, counterName, r, args, parent.id, uuid);
                case GLOBAL -> counter(GLOBAL_COUNTER, counterName, r, args, uuid);
            };
        } else if (r.merge == TrackReservation.Merge.NONE || r.isState) {
            track.row = switch (scope) {
                case THREAD -> context.tracks().intern(r.isState ? THREAD_STATE : THREAD, name, args, parent.id, uuid);
                case PROCESS ->
                    context.tracks().intern(r.isState ? PROCESS_STATE : PROCESS, name, args, parent.id, uuid);
                case GLOBAL -> context.tracks().intern(r.isState ? GLOBAL_STATE : GLOBAL, name, args, uuid);
            };
        } else {
            int key = r.merge == TrackReservation.Merge.BY_KEY ? r.mergeKey : name;
            int keyType = r.merge == TrackReservation.Merge.BY_KEY ? 2 : 0;
            int parentOfNew = parentRow;
            IntConsumer onNew = isChild ? id -> context.tracks().setParent(id, parentOfNew) : null;
            TrackCompressor compressor = context.compressor();
            track.lanes = switch (scope) {
                case THREAD ->
                    compressor.lanes(THREAD_MERGED, name, args, onNew, parent.id, r.parentUuid, keyType, key);
                case PROCESS ->
                    compressor.lanes(PROCESS_MERGED, name, args, onNew, parent.id, r.parentUuid, keyType, key);
                case GLOBAL -> compressor.lanes(GLOBAL_MERGED, name, args, onNew, r.parentUuid, keyType, key);
            };
            return;
        }
        if (isChild) {
            context.tracks().setParent(track.row, parentRow);
        }
    }

    private int rootTrack(long uuid, Resolved resolved, TrackReservation r, ArgsWriter args) {
        if (resolved.scope == Scope.THREAD) {
            if (r.isCounter()) {
                return counter(THREAD_COUNTER, r.name, r, args, resolved.id, uuid);
            }
            return r.isSeparate
                    ? context.tracks().intern(r.isState ? THREAD_STATE : THREAD, r.name, args, resolved.id, uuid)
                    : context.tracks().threadTrack(resolved.id);
        }
        int name = context.trackNames().translate(r.name);
        return r.isCounter()
                ? counter(PROCESS_COUNTER, name, r, args, resolved.id, uuid)
                : context.tracks().intern(r.isState ? PROCESS_STATE : PROCESS, name, args, resolved.id, uuid);
    }

    private int counter(TrackType type, int name, TrackReservation r, ArgsWriter args, long... dimensions) {
        return context.tracks().internCounter(type, name, r.counter.unit(), args, dimensions);
    }

    private ArgsWriter args(long uuid, TrackReservation r, boolean isRoot, long sequenceId) {
        return b -> addArgs(b, uuid, r, isRoot, sequenceId);
    }

    private void addArgs(ArgSetBuilder b, long uuid, TrackReservation r, boolean isRoot, long sequenceId) {
        b.addString(strings.intern("source"), strings.intern("descriptor"));
        b.addInt(strings.intern("trace_id"), uuid);
        b.addBool(strings.intern("is_root_in_scope"), isRoot);
        if (r.counter != null) {
            addIfNamed(b, "category", r.counter.category());
            addIfNamed(b, "builtin_counter_type", r.counter.builtinType());
            addIfNamed(b, "y_axis_share_key", r.counter.yAxisShareKey());
        }
        if (sequenceId != NO_SEQUENCE && completeSequences.contains(sequenceId)) {
            b.addBool(strings.intern("has_first_packet_on_sequence"), true);
        }
        if (r.childOrder.label != null) {
            b.addString(strings.intern("child_ordering"), strings.intern(r.childOrder.label));
        }
        if (r.siblingRank != null) {
            b.addInt(strings.intern("sibling_order_rank"), r.siblingRank);
        }
        addIfNamed(b, "description", r.description);
    }

    private void addIfNamed(ArgSetBuilder b, String key, int value) {
        if (value != StringPool.NULL) {
            b.addString(strings.intern(key), value);
        }
    }

    /// Returns the counter data of a descriptor, or null if no descriptor declares this track as a counter.
    TrackReservation.Counter counter(long uuid) {
        Track track = lastRead;
        if (track == null || uuid != lastReadUuid) {
            track = tracks.get(uuid);
            lastRead = track;
            lastReadUuid = uuid;
        }
        return track == null ? null : track.reservation.counter;
    }
}
