package traceglass.ingest.perfetto.packet;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;

/// Dependencies of the [PacketParser]s of one machine of a trace: its trackers, the message types, the clocks of its
/// sequences, and queues for parsing in time order.
public final class PacketContext {

    private final ImportContext context;
    private final MessageTypes types;
    private final PacketSequences sequences;
    private final EventSorter.Queue packets;
    private final List<PacketParser> parsers;
    private final LongMap<ClockId> clockIds = new LongMap<>();
    private final SequenceStateIds stateIds = new SequenceStateIds();

    /// @param types message types, shared by all machines of a trace
    /// @param sorted receives the packets in time order, as [PendingEventBytes]
    /// @param parsers parsers of this machine; the list may grow
    public PacketContext(
            ImportContext context,
            MessageTypes types,
            PacketSequences sequences,
            EventSink sorted,
            List<PacketParser> parsers) {
        this.context = context;
        this.types = types;
        this.sequences = sequences;
        this.parsers = parsers;
        packets = queueOfBytes(sorted);
    }

    /// Returns the trackers of this machine.
    public ImportContext context() {
        return context;
    }

    /// Returns the message types, including those added by the trace so far.
    public MessageTypes types() {
        return types;
    }

    /// Returns the parser of this class for this machine. In a constructor, only parsers registered earlier are
    /// available.
    public <T extends PacketParser> T parser(Class<T> type) {
        for (PacketParser p : parsers) {
            if (type.isInstance(p)) {
                return type.cast(p);
            }
        }
        throw new IllegalStateException("no parser " + type.getName());
    }

    /// Creates a queue of events; see [EventSorter#queue]. Use [PendingEventBytes] to refer to bytes of the trace.
    public EventSorter.Queue queue(EventSink sink) {
        return context.sorter().queue(sink);
    }

    /// Creates a queue of events whose objects are [PendingEventBytes], which may wait on disk.
    public EventSorter.Queue queueOfBytes(EventSink sink) {
        return context.sorter().queue(sink, new PendingEventCodec(stateIds));
    }

    /// Creates a queue of events that may wait on disk.
    public EventSorter.Queue queue(EventSink sink, EventCodec codec) {
        return context.sorter().queue(sink, codec);
    }

    /// Returns the numbers of sequence states for events on disk.
    public SequenceStateIds stateIds() {
        return stateIds;
    }

    /// Schedules a packet to be parsed at another time, or again.
    public void push(long ts, Packet p) {
        packets.push(
                ts,
                PendingEventBytes.location(p.offset(), p.length()),
                p.state().bytesIn(p.buffer()));
    }

    /// Returns the clock for a clock id in a packet of this sequence.
    public ClockId clock(int clockId, int sequenceId) {
        boolean isSequenceClock = ClockId.isSequenceClock(clockId);
        long key = clockId & 0xFFFF_FFFFL | (isSequenceClock ? (long) sequenceId << 32 : 0);
        ClockId clock = clockIds.get(key);
        if (clock == null) {
            clock = isSequenceClock ? ClockId.ofSequence(context.traceId(), sequenceId, clockId) : ClockId.of(clockId);
            clockIds.put(key, clock);
        }
        return clock;
    }

    /// Reports the times of the events in a packet that has no timestamp itself, in ns of trace time.
    public void recordEventTimes(int sequenceId, long first, long last) {
        sequences.recordEventTimes(sequenceId, first, last);
    }

    /// Returns whether a ring buffer overwrote the beginning of this sequence. Only valid after all input has been
    /// read.
    public boolean isStartOverwritten(int sequenceId) {
        return sequences.isStartOverwritten(sequenceId);
    }
}
