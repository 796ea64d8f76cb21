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
/// Events are recorded whenever a session asks for them: one of the tracing service (`traced`) with the backend
/// [Backend#SYSTEM], or an [InProcessRecording] of the program itself.
public final class Tracing implements AutoCloseable {

    /// Where sessions come from.
    public enum Backend {
        /// The program itself, with [InProcessRecording]. Works on every system; initializing it in advance
        /// makes the first recording start sooner.
        IN_PROCESS,
        /// The tracing service of the system, which is connected as soon as it runs.
        SYSTEM
    }

    private static final CopyOnWriteArrayList<Tracing> OPEN = new CopyOnWriteArrayList<>();

    private final @Nullable SystemBackend system;

    private Tracing(@Nullable SystemBackend system) {
        this.system = system;
    }

    /// Initializes backends with the usual settings.
    ///
    /// @throws UnsupportedOperationException for [Backend#SYSTEM] if this is not Linux, or native access is denied
    public static Tracing initialize(Backend... backends) {
        return initialize(new TracingSetup(), backends);
    }

    /// Initializes backends.
    ///
    /// @throws UnsupportedOperationException for [Backend#SYSTEM] if its address is not one of the network, and
    ///     this is not Linux or native access is denied
    public static Tracing initialize(TracingSetup setup, Backend... backends) {
        boolean isSystem = List.of(backends).contains(Backend.SYSTEM);
        if (!isSystem && setup.startupOptions() != null) {
            throw new IllegalArgumentException("Recording before the service answers needs the backend SYSTEM");
        }
        // Reads the ids and the command line of the process.
        Track.process();
        Tracing tracing = new Tracing(isSystem ? SystemBackend.start(setup) : null);
        OPEN.add(tracing);
        return tracing;
    }

    /// Returns whether the tracing service is connected.
    public boolean isConnected() {
        return system != null && system.isConnected();
    }

    /// Activates triggers: recordings of this process that wait for one of them save, and sessions of the tracing
    /// services start, stop or are cloned.
    ///
    /// @param ttl how long triggers wait for a service that is not connected
    public static void activateTriggers(Duration ttl, String... names) {
        List<String> all = List.of(names);
        InProcessRecording.activate(all);
        for (Tracing tracing : OPEN) {
            if (tracing.system != null) {
                tracing.system.activate(all, ttl.toNanos());
            }
        }
    }

    /// Activates triggers of recordings and of services that are connected.
    public static void activateTriggers(String... names) {
        activateTriggers(Duration.ZERO, names);
    }

    /// Ends the connection to the tracing service, whose sessions keep what was recorded.
    @Override
    public void close() {
        OPEN.remove(this);
        if (system != null) {
            system.close();
        }
    }
}
