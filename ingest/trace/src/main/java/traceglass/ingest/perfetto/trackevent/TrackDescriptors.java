package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.protos.trackevent.ChromeThreadDescriptorDecoder;
import traceglass.protos.trackevent.CounterDescriptor;
import traceglass.protos.trackevent.CounterDescriptorDecoder;
import traceglass.protos.trackevent.ProcessDescriptorDecoder;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackDescriptorDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads `TrackDescriptor` packets in trace order and reserves their tracks.
final class TrackDescriptors {

    private final ImportContext context;
    private final StringPool strings;
    private final TrackEventTracks tracks;
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
        TrackDescriptorDecoder track = packet.decode(new TrackDescriptorDecoder());
        if (!track.hasUuid()) {
            context.logs().recordAt(StatNames.TRACK_DESCRIPTOR_MISSING_UUID, packet.position(), null);
            return true;
        }
        long uuid = track.uuid();
        int childOrdering = track.childOrdering();
        if (childOrdering < 0 || childOrdering >= TrackReservation.ChildOrder.values().length) {
            recordInvalidOrder(packet, uuid, childOrdering);
            return true;
        }
        TrackReservation r = new TrackReservation();
        r.childOrder = childOrder(childOrdering);
        setFields(r, track);
        if (packet.hasTrustedPid()) {
            context.processes().namespaces().setTrustedPid(uuid, packet.trustedPid() & 0xFFFF_FFFFL);
        }
        if (track.hasThread()) {
            return reserveThread(ts, packet, r, track);
        }
        if (track.hasProcess()) {
            return reserveProcess(ts, packet, r, track);
        }
        if (track.hasCounter()) {
            setCounter(r, track.counter(new CounterDescriptorDecoder()));
        }
        r.isState = track.hasState() && !r.isCounter();
        tracks.reserve(uuid, r);
        return false;
    }

    private void setFields(TrackReservation r, TrackDescriptorDecoder track) {
        if (track.hasParentUuid()) {
            r.parentUuid = track.parentUuid();
        }
        r.hasExplicitProcesses = track.processOrdering() == 1;
        r.hasExplicitThreads = track.threadOrdering() == 1;
        if (track.hasSiblingOrderRank()) {
            r.siblingRank = track.siblingOrderRank();
        }
        r.name = name(track);
        r.description = track.descriptionId(strings);
        r.isSeparate = track.disallowMergingWithSystemTracks();
        setMerge(r, track);
    }

    /// Returns the name; if there are several, the one that the program most likely set.
    private int name(TrackDescriptorDecoder track) {
        if (track.hasName()) {
            return track.nameId(strings);
        }
        return track.hasStaticName() ? track.staticNameId(strings) : track.atraceNameId(strings);
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

    private void setMerge(TrackReservation r, TrackDescriptorDecoder track) {
        switch (track.siblingMergeBehavior()) {
            case TrackDescriptor.SiblingMergeBehavior.SIBLING_MERGE_BEHAVIOR_NONE_VALUE ->
                r.merge = TrackReservation.Merge.NONE;
            case TrackDescriptor.SiblingMergeBehavior.SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY_VALUE -> {
                r.merge = TrackReservation.Merge.BY_KEY;
                if (track.hasSiblingMergeKey()) {
                    r.mergeKey = track.siblingMergeKeyId(strings);
                } else if (track.hasSiblingMergeKeyInt()) {
                    String key = "sibling_merge_key_int:" + Long.toUnsignedString(track.siblingMergeKeyInt());
                    r.mergeKey = strings.intern(key);
                }
            }
            default -> {}
        }
    }

    private boolean reserveThread(long ts, Packet packet, TrackReservation r, TrackDescriptorDecoder track) {
        long uuid = track.uuid();
        ThreadDescriptorDecoder thread = track.thread(new ThreadDescriptorDecoder());
        if (!thread.hasPid() || !thread.hasTid()) {
            context.logs()
                    .recordAt(
                            StatNames.TRACK_DESCRIPTOR_THREAD_MISSING_PID_TID,
                            packet.position(),
                            b -> b.addUint(strings.intern("track_uuid"), uuid));
            return true;
        }
        r.minTs = ts;
        r.pid = (long) thread.pid();
        r.tid = thread.tid();
        r.hasSyntheticTid =
                track.chromeThread(new ChromeThreadDescriptorDecoder()).isSandboxedTid();
        tracks.reserve(uuid, r);
        if (packet.state().isValid()) {
            setThread(packet.state(), thread, r.hasSyntheticTid);
        }
        return false;
    }

    private boolean reserveProcess(long ts, Packet packet, TrackReservation r, TrackDescriptorDecoder track) {
        long uuid = track.uuid();
        ProcessDescriptorDecoder process = track.process(new ProcessDescriptorDecoder());
        r.isSeparate = false;
        if (!process.hasPid()) {
            context.logs()
                    .recordAt(
                            StatNames.TRACK_DESCRIPTOR_PROCESS_MISSING_PID,
                            packet.position(),
                            b -> b.addUint(strings.intern("track_uuid"), uuid));
            return true;
        }
        r.pid = Integer.toUnsignedLong(process.pid());
        r.minTs = ts;
        tracks.reserve(uuid, r);
        return false;
    }

    private void setCounter(TrackReservation r, CounterDescriptorDecoder counter) {
        int unit = counter.unit();
        int builtin = switch (counter.type()) {
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
            unitId = unit > 0 && unit < units.length ? units[unit] : counter.unitNameId(strings);
        }
        if (r.name == StringPool.NULL) {
            r.name = builtin;
        }
        String categories = categories(counter);
        int category = categories.isEmpty() ? StringPool.NULL : strings.intern(categories);
        r.counter = new TrackReservation.Counter(
                category,
                counter.unitMultiplier(),
                counter.isIncremental(),
                unitId,
                builtin,
                counter.yAxisShareKeyId(strings));
    }

    private static String categories(CounterDescriptorDecoder counter) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < counter.categoriesCount(); i++) {
            text.append(text.isEmpty() ? "" : ",").append(counter.categories(i));
        }
        return text.toString();
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
        setThread(packet.state(), packet.decode(new ThreadDescriptorDecoder()), false);
        return false;
    }

    private static void setThread(SequenceState state, ThreadDescriptorDecoder thread, boolean isSynthetic) {
        long tid = isSynthetic ? TrackEventTracks.syntheticTid(thread.tid(), thread.pid()) : thread.tid();
        state.setThread(thread.pid(), tid);
        state.get(TrackEventDeltas.KEY)
                .setReferences(
                        TrackEventDeltas.usToNs(thread.referenceTimestampUs()),
                        TrackEventDeltas.usToNs(thread.referenceThreadTimeUs()),
                        thread.referenceThreadInstructionCount());
    }
}
