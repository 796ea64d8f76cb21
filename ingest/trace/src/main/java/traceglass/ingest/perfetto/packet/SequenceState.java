package traceglass.ingest.perfetto.packet;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.table.StringPool;

/// What a packet may refer to: the state of its sequence at the place where the packet stands in the trace. Events keep
/// theirs while they wait to be sorted, so that they see the interned data and defaults that were meant for them.
///
/// New defaults, lost packets and cleared state each make a new `SequenceState`; see `TracePacket.sequence_flags`.
public final class SequenceState {

    /// Names a piece of state that a parser keeps for each sequence. Make one static constant for it.
    public static final class Key<T> {

        private static final AtomicInteger KEYS = new AtomicInteger();

        private final Supplier<T> maker;
        private final boolean endsWithPacketLoss;
        private final int number = KEYS.getAndIncrement();

        private Key(Supplier<T> maker, boolean endsWithPacketLoss) {
            this.maker = maker;
            this.endsWithPacketLoss = endsWithPacketLoss;
        }

        /// State that lives until the sequence's state is cleared.
        public static <T> Key<T> of(Supplier<T> maker) {
            return new Key<>(maker, false);
        }

        /// State that also ends when packets were lost, such as running sums.
        public static <T> Key<T> untilPacketLoss(Supplier<T> maker) {
            return new Key<>(maker, true);
        }

        /// A small number that no other key has.
        int number() {
            return number;
        }

        T make() {
            return maker.get();
        }

        boolean endsWithPacketLoss() {
            return endsWithPacketLoss;
        }
    }

    private static final WeakReference<EventBytes> NO_BYTES = new WeakReference<>(null);

    private final int sequenceId;
    private final StringPool strings;
    private final StatsTracker.View stats;
    private final IncrementalState incremental;
    private final byte[] defaults;
    private final PacketDefaults decodedDefaults;
    private final boolean valid;
    /// Events hold these as long as they wait; here they may go, as each buffer is a piece of the trace, and a
    /// trace may have more sequences than pieces fit into memory.
    private WeakReference<EventBytes> lastBytes = NO_BYTES;
    private int sumsSize;

    private SequenceState(
            int sequenceId,
            StringPool strings,
            StatsTracker.View stats,
            IncrementalState incremental,
            byte[] defaults,
            PacketDefaults decodedDefaults,
            boolean valid) {
        this.sequenceId = sequenceId;
        this.strings = strings;
        this.stats = stats;
        this.incremental = incremental;
        this.defaults = defaults;
        this.decodedDefaults = decodedDefaults;
        this.valid = valid;
    }

    /// The state of a sequence of which nothing is known.
    public static SequenceState first(int sequenceId, StringPool strings, StatsTracker.View stats) {
        return new SequenceState(sequenceId, strings, stats, new IncrementalState(), null, PacketDefaults.NONE, false);
    }

    SequenceState afterLoss() {
        return new SequenceState(sequenceId, strings, stats, incremental.afterLoss(), defaults, decodedDefaults, false);
    }

    /// The valid and empty state that follows when a writer clears it.
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
                valid);
    }

    /// A number that only states with the same interned data have.
    public long serial() {
        return incremental.serial;
    }

    /// `trusted_packet_sequence_id` of the sequence, 0 if it has none.
    public int sequenceId() {
        return sequenceId;
    }

    /// Whether packets that need the state of their sequence may be read.
    public boolean isValid() {
        return valid;
    }

    /// The entry of `InternedData` field `field` with this iid; null, and counted, if there is none.
    public InternedMessage interned(int field, long iid) {
        InternedMessage message = incremental.find(field, iid);
        if (message == null) {
            stats.increment("interned_data_tokenizer_errors");
        }
        return message;
    }

    /// The same without counting: for other threads, while nothing is interned.
    public InternedMessage find(int field, long iid) {
        return incremental.find(field, iid);
    }

    /// The text of an interned message of an id and a string: its id in the string pool; -1, and counted, if there
    /// is none.
    public int internedString(int field, long iid) {
        InternedMessage message = interned(field, iid);
        return message == null ? -1 : message.stringId(strings);
    }

    /// What a parser keeps for this sequence, made at the first call.
    public <T> T get(Key<T> key) {
        return incremental.custom(key);
    }

    /// The decoded `TracePacketDefaults`.
    public PacketDefaults defaults() {
        return decodedDefaults;
    }

    /// The bytes of `TracePacketDefaults` for fields that [#defaults] has not; null if the sequence has none.
    public byte[] defaultsBytes() {
        return defaults;
    }

    /// Whether the sequence has described the thread it writes for.
    public boolean hasThread() {
        return incremental.thread.known();
    }

    /// Pid of the thread that the sequence writes for, 0 if unknown.
    public long pid() {
        return incremental.thread.pid();
    }

    /// Tid of the thread that the sequence writes for, 0 if unknown.
    public long tid() {
        return incremental.thread.tid();
    }

    /// Sets the process and thread that events are of which name none.
    public void setThread(long pid, long tid) {
        incremental.thread = new IncrementalState.ThreadOfSequence(true, pid, tid);
    }

    public boolean intern(ProtoCursor field, ProtoCursor scratch) {
        return incremental.intern(field, scratch);
    }

    /// A pair of buffer and state, shared by all events of this state in one buffer so that sorting them makes no
    /// garbage.
    public EventBytes bytesIn(byte[] buffer) {
        EventBytes b = lastBytes.get();
        if (b == null || b.buffer != buffer) {
            if (b != null) {
                sumsSize = b.sumsSize();
            }
            // About as many as the buffer before had.
            b = new EventBytes(buffer, this, sumsSize + sumsSize / 8 + 16);
            lastBytes = new WeakReference<>(b);
        }
        return b;
    }
}
