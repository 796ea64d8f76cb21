package traceglass.engine.jdbc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import traceglass.engine.EngineOptions;
import traceglass.engine.TraceProcessor;

/// A trace that several connections use; the last one to leave closes it.
final class SharedTrace {

    private record Key(Path file, EngineOptions options) {}

    private static final Map<Key, SharedTrace> OPEN = new HashMap<>();

    private final Key key;
    private final TraceProcessor trace;
    private int users;

    private SharedTrace(Key key) {
        this.key = key;
        trace = TraceProcessor.open(key.file, key.options);
    }

    static SharedTrace open(Path file, EngineOptions options) {
        Key key = new Key(file, options);
        synchronized (OPEN) {
            SharedTrace shared = OPEN.get(key);
            if (shared == null) {
                shared = new SharedTrace(key);
                OPEN.put(key, shared);
            }
            shared.users++;
            return shared;
        }
    }

    Path file() {
        return key.file;
    }

    TraceProcessor trace() {
        return trace;
    }

    /// Called once by each user.
    void leave() {
        synchronized (OPEN) {
            users--;
            if (users == 0) {
                OPEN.remove(key);
                trace.close();
            }
        }
    }
}
