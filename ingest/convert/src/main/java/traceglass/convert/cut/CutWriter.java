package traceglass.convert.cut;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.CutPlan.SequencePlan;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.packet.ClockValue;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;

/// Second pass over a trace: writes the packets of the cut. Packets keep their clocks and the trace keeps its clock
/// snapshots, so that trace times do not change.
final class CutWriter implements PacketFile.Sink {

    /// State of a sequence during writing.
    private static final class Sequence {
        final DeltaSums events = new DeltaSums();
        final DeltaSums clocks = new DeltaSums();
        final Map<Integer, ClockValue> forms = new HashMap<>();
        /// Latest time of a packet that was moved to the start of the range.
        long lastMoved = Long.MIN_VALUE;
        boolean isStarted;
    }

    /// Value of clocks that are in no snapshot.
    private static final ClockValue ABSOLUTE = new ClockValue(0, 0, false, 1);

    private final CutPlan plan;
    private final PacketSelector selector;
    private final OutputStream out;
    private final CutPacketReader reader = new CutPacketReader();
    private final TrackEventCut trackEvents = new TrackEventCut();
    private final FtraceCut ftrace;
    private final ContentCut contents;
    private final LongMap<Sequence> sequences = new LongMap<>();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoOutput content = new ProtoOutput();
    private final ProtoOutput packetOut = new ProtoOutput();
    private final ProtoOutput header = new ProtoOutput();
    private final Packet packet = reader.packet;
    private Sequence sequence = new Sequence();
    private SequencePlan sequencePlan = new SequencePlan();
    /// Nanoseconds to add to the time of the current packet.
    private long shift;

    private boolean hasThreads;

    CutWriter(CutPlan plan, PacketSelector selector, OutputStream out) {
        this.selector = selector;
        this.plan = plan;
        this.out = out;
        ftrace = new FtraceCut(plan, selector);
        contents = new ContentCut(plan, selector);
    }

    @Override
    public void onPacket(byte[] buffer, int offset, int length) throws IOException {
        if (!reader.read(buffer, offset, length)) {
            return;
        }
        sequence = sequences.computeIfAbsent(reader.sequenceKey(), _ -> new Sequence());
        sequencePlan = plan.sequences.computeIfAbsent(reader.sequenceKey(), _ -> new SequencePlan());
        if (packet.clearsState() || packet.previousDropped() != 0) {
            sequence.events.clear();
        }
        content.clear();
        shift = 0;
        if (!reader.isSelectedBy(selector)) {
            omit();
            return;
        }
        switch (reader.kind()) {
            case NO_CONTENT -> skip();
            case STATE -> writeState();
            case TRACK_EVENT -> trackEvent();
            case FTRACE -> {
                writeThreads();
                ftrace.write(reader, content);
                writeContentOrSkip();
            }
            case LOGS -> {
                contents.writeLogs(reader, content);
                writeContentOrSkip();
            }
            case PROCESS_STATS -> writeProcessStats();
            case STREAMING_PROFILE -> {
                contents.writeProfile(reader, sequence.events, content);
                writeContentOrSkip();
            }
            default -> writeEvent();
        }
    }

    /// Skips a packet that is not selected. Records its deltas, because later packets of its sequence can be
    /// relative to it.
    private void omit() throws IOException {
        if (reader.kind() == PacketKind.TRACK_EVENT) {
            trackEvents.skip(reader, sequence.events);
        } else if (reader.kind() == PacketKind.STREAMING_PROFILE) {
            contents.skipProfile(reader, sequence.events);
        }
        skip();
    }

    /// Writes the packets with new threads before the first kernel event.
    private void writeThreads() throws IOException {
        if (hasThreads) {
            return;
        }
        hasThreads = true;
        for (byte[] threads : plan.threads) {
            packetOut.clear();
            packetOut.raw(threads, 0, threads.length);
            flush();
        }
    }

    private void writeState() throws IOException {
        switch (packet.field()) {
            case TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER -> readClocks();
            case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> trackEvents.describe(packet);
            case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER -> readReferences();
            case TracePacket.TRACE_UUID_FIELD_NUMBER -> contents.writeUuid(reader, content);
            default -> {}
        }
        // Only this description is shown on the timeline; the times of others say when they were written.
        boolean isMoved = packet.field() == TracePacket.INITIAL_DISPLAY_STATE_FIELD_NUMBER
                && reader.ts() != CutPacketReader.NO_TIME;
        shift = isMoved ? plan.clamp(reader.ts()) - reader.ts() : 0;
        write(content.size() == 0 ? null : content, shift);
    }

    private void readClocks() {
        for (ClockValue clock : ClockValue.read(packet)) {
            if (ClockId.isSequenceClock(clock.id())) {
                sequence.forms.put(clock.id(), clock);
                sequence.clocks.discard(clock.id());
            }
        }
    }

    /// Discards the sums of earlier deltas after new reference values.
    private void readReferences() {
        if (packet.decode(new ThreadDescriptorDecoder()).hasReferenceTimestampUs()) {
            sequence.events.discard(DeltaSums.Quantity.TIMESTAMP_US);
            sequence.events.discard(DeltaSums.Quantity.THREAD_TIME_US);
            sequence.events.discard(DeltaSums.Quantity.THREAD_INSTRUCTIONS);
        }
    }

    private void trackEvent() throws IOException {
        Long moved = plan.packets.get(reader.ordinal());
        boolean isInRange = reader.ts() == CutPacketReader.NO_TIME || plan.contains(reader.ts());
        if (moved == null && !isInRange) {
            trackEvents.skip(reader, sequence.events);
            skip();
            return;
        }
        long shift = moved == null || isInRange ? 0 : moved - reader.ts();
        boolean hasOwnTime = packet.event().fields().hasTimestampDeltaUs()
                || packet.event().fields().timestampAbsoluteUs() != 0;
        boolean isComplete = packet.event().legacy().phase() == 'X';
        if (trackEvents.changes(reader, sequence.events, hasOwnTime || isComplete ? shift : 0)) {
            trackEvents.write(reader, sequence.events, shift, content);
            write(content, hasOwnTime ? 0 : shift);
        } else {
            write(null, shift);
        }
    }

    private void writeProcessStats() throws IOException {
        boolean isInRange = reader.ts() == CutPacketReader.NO_TIME || plan.contains(reader.ts());
        if (isInRange || reader.ts() < plan.start) {
            contents.writeProcessStats(reader, content);
            Long moved = plan.packets.get(reader.ordinal());
            shift = isInRange || moved == null ? 0 : moved - reader.ts();
        }
        writeContentOrSkip();
    }

    private void writeEvent() throws IOException {
        Long moved = plan.packets.get(reader.ordinal());
        boolean isInRange = reader.ts() == CutPacketReader.NO_TIME || plan.contains(reader.ts());
        if (!isInRange && moved == null) {
            skip();
            return;
        }
        if (packet.field() == TracePacket.POWER_RAILS_FIELD_NUMBER) {
            contents.writePowerRails(reader, content);
        } else if (reader.kind() == PacketKind.PERF_SAMPLE) {
            if (!isInRange) {
                contents.writeCounts(reader, content);
            }
        } else {
            contents.writeProfiles(reader, content);
        }
        write(content.size() == 0 ? null : content, isInRange ? 0 : moved - reader.ts());
    }

    private void writeContentOrSkip() throws IOException {
        if (content.size() > 0) {
            write(content, shift);
        } else {
            skip();
        }
    }

    /// Writes only the sequence state in the packet, if it is needed.
    private void skip() throws IOException {
        ClockValue form = clockForm();
        if (packet.hasTimestamp() && form.isIncremental()) {
            sequence.clocks.add(clockKey(), packet.timestamp());
        }
        boolean hasState = packet.clearsState()
                || packet.previousDropped() != 0
                || packet.isFirstOnSequence()
                || packet.has(TracePacket.INTERNED_DATA_FIELD_NUMBER)
                || packet.has(TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER);
        if (!hasState || !sequencePlan.needsState(reader.ordinal())) {
            return;
        }
        begin();
        for (cursor.enter(packet.buffer(), packet.offset(), packet.length()); cursor.next(); ) {
            switch (cursor.field()) {
                case TracePacket.TRUSTED_UID_FIELD_NUMBER,
                        TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER,
                        TracePacket.INTERNED_DATA_FIELD_NUMBER,
                        TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                        TracePacket.INCREMENTAL_STATE_CLEARED_FIELD_NUMBER,
                        TracePacket.PREVIOUS_PACKET_DROPPED_FIELD_NUMBER,
                        TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER,
                        TracePacket.TRUSTED_PID_FIELD_NUMBER,
                        TracePacket.FIRST_PACKET_ON_SEQUENCE_FIELD_NUMBER,
                        TracePacket.MACHINE_ID_FIELD_NUMBER -> packetOut.copy(cursor);
                default -> {}
            }
        }
        flush();
    }

    /// Writes the packet.
    ///
    /// @param replacement new content of the selected field, or null to keep the old content
    /// @param moveNs nanoseconds to add to the time of the packet
    private void write(@Nullable ProtoOutput replacement, long moveNs) throws IOException {
        begin();
        long time = packet.hasTimestamp() ? newTimestamp(moveNs) : 0;
        int replaced = replacement == null ? -1 : packet.field();
        for (cursor.enter(packet.buffer(), packet.offset(), packet.length()); cursor.next(); ) {
            if (cursor.field() == TracePacket.TIMESTAMP_FIELD_NUMBER) {
                packetOut.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, time);
            } else if (cursor.field() == replaced) {
                if (replacement != null) {
                    packetOut.raw(replacement.buffer(), 0, replacement.size());
                    replacement.clear();
                }
            } else {
                packetOut.copy(cursor);
            }
        }
        flush();
    }

    private void begin() {
        packetOut.clear();
        if (!sequence.isStarted) {
            sequence.isStarted = true;
            if (sequencePlan.hasFirstMark() && !packet.isFirstOnSequence()) {
                packetOut.varint(TracePacket.FIRST_PACKET_ON_SEQUENCE_FIELD_NUMBER, 1);
            }
        }
    }

    private void flush() throws IOException {
        header.clear();
        header.rawVarint(Trace.PACKET_FIELD_NUMBER << 3 | ProtoCursor.BYTES)
                .rawVarint(packetOut.size())
                .writeTo(out);
        packetOut.writeTo(out);
    }

    /// Returns the time of the packet in its clock after the move.
    private long newTimestamp(long moveNs) {
        ClockValue form = clockForm();
        long shift = form.unitNs() == 1 ? moveNs : Math.floorDiv(moveNs, form.unitNs());
        if (!form.isIncremental()) {
            return packet.timestamp() + shift;
        }
        if (moveNs != 0) {
            // Packets of such a sequence are ordered by time, and deltas must not be negative.
            sequence.lastMoved = Math.max(sequence.lastMoved, reader.ts() + moveNs);
            shift = Math.floorDiv(sequence.lastMoved - reader.ts(), form.unitNs());
        }
        long time = packet.timestamp() + sequence.clocks.remove(clockKey()) + shift;
        sequence.clocks.add(clockKey(), -shift);
        return time;
    }

    private int clockKey() {
        return reader.times.clockId(packet);
    }

    private ClockValue clockForm() {
        return sequence.forms.getOrDefault(clockKey(), ABSOLUTE);
    }
}
