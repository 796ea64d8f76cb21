package traceglass.app.cli.serve;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.cli.help.UsageProblem;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.UsageErrors;
import traceglass.app.io.Version;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.server.HttpEndpoint;
import traceglass.engine.server.StreamEndpoint;
import traceglass.engine.server.UnixEndpoint;
import traceglass.protos.processor.TraceProcessorApiVersion;
import traceglass.store.database.StoreOptions;

/// `serve [TRACE]`: answers queries of other programs until it is terminated or has been idle for too long.
@Command(
        name = "serve",
        description = ServeTexts.SERVE,
        mixinStandardHelpOptions = true,
        versionProvider = ServeCommand.ServerVersion.class)
public final class ServeCommand implements Callable<Integer> {

    static final int DEFAULT_PORT = 9001;

    private static final long IDLE_CHECK_MS = 500;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    @ParentCommand
    TraceAccess traces;

    @Spec
    CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "TRACE", description = ServeTexts.TRACE)
    Path trace;

    @Option(names = "--http", paramLabel = "PORT", description = ServeTexts.HTTP)
    Integer port;

    @Option(names = "--http-address", paramLabel = "ADDRESS", description = ServeTexts.ADDRESS)
    String address;

    @Option(names = "--token", paramLabel = "TOKEN", description = ServeTexts.TOKEN)
    String token;

    @Option(names = "--cors-origins", paramLabel = "ORIGIN", split = ",", description = ServeTexts.ORIGINS)
    List<String> origins = List.of();

    @Option(names = "--unix", paramLabel = "NAME|PATH", description = ServeTexts.UNIX)
    String unix;

    @Option(names = "--stdio", description = ServeTexts.STDIO)
    boolean stdio;

    @Option(names = "--idle-timeout", paramLabel = "TIME", description = ServeTexts.IDLE)
    String idle = "never";

    @Mixin
    ServedSql sql = new ServedSql();

    private final List<Closeable> endpoints = new ArrayList<>();

    /// Version of the program and of its RPC API, which clients of trace processor look for.
    static final class ServerVersion implements IVersionProvider {

        @Override
        public String[] getVersion() {
            int api = TraceProcessorApiVersion.TRACE_PROCESSOR_CURRENT_API_VERSION.getNumber();
            return new String[] {ServeTexts.VERSION + Version.text(), ServeTexts.apiVersion(api)};
        }
    }

    @Override
    public Integer call() throws Failure {
        IdleTime idleTime = IdleTime.parse(idle);
        if (idleTime == null) {
            throw UsageErrors.of(spec, ServeTexts.notATime(idle));
        }
        if (stdio && (port != null || unix != null)) {
            throw UsageErrors.of(spec, ServeTexts.STDIO_ALONE);
        }
        if (unix != null && !SocketFolder.isName(unix) && !unix.contains("/") && !unix.endsWith(".sock")) {
            throw UsageErrors.of(spec, ServeTexts.notAName(unix));
        }
        RpcEngine engine = new RpcEngine(options(), ServeTexts.VERSION + Version.text(), sql.packageModules());
        endpoints.add(engine::close);
        Thread hook = new Thread(this::close, "end of the server");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            if (stdio) {
                load(engine);
                StreamEndpoint.run(engine, System.in, StandardOutput.checked());
            } else {
                // Listen first: clients that started this process wait for the port to answer.
                listen(engine, idleTime);
                load(engine);
                waitUntilIdle(engine, idleTime);
            }
            return 0;
        } catch (IOException e) {
            // The client closed standard output.
            return 0;
        } finally {
            close();
            removeHook(hook);
        }
    }

    @Command(name = "list", description = ServeTexts.LIST, mixinStandardHelpOptions = true)
    int list() throws Failure {
        try {
            List<NamedServers.Server> servers = NamedServers.all();
            if (servers.isEmpty()) {
                CommandOutput.report(ServeTexts.NONE);
            }
            for (NamedServers.Server s : servers) {
                CommandOutput.print(s.name() + "  " + s.process().pid() + "  " + TIME.format(s.started()) + "  "
                        + (s.trace().isEmpty() ? ServeTexts.WITHOUT_TRACE : s.trace()));
            }
            return 0;
        } catch (IOException e) {
            throw new Failure(ServeTexts.cantList(CommandOutput.reason(e)), e);
        }
    }

    @Command(name = "kill", description = ServeTexts.KILL, mixinStandardHelpOptions = true)
    int kill(@Parameters(paramLabel = "NAME", description = ServeTexts.NAME) String name) throws Failure {
        if (!SocketFolder.isName(name)) {
            throw UsageErrors.of(spec, ServeTexts.notAName(name));
        }
        try {
            Optional<NamedServers.Server> server = NamedServers.find(name);
            if (server.isEmpty()) {
                List<String> names = NamedServers.all().stream()
                        .map(NamedServers.Server::name)
                        .toList();
                throw new Failure(ServeTexts.noServer(name, UsageProblem.suggestion(name, names)));
            }
            long pid = server.get().process().pid();
            if (!NamedServers.stop(server.get())) {
                throw new Failure(ServeTexts.notEnded(name, pid));
            }
            CommandOutput.print(ServeTexts.ended(name, pid));
            return 0;
        } catch (IOException e) {
            throw new Failure(ServeTexts.cantList(CommandOutput.reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(ServeTexts.notEnded(name, 0), e);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends.
        }
    }

    private EngineOptions options() throws Failure {
        StoreOptions store = traces.options();
        EngineOptions options =
                store.cacheDir() == null ? EngineOptions.temporary() : EngineOptions.cachedIn(store.cacheDir());
        options = options.withMemoryLimit(store.memoryLimit())
                .withModules(sql.folders())
                .withCroppedTrackEvents(store.reading().packets().cropsTrackEvents())
                .withContentAnalysis(store.reading().packets().analyzesContent());
        return sql.allowFiles ? options.withFiles() : options;
    }

    private void load(RpcEngine engine) throws Failure, IOException {
        if (trace != null) {
            try {
                engine.open(trace);
            } catch (EngineException e) {
                throw new Failure(e.getMessage(), e);
            }
        }
    }

    private void listen(RpcEngine engine, IdleTime idleTime) throws Failure {
        if (port != null || unix == null) {
            int requested = port == null ? DEFAULT_PORT : port;
            String host = address == null ? "localhost" : address;
            try {
                String requiredToken = isLoopback() ? token : token == null ? randomToken() : token;
                HttpEndpoint http =
                        HttpEndpoint.open(engine, isLocalhost() ? null : address, requested, origins, requiredToken);
                endpoints.add(http);
                CommandOutput.print(ServeTexts.http(host, http.port()));
                if (requiredToken != null && token == null) {
                    CommandOutput.print(ServeTexts.token(requiredToken));
                }
            } catch (IOException | IllegalArgumentException e) {
                throw new Failure(ServeTexts.cantListen(host + ":" + requested, reason(e)), e);
            }
        }
        if (unix != null) {
            Path path = SocketFolder.path(unix);
            try {
                if (SocketFolder.isName(unix)) {
                    SocketFolder.create();
                }
                endpoints.add(UnixEndpoint.open(engine, path));
                if (SocketFolder.isName(unix)) {
                    NamedServers.add(unix, trace);
                    endpoints.add(() -> NamedServers.remove(unix));
                }
                CommandOutput.print(ServeTexts.unix(unix, path, idleTime.toString()));
            } catch (IOException | RuntimeException e) {
                throw new Failure(ServeTexts.cantListen(path.toString(), reason(e)), e);
            }
        }
    }

    private static String reason(Exception e) {
        return e instanceof IOException io ? CommandOutput.reason(io) : String.valueOf(e.getMessage());
    }

    private boolean isLocalhost() {
        return address == null || address.equals("localhost");
    }

    private boolean isLoopback() throws UnknownHostException {
        return isLocalhost() || InetAddress.getByName(address).isLoopbackAddress();
    }

    private static String randomToken() {
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Waits until the server has been idle for long enough, the process ends or the thread is interrupted.
    private static void waitUntilIdle(RpcEngine engine, IdleTime idleTime) {
        try {
            do {
                TimeUnit.MILLISECONDS.sleep(IDLE_CHECK_MS);
            } while (idleTime.isNever() || Duration.ofNanos(engine.idleNs()).compareTo(idleTime.duration()) < 0);
        } catch (InterruptedException e) {
            // The caller ends the server.
        }
    }

    /// Stops listening, then closes the engine, which deletes its temporary files.
    private synchronized void close() {
        for (Closeable endpoint : endpoints.reversed()) {
            try {
                endpoint.close();
            } catch (IOException e) {
                // The process ends anyway.
            }
        }
        endpoints.clear();
    }
}
