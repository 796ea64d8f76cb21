package traceglass.record.local;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.service.ipc.ServiceHost;
import traceglass.service.probe.ProbeHost;
import traceglass.service.probe.ServiceProbe;

/// A tracing service with probes in this process, for a computer without a running service. Concurrent
/// recordings share it, because only one service can control the kernel's event settings.
final class BuiltInService implements AutoCloseable {

    private static final String VERSION = "Traceglass";

    /// Running services by their probes. A program has only one set of probes; tests can have several.
    private static final Map<List<ServiceProbe>, BuiltInService> RUNNING = new HashMap<>();

    static {
        // Restore the kernel's settings, which would otherwise stay changed when the program ends.
        Runtime.getRuntime().addShutdownHook(new Thread(BuiltInService::endAll, "tracing probes shutdown"));
    }

    private final List<ServiceProbe> key;
    private final ServiceHost host;
    private final ProbeHost probes;
    private final ProbeProblems problems;
    private int users;

    private BuiltInService(ServiceHost host, List<ServiceProbe> probes, ProbeProblems problems) {
        this.key = probes;
        this.host = host;
        this.problems = problems;
        this.probes = ProbeHost.connect(
                host.local().service(),
                host.local().loop(),
                host.local().self(),
                probes,
                (source, reason) -> problems.add(LocalTexts.probeProblem(source, reason)));
    }

    /// Returns the service with these probes. Starts it if it is not running. Every caller must close it.
    ///
    /// @param producerSockets sockets for programs with the SDK; they can't connect if there is no permission to
    ///     create the sockets
    static BuiltInService acquire(List<String> producerSockets, List<ServiceProbe> probes) throws RecordProblem {
        synchronized (RUNNING) {
            BuiltInService service = RUNNING.get(probes);
            if (service == null) {
                service = start(producerSockets, probes);
                RUNNING.put(probes, service);
            }
            service.users++;
            return service;
        }
    }

    private static BuiltInService start(List<String> producerSockets, List<ServiceProbe> probes) throws RecordProblem {
        ProbeProblems problems = new ProbeProblems();
        try {
            return new BuiltInService(listen(producerSockets, problems), probes, problems);
        } catch (IOException e) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.ownServiceFailed(RecordProblem.reason(e)), e);
        }
    }

    private static ServiceHost listen(List<String> sockets, ProbeProblems problems) throws IOException {
        List<String> free =
                sockets.stream().filter(s -> !ServiceSockets.isListening(s)).toList();
        try {
            return host(free, problems);
        } catch (IOException | UnsupportedOperationException e) {
            return host(free.stream().filter(BuiltInService::canListen).toList(), problems);
        }
    }

    private static ServiceHost host(List<String> sockets, ProbeProblems problems) throws IOException {
        return new ServiceHost(sockets, List.of(), VERSION, p -> problems.add(LocalTexts.serviceProblem(p)));
    }

    private static boolean canListen(String socket) {
        try (ServiceHost trial = host(List.of(socket), new ProbeProblems())) {
            return !trial.names().isEmpty();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    ProbeProblems problems() {
        return problems;
    }

    /// Connects a consumer.
    ByteChannel connect() throws RecordProblem {
        try {
            return host.local().connectConsumer();
        } catch (IOException e) {
            throw new RecordProblem(Kind.LOST, LocalTexts.ownServiceFailed(RecordProblem.reason(e)), e);
        }
    }

    /// Ends the service when its last user closes it.
    @Override
    public void close() {
        synchronized (RUNNING) {
            users--;
            if (users == 0) {
                RUNNING.remove(key, this);
                // Within the lock, so that the next service starts with restored kernel settings.
                end();
            }
        }
    }

    /// Ends all services that are still in use.
    static void endAll() {
        synchronized (RUNNING) {
            RUNNING.values().forEach(BuiltInService::end);
            RUNNING.clear();
        }
    }

    private void end() {
        probes.close();
        closeHost();
    }

    private void closeHost() {
        try {
            host.close();
        } catch (IOException e) {
            // The next service replaces a leftover socket file.
        }
    }
}
