package traceglass.record.ipc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pending calls by request id.
final class PendingCalls {

    /// Callback of a call.
    interface Call {

        /// Receives a reply. The bytes are valid only during this call.
        ///
        /// @param hasMore whether more replies follow
        void reply(byte[] bytes, int offset, int length, boolean hasMore) throws IOException;

        /// Called if no reply will arrive.
        void fail(IOException reason);
    }

    private final Map<Long, Call> waiting = new HashMap<>();
    private long lastId;
    private @Nullable IOException failure;

    /// Registers a call and returns its request id: 1, 2, 3 and so on.
    synchronized long add(Call call) throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        waiting.put(++lastId, call);
        return lastId;
    }

    synchronized @Nullable Call get(long id) {
        return waiting.get(id);
    }

    synchronized void remove(long id) {
        waiting.remove(id);
    }

    /// Fails all pending and all future calls.
    void fail(IOException reason) {
        List<Call> calls;
        synchronized (this) {
            if (failure == null) {
                failure = reason;
            }
            calls = new ArrayList<>(waiting.values());
            waiting.clear();
        }
        calls.forEach(c -> c.fail(reason));
    }
}
