package traceglass.record.ipc;

import java.util.Set;
import java.util.function.Consumer;

/// A running tracing service that a recording uses. If it was started for the recording, closing stops it.
public interface StartedService extends AutoCloseable {

    /// Reports to a listener which data can't be recorded, now and later. The listener can be called on any thread.
    default void reportProblemsTo(Consumer<String> listener) {}

    /// Returns the names of data sources whose producers can connect after the recording has started.
    default Set<String> lateDataSources() {
        return Set.of();
    }

    @Override
    void close();
}
