package traceglass.record.local;

import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.record.ipc.StartedService;
import traceglass.record.spi.RecordProblem;

/// The service to record from, either already running or started for the recording.
final class ConnectedService implements StartedService {

    private final @Nullable Path socket;
    private final @Nullable Daemons daemons;
    private final @Nullable BuiltInService builtIn;
    private final @Nullable RootService root;
    private @Nullable Consumer<String> listener;
    private boolean isClosed;

    private ConnectedService(
            @Nullable Path socket,
            @Nullable Daemons daemons,
            @Nullable BuiltInService builtIn,
            @Nullable RootService root) {
        this.socket = socket;
        this.daemons = daemons;
        this.builtIn = builtIn;
        this.root = root;
    }

    static ConnectedService ofSocket(Path socket) {
        return new ConnectedService(socket, null, null, null);
    }

    static ConnectedService ofDaemons(Daemons daemons) {
        return new ConnectedService(daemons.consumerSocket(), daemons, null, null);
    }

    static ConnectedService ofBuiltIn(BuiltInService builtIn) {
        return new ConnectedService(null, null, builtIn, null);
    }

    static ConnectedService ofRoot(RootService root) {
        return new ConnectedService(root.consumerSocket(), null, null, root);
    }

    /// Connects a consumer.
    ByteChannel open() throws RecordProblem {
        if (builtIn != null) {
            return builtIn.connect();
        }
        if (socket == null) {
            throw new IllegalStateException("there is neither a socket nor a service");
        }
        return ServiceSockets.open(socket);
    }

    /// Socket of the service, or null for the service in this process.
    @Nullable
    Path socket() {
        return socket;
    }

    /// The daemons started for this recording, or null.
    @Nullable
    Daemons daemons() {
        return daemons;
    }

    boolean isStartedByTraceglass() {
        return builtIn != null;
    }

    boolean isRoot() {
        return root != null;
    }

    private @Nullable ProbeProblems problems() {
        return builtIn != null ? builtIn.problems() : root != null ? root.problems() : null;
    }

    @Override
    public void reportProblemsTo(Consumer<String> receiver) {
        ProbeProblems problems = problems();
        if (problems != null) {
            listener = receiver;
            problems.addListener(receiver);
        }
    }

    /// Includes track events, because programs with the SDK connect some time after they find the socket.
    @Override
    public Set<String> lateDataSources() {
        return builtIn == null ? Set.of() : Set.of("track_event");
    }

    /// Ends the services started for this recording. The service with root privileges keeps running, so that
    /// the user is asked for the password only once. A second, concurrent caller waits for the first.
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        ProbeProblems problems = problems();
        if (problems != null && listener != null) {
            problems.removeListener(listener);
        }
        if (daemons != null) {
            daemons.close();
        }
        if (builtIn != null) {
            builtIn.close();
        }
    }
}
