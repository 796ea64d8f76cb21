package traceglass.record.local;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.List;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.service.ipc.ServiceHost;
import traceglass.service.probe.Probe;
import traceglass.service.probe.ProbeHost;

/// A tracing service with probes in this process, for a computer on which none runs.
final class OwnService implements AutoCloseable {

    private static final String VERSION = "Traceglass";

    private final ServiceHost host;
    private final ProbeHost probes;
    private final ProbeProblems problems;

    private OwnService(ServiceHost host, List<Probe> probes, ProbeProblems problems) {
        this.host = host;
        this.problems = problems;
        this.probes = ProbeHost.connect(
                host.local().service(),
                host.local().loop(),
                host.local().self(),
                probes,
                (source, reason) -> problems.add(LocalTexts.probeProblem(source, reason)));
    }

    /// Starts a service.
    ///
    /// @param producerSockets where programs with the SDK connect; without the right to them, they cannot
    static OwnService start(List<String> producerSockets, List<Probe> probes) throws RecordProblem {
        ProbeProblems problems = new ProbeProblems();
        try {
            return new OwnService(listen(producerSockets, problems), probes, problems);
        } catch (IOException e) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.ownServiceFailed(RecordProblem.reason(e)), e);
        }
    }

    private static ServiceHost listen(List<String> sockets, ProbeProblems problems) throws IOException {
        List<String> free =
                sockets.stream().filter(s -> !ServiceSockets.isListening(s)).toList();
        try {
            return new ServiceHost(free, List.of(), VERSION, p -> problems.add(LocalTexts.serviceProblem(p)));
        } catch (IOException | UnsupportedOperationException e) {
            return new ServiceHost(List.of(), List.of(), VERSION, p -> problems.add(LocalTexts.serviceProblem(p)));
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

    @Override
    public void close() {
        probes.close();
        try {
            host.close();
        } catch (IOException e) {
            // A socket file that stays is replaced by the next service.
        }
    }
}
