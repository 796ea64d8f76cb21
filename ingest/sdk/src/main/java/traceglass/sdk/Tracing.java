package traceglass.sdk;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Tracing of this process. Initialize it once, when the program starts:
///
/// ```java
/// Tracing.initialize(Tracing.Backend.SYSTEM);
/// ```
///
/// Events are recorded while a session requests them: a session of the tracing service (`traced`) with the backend
/// [Backend#SYSTEM], or an [InProcessRecording] of the program itself.
public final class Tracing implements AutoCloseable {

    /// Source of the sessions that record events.
    public enum Backend {
        /// The program itself, with [InProcessRecording]. Works on every system. Initializing it early makes
        /// the first recording start sooner.
        IN_PROCESS,
        /// The tracing service of the system. Connects as soon as the service runs.
        SYSTEM
    }

    private static final CopyOnWriteArrayList<Tracing> OPEN = new CopyOnWriteArrayList<>();

    private final @Nullable SystemBackend system;

    private Tracing(@Nullable SystemBackend system) {
        this.system = system;
    }

    /// Initializes backends with default settings.
    ///
    /// @throws UnsupportedOperationException for [Backend#SYSTEM] if this is not Linux, or native access is denied
    public static Tracing initialize(Backend... backends) {
        return initialize(new TracingSetup(), backends);
    }

    /// Initializes backends.
    ///
    /// @throws UnsupportedOperationException for [Backend#SYSTEM] if its address is a local socket and this system
    ///     is not Linux or native access is denied
    public static Tracing initialize(TracingSetup setup, Backend... backends) {
        boolean isSystem = List.of(backends).contains(Backend.SYSTEM);
        if (!isSystem && setup.startupOptions() != null) {
            throw new IllegalArgumentException("Recording before the service answers needs the backend SYSTEM");
        }
        // Read the ids and the command line of the process now, not at the first event.
        Track.process();
        Tracing tracing = new Tracing(isSystem ? SystemBackend.start(setup) : null);
        OPEN.add(tracing);
        return tracing;
    }

    /// Returns whether the tracing service is connected.
    public boolean isConnected() {
        return system != null && system.isConnected();
    }

    /// Activates triggers: recordings of this process that wait for one of them are saved, and sessions of the
    /// tracing service start, stop or are cloned.
    ///
    /// @param ttl how long triggers are kept while the service is not connected
    public static void activateTriggers(Duration ttl, String... names) {
        List<String> triggers = List.of(names);
        InProcessRecording.activate(triggers);
        for (Tracing tracing : OPEN) {
            if (tracing.system != null) {
                tracing.system.activate(triggers, ttl.toNanos());
            }
        }
    }

    /// Activates triggers of recordings and of a service that is connected now.
    public static void activateTriggers(String... names) {
        activateTriggers(Duration.ZERO, names);
    }

    /// Ends the connection to the tracing service. Its sessions keep the recorded events.
    @Override
    public void close() {
        OPEN.remove(this);
        if (system != null) {
            system.close();
        }
    }
}
