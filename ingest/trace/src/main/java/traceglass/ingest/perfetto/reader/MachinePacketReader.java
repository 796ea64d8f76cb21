package traceglass.ingest.perfetto.reader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.PacketSequence;
import traceglass.ingest.perfetto.packet.PacketSequences;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.perfetto.patch.PacketPatches;
import traceglass.ingest.perfetto.trackevent.TrackEventParser;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.common.TraceAttributesDecoder;
import traceglass.protos.common.TraceStatsDecoder;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.database.PacketOptions;
import traceglass.store.names.StatNames;

/// Processes the packets of one machine in trace order: maintains the state of their sequences, determines their trace
/// time and passes them to the [PacketParser]s, once immediately and once in time order.
public final class MachinePacketReader {

    /// Fields handled here, possibly in addition to a parser.
    private static final long[] HANDLED_FIELDS = Packet.setOf(
            PacketPatches.PROVENANCE,
            PacketPatches.PROGRAMS,
            TracePacket.TRACE_ATTRIBUTES_FIELD_NUMBER,
            TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER,
            TracePacket.INTERNED_DATA_FIELD_NUMBER,
            TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER,
            TracePacket.TRACE_STATS_FIELD_NUMBER,
            TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER,
            TracePacket.SERVICE_EVENT_FIELD_NUMBER,
            TracePacket.EXTENSION_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.TRACE_CONFIG_FIELD_NUMBER);

    private final ImportContext context;
    private final List<PacketParser> parsers = new ArrayList<>();
    private PacketParser[][] byField = new PacketParser[192][];
    private final Packet packet = new Packet();
    private final Packet sortedPacket = new Packet();
    private final InternedDataDecoder internedData = new InternedDataDecoder();
    private final InternedStringDecoder interned = new InternedStringDecoder();
    private final PacketSequences sequences;
    private final PacketContext packets;
    private final TrackEventParser trackEvents;
    private final MessageTypes types;
    private final ServicePackets service;
    private final PacketPatches patches;
    private final ClockSnapshots clockSnapshots;
    /// Null if the content is not analyzed.
    private final ContentAnalysis analysis;
    private final List<Deferred> deferred = new ArrayList<>();
    private boolean hasEnded;
    private long latest;

    /// A packet whose clock is still unknown.
    private record Deferred(byte[] buffer, int offset, int length, long position) {}

    /// @param types shared by the machines of a trace
    /// @param factories factories of the parsers; those for the same field are called in this order. Must include a
    ///     [TrackEventParser]
    MachinePacketReader(
            ImportContext context, MessageTypes types, List<Function<PacketContext, PacketParser>> factories) {
        this.context = context;
        this.types = types;
        sequences = new PacketSequences(context);
        packets = new PacketContext(context, types, sequences, this::parseSorted, parsers);
        service = new ServicePackets(context, sequences);
        clockSnapshots = new ClockSnapshots(context);
        patches = new PacketPatches(context);
        boolean analyzesContent = context.session()
                .shared(PacketOptions.class, _ -> PacketOptions.DEFAULT)
                .analyzesContent();
        analysis = analyzesContent ? new ContentAnalysis(context, types) : null;
        for (var factory : factories) {
            PacketParser parser = factory.apply(packets);
            parsers.add(parser);
            for (int field : parser.fields()) {
                register(field, parser);
            }
        }
        trackEvents = packets.parser(TrackEventParser.class);
    }

    private void register(int field, PacketParser parser) {
        if (field >= byField.length) {
            byField = Arrays.copyOf(byField, field + 64);
        }
        PacketParser[] before = byField[field] == null ? new PacketParser[0] : byField[field];
        PacketParser[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = parser;
        byField[field] = after;
    }

    /// Reads a packet that contains a plain event.
    void parseEvent(TrackEventBatch events, int i) {
        PacketSequence sequence = sequences.get(events.sequenceId(i));
        if (sequence == null
                || sequence.id == 0
                || analysis != null
                || !patches.isEmpty()
                || events.needsState(i) && !sequence.state().isValid()) {
            read(events.read(i, packet));
            return;
        }
        if (events.needsState(i)) {
            sequence.packetsNeedingState++;
        }
        long ts = events.timestamp(i);
        ClockId clock = clockOf(sequence, events.clockId(i));
        if (clock != null) {
            ts = context.clocks().toTraceTime(clock, ts, events.position(i), !hasEnded);
            if (ts == ClockTracker.NONE) {
                if (mayDefer()) {
                    defer(events.read(i, packet));
                } else {
                    recordLoss(events.position(i));
                }
                return;
            }
        }
        sequence.pid = sequence.hasTimedEvents ? 0 : events.trustedPid(i);
        sequences.recordTimes(sequence, ts, ts);
        latest = Math.max(latest, ts);
        trackEvents.tokenize(ts, sequence.state(), events, i);
    }

    /// Reads a packet whose fields have been located. The packet may be reused afterwards.
    void read(Packet p) {
        // Most packets have none of the fields checked here.
        boolean hasHandledField = p.hasAnyOf(HANDLED_FIELDS);
        if (hasHandledField && p.selectField(PacketPatches.PROVENANCE)) {
            patches.readProvenance(p);
        } else if (hasHandledField && p.selectField(PacketPatches.PROGRAMS)) {
            patches.readPrograms(p);
        } else {
            byte[] bytes = patches.apply(p);
            if (bytes != null && !p.read(bytes, 0, bytes.length, p.position())) {
                context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, p.position(), null);
                return;
            }
            hasHandledField = bytes == null ? hasHandledField : p.hasAnyOf(HANDLED_FIELDS);
        }
        int id = p.sequenceId();
        boolean isFirst = false;
        PacketSequence sequence = sequences.get(id);
        if (sequence == null) {
            isFirst = true;
            sequence = sequences.add(id);
        }
        if (!isFirst && p.hasSequenceId() && p.previousDropped() != 0) {
            sequence.countLoss(p.previousDropped());
            sequence.lossReasons |= p.previousDropped();
        }
        if (hasHandledField && p.selectField(TracePacket.TRACE_ATTRIBUTES_FIELD_NUMBER)) {
            service.parseAttributes(p.decode(new TraceAttributesDecoder()));
        }
        if (p.isFirstOnSequence()) {
            sequences.markStart(sequence);
            for (PacketParser parser : parsers) {
                parser.onFirstPacket(id);
            }
        }
        updateState(p, sequence, hasHandledField);
        if (hasHandledField && readServicePacket(p)) {
            return;
        }
        if (p.needsState() && !mayRead(p, sequence)) {
            return;
        }
        if (hasHandledField && p.selectField(TracePacket.TRACE_CONFIG_FIELD_NUMBER)) {
            service.parseConfig(p.fieldBytes());
        }
        if (analysis != null) {
            analyze(p, sequence.state());
        }
        tokenize(p, sequence);
    }

    private void analyze(Packet p, SequenceState state) {
        analysis.add(
                p,
                p.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER)
                        ? trackEvents.categoryAndName(p, state)
                        : ContentAnalysis.NO_EVENT);
    }

    /// Reads packets other than events; returns true if the packet is fully processed.
    private boolean readServicePacket(Packet p) {
        if (p.selectField(TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER)) {
            clockSnapshots.read(p);
            return true;
        }
        if (p.selectField(TracePacket.TRACE_STATS_FIELD_NUMBER)) {
            service.parseStats(p.decode(new TraceStatsDecoder()));
        }
        if (p.selectField(TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER)) {
            clockSnapshots.readRemote(p);
            return true;
        }
        if (p.selectField(TracePacket.SERVICE_EVENT_FIELD_NUMBER)) {
            service.parseEvent(p);
            return true;
        }
        if (p.selectField(TracePacket.EXTENSION_DESCRIPTOR_FIELD_NUMBER)) {
            service.addExtensions(p, types);
            return true;
        }
        return false;
    }

    private void updateState(Packet p, PacketSequence sequence, boolean hasHandledField) {
        if (p.clearsState()) {
            if (!p.hasSequenceId()) {
                context.logs().recordAt(StatNames.INCREMENTAL_STATE_CLEARED_MISSING_SEQUENCE_ID, p.position(), null);
            } else {
                sequence.clearState();
                for (PacketParser parser : parsers) {
                    parser.onSequenceCleared(sequence.id);
                }
            }
        } else if (p.previousDropped() != 0) {
            if (!p.hasSequenceId()) {
                context.logs().recordAt(StatNames.PREVIOUS_PACKET_DROPPED_MISSING_SEQUENCE_ID, p.position(), null);
            } else {
                sequence.markPacketsLost();
            }
        }
        if (!hasHandledField) {
            return;
        }
        if (p.selectField(TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER)) {
            if (!p.hasSequenceId()) {
                context.logs().recordAt(StatNames.TRACE_PACKET_DEFAULTS_MISSING_SEQUENCE_ID, p.position(), null);
            } else {
                sequence.setDefaults(p.fieldBytes());
            }
        }
        if (p.selectField(TracePacket.INTERNED_DATA_FIELD_NUMBER)) {
            intern(p, sequence);
        }
    }

    private void intern(Packet p, PacketSequence sequence) {
        if (!p.hasSequenceId()) {
            context.logs().recordAt(StatNames.INTERNED_DATA_MISSING_SEQUENCE_ID, p.position(), null);
            return;
        }
        if (!sequence.state().isValid()) {
            context.logs()
                    .recordAt(
                            StatNames.INTERNED_DATA_SKIPPED_INCREMENTAL_STATE_INVALID,
                            p.position(),
                            b -> b.addUint(context.strings().intern("packet_sequence_id"), sequence.id & 0xFFFF_FFFFL));
            return;
        }
        internedData.decode(p.buffer(), p.fieldOffset(), p.fieldLength());
        for (int invalid = sequence.state().intern(internedData, interned); invalid > 0; invalid--) {
            context.stats().increment(StatNames.INTERNED_DATA_TOKENIZER_ERRORS);
        }
    }

    private boolean mayRead(Packet p, PacketSequence sequence) {
        if (sequence.id == 0) {
            // Only tracing services that predate packet sequences wrote this; nothing in it can be resolved.
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, p.position(), null);
            return false;
        }
        sequence.packetsNeedingState++;
        if (sequence.state().isValid()) {
            return true;
        }
        sequence.packetsSkipped++;
        context.logs()
                .recordAt(
                        StatNames.PACKET_SKIPPED_SEQ_NEEDS_INCREMENTAL_STATE_INVALID,
                        p.position(),
                        b -> b.addUint(context.strings().intern("packet_sequence_id"), sequence.id & 0xFFFF_FFFFL));
        return false;
    }

    private void tokenize(Packet p, PacketSequence sequence) {
        SequenceState state = sequence.state();
        long ts;
        if (p.hasTimestamp()) {
            ts = traceTime(p, sequence);
            if (ts == ClockTracker.NONE) {
                return;
            }
            sequence.pid = sequence.hasTimedEvents ? 0 : p.trustedPid();
            sequences.recordTimes(sequence, ts, ts);
        } else {
            ts = Math.max(latest, context.sorter().maxTs());
        }
        latest = Math.max(latest, ts);
        p.setState(state);
        for (int i = 0, n = p.fieldCount(); i < n; i++) {
            int field = p.fieldAt(i);
            if (field >= byField.length || byField[field] == null) {
                continue;
            }
            for (PacketParser parser : byField[field]) {
                p.select(i);
                if (parser.tokenize(ts, p)) {
                    return;
                }
            }
        }
        packets.push(ts, p);
    }

    /// Returns the trace time of a packet; [ClockTracker#NONE] if it is deferred or lost because of its clock.
    private long traceTime(Packet p, PacketSequence sequence) {
        long time = p.timestamp();
        ClockId clock = clockOf(sequence, p.clockId());
        // Chrome's own events use its monotonic clock, even if they do not specify it.
        if ((clock == null || clock.clock() == ClockId.MONOTONIC)
                && (p.has(TracePacket.CHROME_EVENTS_FIELD_NUMBER) || p.has(TracePacket.CHROME_METADATA_FIELD_NUMBER))) {
            long ts = context.clocks().toTraceTime(packets.clock(ClockId.MONOTONIC, 0), time);
            return ts == ClockTracker.NONE ? time : ts;
        }
        if (clock == null) {
            return time;
        }
        boolean isNamed = p.clockId() != 0 || sequence.state().defaults().clockId() != 0;
        if (isNamed && ClockId.isSequenceClock(clock.clock()) && p.sequenceId() == 0) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, p.position(), null);
            return ClockTracker.NONE;
        }
        long ts = context.clocks().toTraceTime(clock, time, p.position(), !hasEnded);
        if (ts == ClockTracker.NONE) {
            if (mayDefer()) {
                defer(p);
            } else {
                recordLoss(p.position());
            }
        }
        return ts;
    }

    /// Returns whether a packet with an unknown clock can be deferred until the clock's snapshot arrives.
    private boolean mayDefer() {
        return !hasEnded && context.sorter().sortAtEndOnly();
    }

    private void defer(Packet p) {
        deferred.add(new Deferred(p.buffer(), p.offset(), p.length(), p.position()));
    }

    private void recordLoss(long position) {
        context.logs().recordAt(StatNames.CLOCK_SYNC_FAILURE_UNDEFERRABLE_PACKET_LOSS, position, null);
    }

    /// Returns the clock of a packet with this clock id, 0 for none: the packet's own clock, or the default
    /// of its sequence or of the file; null if there is none.
    private ClockId clockOf(PacketSequence sequence, int packetClockId) {
        int clockId = packetClockId == 0 ? sequence.state().defaults().clockId() : packetClockId;
        if (clockId == 0) {
            ClockId fileClock = context.clocks().defaultClock();
            return fileClock == null || fileClock.clock() == 0 ? null : fileClock;
        }
        if (sequence.clock == null || sequence.clock.clock() != clockId) {
            sequence.clock = packets.clock(clockId, sequence.id);
        }
        return sequence.clock;
    }

    private void parseSorted(long ts, long location, Object ref) {
        PendingEventBytes bytes = (PendingEventBytes) ref;
        Packet p = sortedPacket;
        p.read(bytes.buffer, PendingEventBytes.offset(location), PendingEventBytes.length(location), -1);
        p.setState(bytes.state);
        for (int i = 0, n = p.fieldCount(); i < n; i++) {
            int field = p.fieldAt(i);
            if (field < byField.length && byField[field] != null) {
                for (PacketParser parser : byField[field]) {
                    p.select(i);
                    parser.parse(ts, p);
                }
                return;
            }
        }
        if (p.selectField(TracePacket.TRACE_CONFIG_FIELD_NUMBER)) {
            for (PacketParser parser : parsers) {
                parser.traceConfig(ts, p);
            }
        }
    }

    /// Reads the deferred packets. Called after all input has been read.
    void endInput() {
        hasEnded = true;
        for (Deferred d : deferred) {
            packet.read(d.buffer, d.offset, d.length, d.position);
            tokenize(packet, sequences.get(packet.sequenceId()));
        }
        deferred.clear();
    }

    /// Called after all events have been parsed.
    void endEvents() {
        for (PacketParser parser : parsers) {
            parser.atEnd();
        }
        if (analysis != null) {
            analysis.write();
        }
        sequences.recordOverwrittenStarts();
        service.atEnd();
    }
}
