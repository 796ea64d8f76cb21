package traceglass.ingest.perfetto;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import traceglass.ingest.tracker.LongMap;

/// What a packet sequence has built up since its state was last cleared: interned data, the thread it writes for, and whatever
/// parsers keep for it. Several [SequenceState]s share one.
final class IncrementalState {

    private static final int IID_FIELD = 1;
    private static final AtomicLong SERIALS = new AtomicLong();

    /// Fields of `InternedData` below this number are found by it, others in a map.
    private static final int COMMON_FIELDS = 64;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private final LongMap<InternedMessage>[] common = new LongMap[COMMON_FIELDS];
    private final Map<Integer, LongMap<InternedMessage>> others = new HashMap<>();
    private final Map<SequenceState.Key<?>, Object> custom;
    ThreadOfSequence thread;
    final long serial = SERIALS.incrementAndGet();

    IncrementalState() {
        this(Map.of(), new ThreadOfSequence(false, 0, 0));
    }

    private IncrementalState(Map<SequenceState.Key<?>, Object> custom, ThreadOfSequence thread) {
        this.custom = new IdentityHashMap<>(custom);
        this.thread = thread;
    }

    /// What follows when the sequence clears its state: all is new but the thread, which writers do not always repeat.
    IncrementalState cleared() {
        return new IncrementalState(Map.of(), thread);
    }

    /// What follows the loss of packets: interned data can still be looked up, but what later packets add is not seen by earlier ones.
    IncrementalState afterLoss() {
        IncrementalState next = new IncrementalState(custom, thread);
        for (int i = 0; i < COMMON_FIELDS; i++) {
            next.common[i] = common[i] == null ? null : new LongMap<>(common[i]);
        }
        others.forEach((field, messages) -> next.others.put(field, new LongMap<>(messages)));
        next.custom.keySet().removeIf(SequenceState.Key::endsWithPacketLoss);
        return next;
    }

    InternedMessage find(int field, long iid) {
        LongMap<InternedMessage> messages = field < COMMON_FIELDS ? common[field] : others.get(field);
        return messages == null ? null : messages.get(iid);
    }

    /// Keeps the message that is the current field of `cursor`; the first with an iid wins.
    ///
    /// @return false if it has no iid
    boolean intern(ProtoCursor cursor, ProtoCursor scratch) {
        if (!scratch.enter(cursor).seek(IID_FIELD)) {
            return false;
        }
        long iid = scratch.asLong();
        LongMap<InternedMessage> messages = messagesOf(cursor.field());
        if (!messages.containsKey(iid)) {
            messages.put(iid, new InternedMessage(cursor.asBytes()));
        }
        return true;
    }

    private LongMap<InternedMessage> messagesOf(int field) {
        if (field >= COMMON_FIELDS) {
            return others.computeIfAbsent(field, f -> new LongMap<>());
        }
        if (common[field] == null) {
            common[field] = new LongMap<>();
        }
        return common[field];
    }

    @SuppressWarnings("unchecked")
    <T> T custom(SequenceState.Key<T> key) {
        T state = (T) custom.get(key);
        if (state == null) {
            state = key.make();
            custom.put(key, state);
        }
        return state;
    }

    /// The thread whose descriptor the sequence gave.
    record ThreadOfSequence(boolean known, long pid, long tid) { }
}
