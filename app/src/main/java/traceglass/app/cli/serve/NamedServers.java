package traceglass.app.cli.serve;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import traceglass.store.database.ProcessStart;

/// The running servers with a name. Each has a file next to its socket, which contains the process id, the start time
/// of the process, and the trace.
final class NamedServers {

    private static final String EXTENSION = ".server";
    private static final long STOP_TIMEOUT_S = 10;

    private NamedServers() {}

    /// A running server.
    ///
    /// @param trace path as passed to the server; empty if clients load a trace
    record Server(String name, ProcessHandle process, Instant started, String trace) {}

    /// Adds this process to the list.
    static void add(String name, Path trace) throws IOException {
        ProcessHandle thisProcess = ProcessHandle.current();
        Instant started = thisProcess.info().startInstant().orElseGet(Instant::now);
        String file = trace == null ? "" : trace.toAbsolutePath().toString();
        Files.writeString(
                file(name),
                thisProcess.pid() + "\n" + started.toEpochMilli() + "\n" + file + "\n" + ProcessStart.ofThisProcess()
                        + "\n");
    }

    /// Removes a server that is stopping from the list.
    static void remove(String name) throws IOException {
        Files.deleteIfExists(file(name));
    }

    /// Returns all running servers, sorted by name. Files of servers that were killed are removed.
    static List<Server> all() throws IOException {
        SocketFolder.check();
        List<Server> servers = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(SocketFolder.folder(), "*" + EXTENSION)) {
            for (Path file : files) {
                String fileName = file.getFileName().toString();
                find(fileName.substring(0, fileName.length() - EXTENSION.length()))
                        .ifPresent(servers::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        servers.sort(Comparator.comparing(Server::name));
        return servers;
    }

    /// Returns the running server with a name.
    static Optional<Server> find(String name) throws IOException {
        SocketFolder.check();
        Path file = file(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 4
                || !lines.get(0).matches("\\d{1,18}")
                || !lines.get(1).matches("\\d{1,18}")
                || !lines.get(3).matches("\\d{1,18}")) {
            // The file is incomplete, or not ours.
            return Optional.empty();
        }
        Instant started = Instant.ofEpochMilli(Long.parseLong(lines.get(1)));
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(lines.get(0)))
                .filter(p -> !ProcessStart.hasEnded(p.pid(), Long.parseLong(lines.get(3))));
        if (process.isEmpty()) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(SocketFolder.path(name));
        }
        return process.map(p -> new Server(name, p, started, lines.get(2)));
    }

    /// Stops a server and waits until its process has ended.
    ///
    /// @return whether it ended
    static boolean stop(Server server) throws IOException, InterruptedException {
        if (server.process().equals(ProcessHandle.current())) {
            return false;
        }
        server.process().destroy();
        if (!hasEnded(server)) {
            server.process().destroyForcibly();
            if (!hasEnded(server)) {
                return false;
            }
        }
        remove(server.name());
        Files.deleteIfExists(SocketFolder.path(server.name()));
        return true;
    }

    private static boolean hasEnded(Server server) throws InterruptedException {
        try {
            server.process().onExit().get(STOP_TIMEOUT_S, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return !server.process().isAlive();
        }
    }

    private static Path file(String name) {
        return SocketFolder.folder().resolve(name + EXTENSION);
    }
}
