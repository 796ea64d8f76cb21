package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import traceglass.protos.profiling.InternedStringDecoder;

/// State of a packet sequence since it was last cleared: interned data, the sequence's thread, and the state of
/// parsers. Shared by several [SequenceState]s.
final class IncrementalState {

    private static final AtomicLong SERIALS = new AtomicLong();

    /// `InternedData` fields below this number are stored in an array, others in a map.
    private static final int COMMON_FIELDS = 64;

    private final InternedMessages[] common = new InternedMessages[COMMON_FIELDS];
    private final Map<Integer, InternedMessages> others = new HashMap<>();
    /// State of parsers, indexed by [SequenceState.Key#number].
    private Object[] parserState = new Object[8];
    private SequenceState.Key<?>[] keys = new SequenceState.Key<?>[8];
    SequenceThread thread;
    final long serial = SERIALS.incrementAndGet();

    IncrementalState() {
        this(new SequenceThread(false, 0, 0));
    }

    private IncrementalState(SequenceThread thread) {
        this.thread = thread;
    }

    /// Returns the new state after the sequence cleared its incremental state: empty except for the thread, which
    /// writers do not always repeat.
    IncrementalState cleared() {
        return new IncrementalState(thread);
    }

    /// Returns the state after a loss of packets: existing interned data remains available, but data from later
    /// packets is not visible to earlier ones.
    IncrementalState afterLoss() {
        IncrementalState next = new IncrementalState(thread);
        for (int i = 0; i < COMMON_FIELDS; i++) {
            next.common[i] = common[i] == null ? null : new InternedMessages(common[i]);
        }
        others.forEach((field, messages) -> next.others.put(field, new InternedMessages(messages)));
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null && !keys[i].endsWithPacketLoss()) {
                next.putParserState(keys[i], parserState[i]);
            }
        }
        return next;
    }

    InternedMessage find(int field, long iid) {
        InternedMessages messages = field < COMMON_FIELDS ? common[field] : others.get(field);
        return messages == null ? null : messages.get(iid);
    }

    /// Stores a message; the first one with an iid wins.
    ///
    /// @param field number of its field in `InternedData`
    /// @param message the message, decoded like an `InternedString`; all types have the iid in the same field
    /// @return false if it has no iid
    boolean intern(int field, InternedStringDecoder message) {
        if (!message.hasIid()) {
            return false;
        }
        InternedMessages messages = messagesOf(field);
        if (messages.get(message.iid()) == null) {
            int from = message.offset();
            byte[] copy = Arrays.copyOfRange(message.buffer(), from, from + message.length());
            messages.add(message.iid(), new InternedMessage(copy, message));
        }
        return true;
    }

    private InternedMessages messagesOf(int field) {
        if (field >= COMMON_FIELDS) {
            return others.computeIfAbsent(field, f -> new InternedMessages());
        }
        if (common[field] == null) {
            common[field] = new InternedMessages();
        }
        return common[field];
    }

    @SuppressWarnings("unchecked")
    <T> T parserState(SequenceState.Key<T> key) {
        int number = key.number();
        T state = number < parserState.length ? (T) parserState[number] : null;
        if (state == null) {
            state = key.make();
            putParserState(key, state);
        }
        return state;
    }

    private void putParserState(SequenceState.Key<?> key, Object state) {
        int number = key.number();
        if (number >= parserState.length) {
            keys = Arrays.copyOf(keys, Math.max(number + 1, parserState.length * 2));
            parserState = Arrays.copyOf(parserState, keys.length);
        }
        keys[number] = key;
        parserState[number] = state;
    }

    /// Thread given by the sequence's thread descriptor.
    record SequenceThread(boolean isKnown, long pid, long tid) {}
}
