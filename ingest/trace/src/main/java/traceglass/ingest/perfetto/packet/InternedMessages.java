package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.ingest.collection.LongMap;

/// Messages of one field of `InternedData` by iid. Most writers count from 1, so these messages are stored in an array.
final class InternedMessages {

    private InternedMessage[] low = new InternedMessage[16];
    /// Messages whose iids are too large for the array.
    private LongMap<InternedMessage> byLargeId;
    private int count;

    InternedMessages() {}

    /// Creates an independent copy that shares the messages.
    InternedMessages(InternedMessages from) {
        low = from.low.clone();
        byLargeId = from.byLargeId == null ? null : new LongMap<>(from.byLargeId);
        count = from.count;
    }

    /// Returns the message, or null.
    InternedMessage get(long iid) {
        InternedMessage[] near = low;
        InternedMessage message = iid >= 0 && iid < near.length ? near[(int) iid] : null;
        return message != null || byLargeId == null ? message : byLargeId.get(iid);
    }

    /// Adds a message with a new iid.
    void add(long iid, InternedMessage message) {
        count++;
        // The iid comes from the trace, so limit the array to four times the number of messages.
        if (iid >= low.length && iid < 4L * count) {
            low = Arrays.copyOf(low, Math.max(low.length * 2, (int) iid + 1));
        }
        if (iid >= 0 && iid < low.length) {
            low[(int) iid] = message;
        } else {
            if (byLargeId == null) {
                byLargeId = new LongMap<>();
            }
            byLargeId.put(iid, message);
        }
    }
}
