package traceglass.record.ipc;

import java.util.Set;
import java.util.function.Consumer;

/// A tracing service that was found or started for a recording, and ends with it if it was started.
public interface StartedService extends AutoCloseable {

    /// Passes on what cannot be recorded, what is known of it now and what arrives later, on any thread.
    default void passProblemsTo(Consumer<String> listener) {}

    /// Returns the data sources whose producers may connect during the recording.
    default Set<String> lateDataSources() {
        return Set.of();
    }

    @Override
    void close();
}
