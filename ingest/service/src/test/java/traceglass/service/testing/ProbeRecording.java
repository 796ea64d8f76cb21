package traceglass.service.testing;

import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.trace.TracePacket;
import traceglass.service.core.ConsumerClient;
import traceglass.service.core.ConsumerEndpoint;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.probe.ProbeHost;
import traceglass.service.probe.ServiceProbe;

/// Runs a session with probes in this process, without sockets.
public final class ProbeRecording implements AutoCloseable {

    /// Long enough for a virtual machine without hardware acceleration.
    private static final long TIMEOUT_S = 60;

    private static final int FLUSH_TIMEOUT_MS = 50_000;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final ServiceLoop loop = new ServiceLoop(failures::add);
    private final TracingService service = new TracingService(loop, "test", 1, failures::add);
    private final CompletableFuture<String> started = new CompletableFuture<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final ProbeHost host;
    private final ConsumerEndpoint consumer;

    private ProbeRecording(List<ServiceProbe> probes) throws Exception {
        PeerIdentity identity =
                PeerIdentity.local(1, (int) ProcessHandle.current().pid());
        host = ProbeHost.connect(service, loop, identity, probes, (s, reason) -> problems.add(s + ": " + reason));
        consumer = onLoop(() -> service.connectConsumer(identity, new Client()));
    }

    /// Starts a session and waits until all data sources run.
    ///
    /// @param config trace config in text format; a buffer of 16 MB is added if it has none
    public static ProbeRecording start(List<ServiceProbe> probes, String config) throws Exception {
        TraceConfig.Builder parsed = TraceConfig.newBuilder();
        TextFormat.merge(config, parsed);
        if (parsed.getBuffersCount() == 0) {
            parsed.addBuffersBuilder().setSizeKb(16 << 10);
        }
        parsed.setDataSourceStopTimeoutMs(FLUSH_TIMEOUT_MS);
        ProbeRecording recording = new ProbeRecording(probes);
        try {
            recording.enable(parsed.build());
        } catch (Exception e) {
            recording.close();
            throw e;
        }
        return recording;
    }

    private void enable(TraceConfig config) throws Exception {
        String error = onLoop(() -> {
            String refused = consumer.enable(config, null);
            consumer.observe(Set.of(ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED));
            return refused;
        });
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        started.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    private final class Client implements ConsumerClient {

        @Override
        public void onTracingDisabled(@Nullable String error) {
            ended.complete(error == null ? "" : error);
        }

        @Override
        public void onEvents(ObservableEvents events) {
            if (events.getAllDataSourcesStarted()) {
                started.complete("");
            }
        }
    }

    private <T> T onLoop(Callable<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.post(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    /// Flushes all data sources and waits for them.
    ///
    /// @return whether all data sources acknowledged the flush
    public boolean flush() throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        onLoop(() -> {
            consumer.flush(FLUSH_TIMEOUT_MS, 0, done::complete);
            return "";
        });
        return done.get(TIMEOUT_S, TimeUnit.SECONDS);
    }

    /// Reads the packets that are available now, including the service's own.
    public List<TracePacket> read() throws Exception {
        List<TracePacket> packets = new ArrayList<>();
        boolean hasMore = true;
        while (hasMore) {
            ConsumerEndpoint.Batch batch = onLoop(consumer::read);
            for (byte[] packet : batch.packets()) {
                packets.add(TracePacket.parseFrom(packet));
            }
            hasMore = batch.hasMore();
        }
        return packets;
    }

    /// Stops the session, waits for its end and reads the packets.
    public List<TracePacket> stop() throws Exception {
        onLoop(() -> {
            consumer.disable();
            return "";
        });
        ended.get(TIMEOUT_S, TimeUnit.SECONDS);
        return read();
    }

    /// Returns the problems that probes reported, each with the name of its data source as prefix.
    public List<String> problems() {
        return problems;
    }

    @Override
    public void close() throws Exception {
        host.close();
        onLoop(() -> {
            service.shutDown();
            return "";
        });
        loop.close();
        if (!failures.isEmpty()) {
            throw new AssertionError("The service reported a problem", failures.getFirst());
        }
    }
}
