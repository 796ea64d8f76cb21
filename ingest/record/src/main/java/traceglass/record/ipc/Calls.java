package traceglass.record.ipc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The calls that wait for answers, by request id.
final class Calls {

    /// What becomes of a call.
    interface Call {

        /// An answer; the bytes hold only during the call.
        ///
        /// @param more whether others follow
        void reply(byte[] bytes, int offset, int length, boolean more) throws IOException;

        /// No answer will come.
        void fail(IOException reason);
    }

    private final Map<Long, Call> waiting = new HashMap<>();
    private long lastId;
    private @Nullable IOException broken;

    /// Registers a call and gives it its number: 1, 2, 3 and so on.
    synchronized long add(Call call) throws IOException {
        if (broken != null) {
            throw new IOException(broken.getMessage(), broken);
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

    /// Fails all that wait, and all that come.
    void fail(IOException reason) {
        List<Call> all;
        synchronized (this) {
            if (broken == null) {
                broken = reason;
            }
            all = new ArrayList<>(waiting.values());
            waiting.clear();
        }
        all.forEach(c -> c.fail(reason));
    }
}
