package traceglass.service.probe;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.core.ProducerClient;
import traceglass.service.core.ProducerEndpoint;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;
import traceglass.service.core.peer.PeerIdentity;

/// Runs probes as one producer of a service in the same process, on a separate thread.
///
/// Probes that refuse or fail to start are immediately reported to the service as started and stopped, so that no
/// session waits for them.
public final class ProbeHost implements AutoCloseable {

    /// Receives the reason why a probe records nothing or only part of the data.
    public interface Problems {
        void accept(String dataSource, String reason);
    }

    /// Perfetto's name for the producer of these data sources, by which configs select it.
    private static final String PRODUCER = "perfetto.traced_probes";

    private static final long END_SECONDS = 10;

    private final ServiceLoop loop;
    private final Map<String, ServiceProbe> probes = new LinkedHashMap<>();
    private final Problems problems;
    private final ScheduledThreadPoolExecutor executor;
    /// Used only by the probe thread.
    private final Map<Long, RunningProbe> instances = new HashMap<>();

    private final PendingBytes pending = new PendingBytes();
    /// Used only by the service loop.
    private @Nullable ProducerEndpoint endpoint;

    private int lastWriter;

    private ProbeHost(ServiceLoop loop, List<ServiceProbe> probes, Problems problems) {
        this.loop = loop;
        this.problems = problems;
        probes.forEach(p -> this.probes.put(p.name(), p));
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tracing probes");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Connects probes to a service.
    ///
    /// @param identity user and process under which the packets appear
    public static ProbeHost connect(
            TracingService service,
            ServiceLoop loop,
            PeerIdentity identity,
            List<ServiceProbe> probes,
            Problems problems) {
        ProbeHost host = new ProbeHost(loop, probes, problems);
        loop.post(() -> host.register(service, identity));
        return host;
    }

    private void register(TracingService service, PeerIdentity identity) {
        ProducerEndpoint.ProducerInfo info = new ProducerEndpoint.ProducerInfo(PRODUCER, "", 0, 0, false, true);
        ProducerEndpoint connected = service.connectProducer(identity, info, new Commands(), null);
        endpoint = connected;
        if (connected != null) {
            for (ServiceProbe probe : probes.values()) {
                connected.register(probe.descriptor().toBuilder()
                        .setWillNotifyOnStart(true)
                        .setWillNotifyOnStop(true)
                        .build());
            }
        }
    }

    /// Updates a data source after its descriptor has changed, for example because the kernel has new events.
    public void update(DataSourceDescriptor descriptor) {
        notifyEndpoint(e -> e.update(descriptor));
    }

    private interface Message {
        void sendTo(ProducerEndpoint endpoint);
    }

    private void notifyEndpoint(Message message) {
        loop.post(() -> {
            if (endpoint != null) {
                message.sendTo(endpoint);
            }
        });
    }

    /// Executes commands of the service on the probe thread.
    private final class Commands implements ProducerClient {

        @Override
        public void setupTracing(int pageSizeKb, @Nullable SharedMemory created) {}

        @Override
        public void setupDataSource(long instance, DataSourceConfig config) {
            int writer = nextWriter();
            run(() -> create(instance, config, writer));
        }

        @Override
        public void startDataSource(long instance, DataSourceConfig config) {
            run(() -> start(instance, config.getName()));
        }

        @Override
        public void stopDataSource(long instance) {
            run(() -> stop(instance));
        }

        @Override
        public void flush(long request, Collection<Long> ids, long flags) {
            List<Long> instances = List.copyOf(ids);
            run(() -> flushAll(instances, request));
        }

        @Override
        public void clearIncrementalState(Collection<Long> ids) {
            List<Long> instances = List.copyOf(ids);
            run(() -> instances.forEach(id -> withInstance(id, RunningProbe::clearIncrementalState)));
        }
    }

    private int nextWriter() {
        lastWriter = lastWriter % 32767 + 1;
        return lastWriter;
    }

    private void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The host is closing.
        }
    }

    private void withInstance(long id, Consumer<RunningProbe> action) {
        RunningProbe running = instances.get(id);
        if (running != null) {
            action.accept(running);
        }
    }

    private void create(long id, DataSourceConfig config, int writer) {
        ServiceProbe probe = probes.get(config.getName());
        if (probe == null) {
            return;
        }
        ProbePackets packets = new ProbePackets(writer, this::commit, config);
        RunningProbe running = new RunningProbe(
                packets, executor, loop.metatrace(), reason -> problems.accept(config.getName(), reason));
        try {
            running.create(probe, config);
            instances.put(id, running);
        } catch (ProbeRefused e) {
            problems.accept(config.getName(), String.valueOf(e.getMessage()));
        }
    }

    private void commit(ProbePackets.Chunk chunk, int target) {
        int size = chunk.payload().length;
        if (!pending.add(size)) {
            return;
        }
        loop.post(() -> {
            pending.remove(size);
            if (endpoint != null) {
                endpoint.commit(chunk.writer(), chunk.id(), chunk.fragments(), chunk.flags(), chunk.payload(), target);
            }
        });
    }

    private void start(long id, String name) {
        RunningProbe running = instances.get(id);
        if (running != null) {
            try {
                running.start();
            } catch (IOException e) {
                instances.remove(id);
                problems.accept(name, String.valueOf(e.getMessage()));
            }
        }
        notifyEndpoint(e -> e.notifyStarted(id));
    }

    private void stop(long id) {
        RunningProbe running = instances.remove(id);
        if (running != null) {
            running.stop();
        }
        notifyEndpoint(e -> {
            e.notifyStopped(id);
            if (running != null) {
                e.unregisterWriter(running.writer());
            }
        });
    }

    private void flushAll(List<Long> ids, long request) {
        ids.forEach(id -> withInstance(id, RunningProbe::flush));
        notifyEndpoint(e -> e.acknowledgeFlush(request));
    }

    /// Stops all probes and waits until they have released their resources.
    @Override
    public void close() {
        run(() -> {
            List.copyOf(instances.values()).forEach(RunningProbe::stop);
            instances.clear();
        });
        executor.shutdown();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pending.close();
        notifyEndpoint(ProducerEndpoint::disconnect);
    }
}
