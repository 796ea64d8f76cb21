package traceglass.ingest.perfetto.packet;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;

/// What the [PacketParser]s of one machine of a trace work with: its trackers, the types of messages, the clocks of its
/// sequences, and the ways to have something parsed in order of time.
public final class PacketContext {

    private final ImportContext context;
    private final MessageTypes types;
    private final PacketSequences sequences;
    private final EventSorter.Queue packets;
    private final List<PacketParser> parsers;
    private final LongMap<ClockId> clockIds = new LongMap<>();

    /// @param types shared by the machines of a trace
    /// @param sorted takes the packets in order of time, as [EventBytes]
    /// @param parsers those of this machine; may grow
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
        packets = context.sorter().queue(sorted);
    }

    /// The trackers of this machine.
    public ImportContext context() {
        return context;
    }

    /// The types of messages, with those that the trace brought so far.
    public MessageTypes types() {
        return types;
    }

    /// The parser of this class for this machine; it must be registered before the caller, or be asked for later
    /// than in its constructor.
    public <T extends PacketParser> T parser(Class<T> type) {
        for (PacketParser p : parsers) {
            if (type.isInstance(p)) {
                return type.cast(p);
            }
        }
        throw new IllegalStateException("no parser " + type.getName());
    }

    /// A new queue of events; see [EventSorter#queue]. Use [EventBytes] to carry places in the trace.
    public EventSorter.Queue queue(EventSink sink) {
        return context.sorter().queue(sink);
    }

    /// Has a packet parsed at another time than its own, or once more.
    public void push(long ts, Packet p) {
        packets.push(ts, EventBytes.place(p.offset(), p.length()), p.state().bytesIn(p.buffer()));
    }

    /// The clock that a packet of this sequence means by this number.
    public ClockId clock(int clockId, int sequenceId) {
        boolean ofSequence = ClockId.isSequenceClock(clockId);
        long key = clockId & 0xFFFF_FFFFL | (ofSequence ? (long) sequenceId << 32 : 0);
        ClockId clock = clockIds.get(key);
        if (clock == null) {
            clock = ofSequence ? ClockId.ofSequence(context.traceId(), sequenceId, clockId) : ClockId.of(clockId);
            clockIds.put(key, clock);
        }
        return clock;
    }

    /// For packets that have no time of their own: of which times the events in one are.
    public void sawEvents(int sequenceId, long first, long last) {
        sequences.sawEvents(sequenceId, first, last);
    }

    /// Whether a ring buffer gave up what this sequence began with. Known when all input was read.
    public boolean lostItsStart(int sequenceId) {
        return sequences.lostItsStart(sequenceId);
    }
}
