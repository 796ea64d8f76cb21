package traceglass.record.local;

import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.record.ipc.StartedService;
import traceglass.record.spi.RecordProblem;

/// A service to record from, found or started.
///
/// @param socket of its consumers, or null for one in this process
/// @param daemons started for this recording, or null
/// @param own the service in this process, or null
/// @param root the service of this user with the rights of root, or null
record ReachedService(
        @Nullable Path socket,
        @Nullable Daemons daemons,
        @Nullable OwnService own,
        @Nullable RootService root) implements StartedService {

    static ReachedService running(Path socket) {
        return new ReachedService(socket, null, null, null);
    }

    static ReachedService started(Daemons daemons) {
        return new ReachedService(daemons.consumerSocket(), daemons, null, null);
    }

    static ReachedService own(OwnService own) {
        return new ReachedService(null, null, own, null);
    }

    static ReachedService root(RootService root) {
        return new ReachedService(root.consumerSocket(), null, null, root);
    }

    /// Connects a consumer.
    ByteChannel open() throws RecordProblem {
        if (own != null) {
            return own.connect();
        }
        if (socket == null) {
            throw new IllegalStateException("there is neither a socket nor a service");
        }
        return ServiceSockets.open(socket);
    }

    /// Problems of our own probes; null if others run them.
    @Nullable
    ProbeProblems problems() {
        return own != null ? own.problems() : root != null ? root.problems() : null;
    }

    @Override
    public void passProblemsTo(Consumer<String> listener) {
        ProbeProblems problems = problems();
        if (problems != null) {
            problems.passTo(listener);
        }
    }

    /// Programs with the SDK connect as soon as they find our socket.
    @Override
    public Set<String> joining() {
        return own == null ? Set.of() : Set.of("track_event");
    }

    /// Ends what was started for this recording. The service with the rights of root continues, so that they are
    /// asked for once.
    @Override
    public void close() {
        if (daemons != null) {
            daemons.close();
        }
        if (own != null) {
            own.close();
        }
    }
}
