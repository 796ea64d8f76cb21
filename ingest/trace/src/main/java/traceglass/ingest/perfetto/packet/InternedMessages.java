package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.ingest.collection.LongMap;

/// The messages of one field of `InternedData`, by their iids. Most writers number them from 1 on: those are found
/// without a search.
final class InternedMessages {

    private InternedMessage[] low = new InternedMessage[16];
    /// Those with iids that leave too much room between them.
    private LongMap<InternedMessage> others;
    private int count;

    InternedMessages() {}

    /// A copy that changes independently; the messages are shared.
    InternedMessages(InternedMessages from) {
        low = from.low.clone();
        others = from.others == null ? null : new LongMap<>(from.others);
        count = from.count;
    }

    /// The message, or null.
    InternedMessage get(long iid) {
        InternedMessage[] near = low;
        InternedMessage message = iid >= 0 && iid < near.length ? near[(int) iid] : null;
        return message != null || others == null ? message : others.get(iid);
    }

    /// Keeps a message whose iid is new.
    void add(long iid, InternedMessage message) {
        count++;
        // What the trace says decides how large this gets: room for four times the messages that there are.
        if (iid >= low.length && iid < 4L * count) {
            low = Arrays.copyOf(low, Math.max(low.length * 2, (int) iid + 1));
        }
        if (iid >= 0 && iid < low.length) {
            low[(int) iid] = message;
        } else {
            if (others == null) {
                others = new LongMap<>();
            }
            others.put(iid, message);
        }
    }
}
