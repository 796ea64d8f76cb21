package traceglass.sdk;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.ProducerMemory;

/// A session that starts before the tracing service answers and records into memory that is later offered to
/// the service. If the service requests the same events in time, its session adopts the recorded events;
/// otherwise they are discarded.
final class StartupTracing {

    private final ProducerMemory memory;
    private final SessionDataSource instance;
    private final int pageSize;
    private volatile @Nullable Runnable whenHalfFull;
    private boolean isOffered;
    private boolean isAdopted;
    private boolean hasEnded;

    StartupTracing(TracingOptions options, Duration timeout, int size, int pageSize) throws IOException {
        this.pageSize = pageSize;
        memory = ProducerMemory.create(size, pageSize, this::wake);
        instance = new SessionDataSource(memory, options.copy());
        Sessions.start(instance);
        Thread.ofPlatform().daemon().name("traceglass-sdk-startup").start(() -> expire(timeout));
    }

    private void expire(Duration timeout) {
        try {
            Thread.sleep(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        abort();
    }

    private void wake() {
        Runnable action = whenHalfFull;
        if (action != null) {
            action.run();
        }
    }

    int pageSize() {
        return pageSize;
    }

    /// Returns the memory to offer to the service, or null if startup tracing has ended. The connection closes it.
    ///
    /// @param action called when chunks should be committed to the service soon
    synchronized @Nullable ProducerMemory offer(Runnable action) {
        if (hasEnded || isOffered) {
            return null;
        }
        isOffered = true;
        whenHalfFull = action;
        return memory;
    }

    /// Continues as a session of the service.
    ///
    /// @return the session, or null if startup tracing has ended or records other events
    synchronized @Nullable SessionDataSource adopt(ProducerConnection connection, SessionDataSource requested) {
        if (hasEnded
                || isAdopted
                || !requested.recordsEvents()
                || !TrackEventConfig.matches(instance.options(), requested.options())) {
            return null;
        }
        isAdopted = true;
        instance.adopt(connection, requested);
        return instance;
    }

    /// Discards the recorded events, unless a session of the service has adopted them.
    void abort() {
        synchronized (this) {
            if (hasEnded || isAdopted) {
                return;
            }
            hasEnded = true;
        }
        instance.stop();
        synchronized (this) {
            memory.buffer().bind(0);
            if (!isOffered) {
                memory.close();
            }
        }
    }
}
