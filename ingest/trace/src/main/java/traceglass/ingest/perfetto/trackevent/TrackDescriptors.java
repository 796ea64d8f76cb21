package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.ChromeThreadDescriptor;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads `TrackDescriptor` packets in trace order and reserves their tracks.
final class TrackDescriptors {

    private final ImportContext context;
    private final StringPool strings;
    private final TrackEventTracks tracks;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor child = new ProtoCursor();
    private final int[] units;
    private final int threadTime;
    private final int threadInstructions;

    TrackDescriptors(ImportContext context, TrackEventTracks tracks) {
        this.context = context;
        this.strings = context.strings();
        this.tracks = tracks;
        units = new int[] {StringPool.NULL, strings.intern("ns"), strings.intern("count"), strings.intern("bytes")};
        threadTime = strings.intern("thread_time");
        threadInstructions = strings.intern("thread_instruction_count");
    }

    /// @return whether the packet is fully processed
    boolean tokenize(long ts, Packet packet) {
        TrackReservation r = new TrackReservation();
        long uuid = 0;
        boolean hasUuid = false;
        int nameRank = 0;
        int mergeBehavior = -1;
        int mergeKey = -1;
        Long mergeKeyInt = null;
        int childOrdering = 0;
        boolean isThread = false;
        boolean isProcess = false;
        boolean isSandboxed = false;
        for (packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case TrackDescriptor.UUID_FIELD_NUMBER -> {
                    hasUuid = true;
                    uuid = cursor.asLong();
                }
                case TrackDescriptor.PARENT_UUID_FIELD_NUMBER -> r.parentUuid = cursor.asLong();
                case TrackDescriptor.CHILD_ORDERING_FIELD_NUMBER -> childOrdering = cursor.asInt();
                case TrackDescriptor.PROCESS_ORDERING_FIELD_NUMBER -> r.hasExplicitProcesses = cursor.asInt() == 1;
                case TrackDescriptor.THREAD_ORDERING_FIELD_NUMBER -> r.hasExplicitThreads = cursor.asInt() == 1;
                case TrackDescriptor.SIBLING_ORDER_RANK_FIELD_NUMBER -> r.siblingRank = cursor.asInt();
                case TrackDescriptor.SIBLING_MERGE_BEHAVIOR_FIELD_NUMBER -> mergeBehavior = cursor.asInt();
                case TrackDescriptor.SIBLING_MERGE_KEY_FIELD_NUMBER -> mergeKey = cursor.asStringId(strings);
                case TrackDescriptor.SIBLING_MERGE_KEY_INT_FIELD_NUMBER -> mergeKeyInt = cursor.asLong();
                case TrackDescriptor.NAME_FIELD_NUMBER -> nameRank = setName(r, nameRank, 3);
                case TrackDescriptor.STATIC_NAME_FIELD_NUMBER -> nameRank = setName(r, nameRank, 2);
                case TrackDescriptor.ATRACE_NAME_FIELD_NUMBER -> nameRank = setName(r, nameRank, 1);
                case TrackDescriptor.DESCRIPTION_FIELD_NUMBER -> r.description = cursor.asStringId(strings);
                case TrackDescriptor.DISALLOW_MERGING_WITH_SYSTEM_TRACKS_FIELD_NUMBER -> r.isSeparate = cursor.asBool();
                case TrackDescriptor.THREAD_FIELD_NUMBER -> isThread = true;
                case TrackDescriptor.PROCESS_FIELD_NUMBER -> isProcess = true;
                case TrackDescriptor.CHROME_THREAD_FIELD_NUMBER -> isSandboxed = isSandboxed();
                default -> {}
            }
        }
        if (!hasUuid) {
            context.logs().recordAt(StatNames.TRACK_DESCRIPTOR_MISSING_UUID, packet.position(), null);
            return true;
        }
        if (childOrdering < 0 || childOrdering >= TrackReservation.ChildOrder.values().length) {
            recordInvalidOrder(packet, uuid, childOrdering);
            return true;
        }
        r.childOrder = childOrder(childOrdering);
        setMerge(r, mergeBehavior, mergeKey, mergeKeyInt);
        if (packet.hasTrustedPid()) {
            context.processes().setTrustedPid(packet.trustedPid() & 0xFFFF_FFFFL, uuid);
        }
        if (isThread) {
            return reserveThread(ts, packet, uuid, r, isSandboxed);
        }
        if (isProcess) {
            return reserveProcess(ts, packet, uuid, r);
        }
        setCounterOrState(r, packet);
        tracks.reserve(uuid, r);
        return false;
    }

    private void recordInvalidOrder(Packet packet, long uuid, int order) {
        context.logs()
                .recordAt(
                        StatNames.TRACK_DESCRIPTOR_INVALID_CHILD_ORDERING,
                        packet.position(),
                        b -> b.addUint(strings.intern("track_uuid"), uuid)
                                .addInt(strings.intern("child_order"), order));
    }

    private static TrackReservation.ChildOrder childOrder(int ordering) {
        return switch (ordering) {
            case TrackDescriptor.ChildTracksOrdering.LEXICOGRAPHIC_VALUE -> TrackReservation.ChildOrder.LEXICOGRAPHIC;
            case TrackDescriptor.ChildTracksOrdering.CHRONOLOGICAL_VALUE -> TrackReservation.ChildOrder.CHRONOLOGICAL;
            case TrackDescriptor.ChildTracksOrdering.EXPLICIT_VALUE -> TrackReservation.ChildOrder.EXPLICIT;
            default -> TrackReservation.ChildOrder.UNKNOWN;
        };
    }

    private void setCounterOrState(TrackReservation r, Packet packet) {
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == TrackDescriptor.COUNTER_FIELD_NUMBER) {
                setCounter(r);
            } else if (cursor.field() == TrackDescriptor.STATE_FIELD_NUMBER) {
                r.isState = true;
            }
        }
        r.isState &= !r.isCounter();
    }

    private int setName(TrackReservation r, int rank, int newRank) {
        if (newRank < rank) {
            return rank;
        }
        r.name = cursor.asStringId(strings);
        return newRank;
    }

    private void setMerge(TrackReservation r, int behavior, int key, Long keyInt) {
        switch (behavior) {
            case TrackDescriptor.SiblingMergeBehavior.SIBLING_MERGE_BEHAVIOR_NONE_VALUE ->
                r.merge = TrackReservation.Merge.NONE;
            case TrackDescriptor.SiblingMergeBehavior.SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY_VALUE -> {
                r.merge = TrackReservation.Merge.BY_KEY;
                if (key >= 0) {
                    r.mergeKey = key;
                } else if (keyInt != null) {
                    r.mergeKey = strings.intern("sibling_merge_key_int:" + Long.toUnsignedString(keyInt));
                }
            }
            default -> {}
        }
    }

    private boolean isSandboxed() {
        for (child.enter(cursor); child.next(); ) {
            if (child.field() == ChromeThreadDescriptor.IS_SANDBOXED_TID_FIELD_NUMBER) {
                return child.asBool();
            }
        }
        return false;
    }

    private boolean reserveThread(long ts, Packet packet, long uuid, TrackReservation r, boolean isSandboxed) {
        packet.enter(cursor);
        ThreadFields thread = new ThreadFields();
        while (cursor.next()) {
            if (cursor.field() == TrackDescriptor.THREAD_FIELD_NUMBER) {
                thread.read(child.enter(cursor));
            }
        }
        if (!thread.hasPid || !thread.hasTid) {
            context.logs()
                    .recordAt(
                            StatNames.TRACK_DESCRIPTOR_THREAD_MISSING_PID_TID,
                            packet.position(),
                            b -> b.addUint(strings.intern("track_uuid"), uuid));
            return true;
        }
        r.minTs = ts;
        r.pid = (long) thread.pid;
        r.tid = thread.tid;
        r.hasSyntheticTid = isSandboxed;
        tracks.reserve(uuid, r);
        if (packet.state().isValid()) {
            setThread(packet.state(), thread, isSandboxed);
        }
        return false;
    }

    private boolean reserveProcess(long ts, Packet packet, long uuid, TrackReservation r) {
        boolean hasPid = false;
        for (packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == TrackDescriptor.PROCESS_FIELD_NUMBER) {
                for (child.enter(cursor); child.next(); ) {
                    if (child.field() == ProcessDescriptor.PID_FIELD_NUMBER) {
                        hasPid = true;
                        r.pid = child.asUint32();
                    }
                }
            }
        }
        r.isSeparate = false;
        if (!hasPid) {
            context.logs()
                    .recordAt(
                            StatNames.TRACK_DESCRIPTOR_PROCESS_MISSING_PID,
                            packet.position(),
                            b -> b.addUint(strings.intern("track_uuid"), uuid));
            return true;
        }
        r.minTs = ts;
        tracks.reserve(uuid, r);
        return false;
    }

    private void setCounter(TrackReservation r) {
        int type = 0;
        int unit = 0;
        int unitName = StringPool.NULL;
        long multiplier = 0;
        boolean isIncremental = false;
        int yAxis = StringPool.NULL;
        StringBuilder categories = new StringBuilder();
        for (child.enter(cursor); child.next(); ) {
            switch (child.field()) {
                case CounterDescriptor.TYPE_FIELD_NUMBER -> type = child.asInt();
                case CounterDescriptor.CATEGORIES_FIELD_NUMBER ->
                    categories.append(categories.isEmpty() ? "" : ",").append(child.asString());
                case CounterDescriptor.UNIT_FIELD_NUMBER -> unit = child.asInt();
                case CounterDescriptor.UNIT_NAME_FIELD_NUMBER -> unitName = child.asStringId(strings);
                case CounterDescriptor.UNIT_MULTIPLIER_FIELD_NUMBER -> multiplier = child.asLong();
                case CounterDescriptor.IS_INCREMENTAL_FIELD_NUMBER -> isIncremental = child.asBool();
                case CounterDescriptor.Y_AXIS_SHARE_KEY_FIELD_NUMBER -> yAxis = child.asStringId(strings);
                default -> {}
            }
        }
        int builtin = switch (type) {
            case CounterDescriptor.BuiltinCounterType.COUNTER_THREAD_TIME_NS_VALUE -> threadTime;
            case CounterDescriptor.BuiltinCounterType.COUNTER_THREAD_INSTRUCTION_COUNT_VALUE -> threadInstructions;
            default -> StringPool.NULL;
        };
        int unitId;
        if (builtin == threadTime) {
            unitId = units[CounterDescriptor.Unit.UNIT_TIME_NS_VALUE];
        } else if (builtin == threadInstructions) {
            unitId = units[CounterDescriptor.Unit.UNIT_COUNT_VALUE];
        } else {
            unitId = unit > 0 && unit < units.length ? units[unit] : unitName;
        }
        if (r.name == StringPool.NULL) {
            r.name = builtin;
        }
        int category = categories.isEmpty() ? StringPool.NULL : strings.intern(categories.toString());
        r.counter = new TrackReservation.Counter(category, multiplier, isIncremental, unitId, builtin, yAxis);
    }

    /// Reads a standalone `ThreadDescriptor`, which sets the thread of the following packets of its sequence.
    ///
    /// @return whether the packet is fully processed
    boolean tokenizeThread(Packet packet) {
        if (!packet.hasSequenceId()) {
            context.logs().recordAt(StatNames.THREAD_DESCRIPTOR_MISSING_SEQUENCE_ID, packet.position(), null);
            return true;
        }
        if (!packet.state().isValid()) {
            context.logs()
                    .recordAt(
                            StatNames.THREAD_DESCRIPTOR_SKIPPED_INCREMENTAL_STATE_INVALID,
                            packet.position(),
                            b -> b.addUint(strings.intern("packet_sequence_id"), packet.sequenceId() & 0xFFFF_FFFFL));
            return true;
        }
        ThreadFields thread = new ThreadFields();
        thread.read(packet.enter(cursor));
        setThread(packet.state(), thread, false);
        return false;
    }

    private static void setThread(SequenceState state, ThreadFields thread, boolean isSynthetic) {
        state.setThread(thread.pid, isSynthetic ? TrackEventTracks.syntheticTid(thread.tid, thread.pid) : thread.tid);
        state.get(TrackEventDeltas.KEY)
                .setReferences(
                        TrackEventDeltas.usToNs(thread.referenceTimestampUs),
                        TrackEventDeltas.usToNs(thread.referenceThreadTimeUs),
                        thread.referenceInstructions);
    }

    /// Fields of a `ThreadDescriptor` that identify the thread and its reference times.
    private static final class ThreadFields {
        boolean hasPid;
        boolean hasTid;
        int pid;
        long tid;
        long referenceTimestampUs;
        long referenceThreadTimeUs;
        long referenceInstructions;

        void read(ProtoCursor c) {
            while (c.next()) {
                switch (c.field()) {
                    case ThreadDescriptor.PID_FIELD_NUMBER -> {
                        hasPid = true;
                        pid = c.asInt();
                    }
                    case ThreadDescriptor.TID_FIELD_NUMBER -> {
                        hasTid = true;
                        tid = c.asLong();
                    }
                    case ThreadDescriptor.REFERENCE_TIMESTAMP_US_FIELD_NUMBER -> referenceTimestampUs = c.asLong();
                    case ThreadDescriptor.REFERENCE_THREAD_TIME_US_FIELD_NUMBER -> referenceThreadTimeUs = c.asLong();
                    case ThreadDescriptor.REFERENCE_THREAD_INSTRUCTION_COUNT_FIELD_NUMBER ->
                        referenceInstructions = c.asLong();
                    default -> {}
                }
            }
        }
    }
}
