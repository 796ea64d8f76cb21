package traceglass.convert.cut;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.state.OpenEvents;

/// Finds the Binder calls that are in progress: sent, or received but not replied to yet (ftrace/binder.proto).
final class BinderState {

    private static final int ONE_WAY = 1;

    /// A `binder_transaction`, or a `binder_transaction_received` if `isReceived`.
    private record Event(
            long ts, long id, boolean isReceived, long debugId, long tid, long toThread, long flags, boolean isReply) {}

    /// A call with its receive event and its reply, if it has them.
    private static final class Call {
        final Event sent;

        @Nullable
        Event received;

        @Nullable
        Event reply;

        Call(Event sent) {
            this.sent = sent;
        }
    }

    private final List<Event> events = new ArrayList<>();

    void onSent(long ts, long id, long tid, long debugId, long toThread, long flags, boolean isReply) {
        events.add(new Event(ts, id, false, debugId, tid, toThread, flags, isReply));
    }

    void onReceived(long ts, long id, long tid, long debugId) {
        events.add(new Event(ts, id, true, debugId, tid, 0, 0, false));
    }

    /// Passes the events of calls in progress to a visitor, each with the number of later events of the same call.
    void finish(OpenEvents.Visitor visitor) {
        events.sort(Comparator.comparingLong(Event::ts));
        Map<Long, Call> byId = new HashMap<>();
        Map<Long, Call> byReply = new HashMap<>();
        // Calls that each thread has sent or received, the latest last.
        Map<Long, Deque<Call>> sentBy = new HashMap<>();
        Map<Long, Deque<Call>> receivedBy = new HashMap<>();
        for (Event e : events) {
            if (e.isReceived) {
                Call answered = byReply.remove(e.debugId);
                if (answered != null) {
                    byId.remove(answered.sent.debugId);
                    sentBy.getOrDefault(answered.sent.tid, new ArrayDeque<>()).remove(answered);
                    continue;
                }
                Call call = byId.get(e.debugId);
                if (call != null && (call.sent.flags & ONE_WAY) != 0) {
                    byId.remove(e.debugId);
                } else if (call != null) {
                    call.received = e;
                    receivedBy.computeIfAbsent(e.tid, _ -> new ArrayDeque<>()).addLast(call);
                }
            } else if (e.isReply) {
                Deque<Call> received = receivedBy.get(e.tid);
                Call call = received == null ? null : received.pollLast();
                if (call != null) {
                    call.reply = e;
                    byReply.put(e.debugId, call);
                }
            } else {
                Call call = new Call(e);
                byId.put(e.debugId, call);
                sentBy.computeIfAbsent(e.tid, _ -> new ArrayDeque<>()).addLast(call);
            }
        }
        for (Call call : byId.values()) {
            visitor.onOpenEvent(call.sent.id, 2);
            if (call.received != null) {
                visitor.onOpenEvent(call.received.id, 1);
            }
            if (call.reply != null) {
                visitor.onOpenEvent(call.reply.id, 0);
            }
        }
    }
}
