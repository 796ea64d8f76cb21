package traceglass.ingest.perfetto.packet;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// State of a packet's sequence at the position of the packet in the trace. Events keep their state while they wait to
/// be sorted, so that they see the right interned data and defaults.
///
/// New defaults, lost packets and cleared state each create a new `SequenceState`; see `TracePacket.sequence_flags`.
public final class SequenceState {

    /// Key of a piece of state that a parser keeps for each sequence. Define one static constant per key.
    public static final class Key<T> {

        private static final AtomicInteger KEYS = new AtomicInteger();

        private final Supplier<T> factory;
        private final boolean endsWithPacketLoss;
        private final int number = KEYS.getAndIncrement();

        private Key(Supplier<T> factory, boolean endsWithPacketLoss) {
            this.factory = factory;
            this.endsWithPacketLoss = endsWithPacketLoss;
        }

        /// Creates a key for state that lives until the sequence's state is cleared.
        public static <T> Key<T> of(Supplier<T> factory) {
            return new Key<>(factory, false);
        }

        /// Creates a key for state that also ends when packets are lost, such as running sums.
        public static <T> Key<T> untilPacketLoss(Supplier<T> factory) {
            return new Key<>(factory, true);
        }

        /// Returns a small number that is unique among the keys.
        int number() {
            return number;
        }

        T make() {
            return factory.get();
        }

        boolean endsWithPacketLoss() {
            return endsWithPacketLoss;
        }
    }

    private static final WeakReference<PendingEventBytes> NO_BYTES = new WeakReference<>(null);

    private final int sequenceId;
    private final StringPool strings;
    private final StatsTracker.View stats;
    private final IncrementalState incremental;
    private final byte[] defaults;
    private final PacketDefaults decodedDefaults;
    private final boolean isValid;
    /// Weak, because it retains a buffer, which is a part of the trace, and a trace may have more sequences than
    /// buffers that fit in memory. Waiting events hold strong references.
    private WeakReference<PendingEventBytes> lastBytes = NO_BYTES;

    private SequenceState(
            int sequenceId,
            StringPool strings,
            StatsTracker.View stats,
            IncrementalState incremental,
            byte[] defaults,
            PacketDefaults decodedDefaults,
            boolean isValid) {
        this.sequenceId = sequenceId;
        this.strings = strings;
        this.stats = stats;
        this.incremental = incremental;
        this.defaults = defaults;
        this.decodedDefaults = decodedDefaults;
        this.isValid = isValid;
    }

    /// Returns the empty state at the start of a sequence.
    public static SequenceState first(int sequenceId, StringPool strings, StatsTracker.View stats) {
        return new SequenceState(sequenceId, strings, stats, new IncrementalState(), null, PacketDefaults.NONE, false);
    }

    SequenceState afterLoss() {
        return new SequenceState(sequenceId, strings, stats, incremental.afterLoss(), defaults, decodedDefaults, false);
    }

    /// Returns the valid, empty state after a writer cleared its state.
    public SequenceState cleared() {
        return new SequenceState(sequenceId, strings, stats, incremental.cleared(), null, PacketDefaults.NONE, true);
    }

    SequenceState withDefaults(byte[] tracePacketDefaults) {
        return new SequenceState(
                sequenceId,
                strings,
                stats,
                incremental,
                tracePacketDefaults,
                PacketDefaults.parse(tracePacketDefaults),
                isValid);
    }

    /// Returns a number shared only by states with the same interned data.
    public long serial() {
        return incremental.serial;
    }

    /// Returns the `trusted_packet_sequence_id` of the sequence, 0 if it has none.
    public int sequenceId() {
        return sequenceId;
    }

    /// Returns whether packets that need the state of their sequence can be read.
    public boolean isValid() {
        return isValid;
    }

    /// Returns the entry with this iid in the `InternedData` field `field`; returns null and counts an error if
    /// there is none.
    public InternedMessage interned(int field, long iid) {
        InternedMessage message = incremental.find(field, iid);
        if (message == null) {
            stats.increment(StatNames.INTERNED_DATA_TOKENIZER_ERRORS);
        }
        return message;
    }

    /// Returns the entry like [#interned] without counting errors, for other threads while nothing is being
    /// interned.
    public InternedMessage find(int field, long iid) {
        return incremental.find(field, iid);
    }

    /// Returns the string id of an interned message that consists of an id and a string; returns -1 and counts an
    /// error if there is none.
    public int internedString(int field, long iid) {
        InternedMessage message = interned(field, iid);
        return message == null ? -1 : message.stringId(strings);
    }

    /// Returns the state of a parser for this sequence, created on the first call.
    public <T> T get(Key<T> key) {
        return incremental.parserState(key);
    }

    /// Returns the decoded `TracePacketDefaults`.
    public PacketDefaults defaults() {
        return decodedDefaults;
    }

    /// Returns the bytes of `TracePacketDefaults` for fields that [#defaults] lacks; null if the sequence has none.
    public byte[] defaultsBytes() {
        return defaults;
    }

    /// Returns whether the sequence has described its thread.
    public boolean hasThread() {
        return incremental.thread.isKnown();
    }

    /// Returns the pid of the sequence's thread; 0 if unknown.
    public long pid() {
        return incremental.thread.pid();
    }

    /// Returns the tid of the sequence's thread; 0 if unknown.
    public long tid() {
        return incremental.thread.tid();
    }

    /// Sets the process and thread of events that do not specify their own.
    public void setThread(long pid, long tid) {
        incremental.thread = new IncrementalState.SequenceThread(true, pid, tid);
    }

    /// Stores the messages of an `InternedData`; the first one with an iid wins.
    ///
    /// @param scratch decoder for the messages
    /// @return number of messages without an iid
    public int intern(InternedDataDecoder data, InternedStringDecoder scratch) {
        int invalid = 0;
        for (int i = 0; i < data.otherCount(); i++) {
            scratch.decode(data.buffer(), data.otherOffset(i), data.otherLength(i));
            invalid += incremental.intern(data.otherNumber(i), scratch) ? 0 : 1;
        }
        return invalid;
    }

    /// Returns the instance for this state and a buffer, shared by all events with this state in that buffer,
    /// so that sorting them allocates nothing.
    public PendingEventBytes bytesIn(byte[] buffer) {
        PendingEventBytes b = lastBytes.get();
        if (b == null || b.buffer != buffer) {
            b = new PendingEventBytes(buffer, this);
            lastBytes = new WeakReference<>(b);
        }
        return b;
    }
}
