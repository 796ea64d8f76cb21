package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.protobuf.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.TraceConfig;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.core.ConsumerClient;
import traceglass.service.core.ConsumerEndpoint;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.probe.ProbeHost;

/// Records this computer with the built-in service and probes, without sockets.
final class BuiltInServiceRecorder {

    private static final long TIMEOUT_S = 60;

    /// Work to run during the recording.
    interface Work {

        void run() throws Exception;
    }

    private static final class Client implements ConsumerClient {

        private final CompletableFuture<String> started = new CompletableFuture<>();
        private final CompletableFuture<String> ended = new CompletableFuture<>();

        @Override
        public void onTracingDisabled(String error) {
            ended.complete(String.valueOf(error));
        }

        @Override
        public void onEvents(ObservableEvents events) {
            if (events.getAllDataSourcesStarted()) {
                started.complete("");
            }
        }
    }

    private BuiltInServiceRecorder() {}

    /// Records while the given work runs. Fails if the service or a probe reports a problem.
    ///
    /// @param text config in text format
    static void record(String text, Path file, Work work) throws Exception {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormat.merge(text, config);
        List<String> problems = new CopyOnWriteArrayList<>();
        PeerIdentity identity =
                PeerIdentity.local(0, (int) ProcessHandle.current().pid());
        Client client = new Client();
        CompletableFuture<ConsumerEndpoint> consumer = new CompletableFuture<>();
        try (ServiceLoop loop = new ServiceLoop(problem -> problems.add(problem.toString()));
                Descriptor output = Descriptor.create(file.toString())) {
            TracingService service = new TracingService(loop, "test", 0, problem -> problems.add(problem.toString()));
            try (ProbeHost host = ProbeHost.connect(
                    service,
                    loop,
                    identity,
                    BuiltInProbes.all(),
                    (source, reason) -> problems.add(source + ": " + reason))) {
                loop.post(() -> {
                    ConsumerEndpoint endpoint = service.connectConsumer(identity, client);
                    assertNull(endpoint.enable(config.build(), output));
                    endpoint.observe(Set.of(ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED));
                    consumer.complete(endpoint);
                });
                ConsumerEndpoint endpoint = consumer.get(TIMEOUT_S, TimeUnit.SECONDS);
                client.started.get(TIMEOUT_S, TimeUnit.SECONDS);
                work.run();
                loop.post(endpoint::disable);
                client.ended.get(TIMEOUT_S, TimeUnit.SECONDS);
            } finally {
                CompletableFuture<String> stopped = new CompletableFuture<>();
                loop.post(() -> {
                    service.shutDown();
                    stopped.complete("");
                });
                stopped.get(TIMEOUT_S, TimeUnit.SECONDS);
            }
        }
        assertEquals(List.of(), problems);
    }
}
