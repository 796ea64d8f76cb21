package traceglass.service.core;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.common.ObservableEvents.DataSourceInstanceState;
import traceglass.protos.common.TraceStats;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.peer.PeerIdentity;

/// A connected consumer and the session it controls.
public final class ConsumerEndpoint {

    private final TracingService service;
    private final PeerIdentity identity;
    private final ConsumerClient client;
    private Set<ObservableEvents.Type> observed = Set.of();
    private @Nullable ServiceSession session;
    private boolean isDisconnected;

    ConsumerEndpoint(TracingService service, PeerIdentity identity, ConsumerClient client) {
        this.service = service;
        this.identity = identity;
        this.client = client;
    }

    PeerIdentity identity() {
        return identity;
    }

    ConsumerClient client() {
        return client;
    }

    @Nullable
    ServiceSession session() {
        return session;
    }

    void attachTo(ServiceSession attached) {
        session = attached;
    }

    void detachFromSession() {
        session = null;
    }

    /// Starts a session; [ConsumerClient#onTracingDisabled] reports its end.
    ///
    /// @param file output file, or null; closed with the session, or immediately if the session can't start
    /// @return an error message, or null
    public @Nullable String enable(TraceConfig config, @Nullable Descriptor file) {
        String problem = service.control().enable(this, config, file);
        if (problem != null && file != null) {
            file.discard();
        }
        return problem;
    }

    /// Adds producer names to the filters of the session's data sources.
    public void changeConfig(TraceConfig changed) {
        ServiceSession current = session;
        if (current == null) {
            return;
        }
        TraceConfig.Builder config = current.config.toBuilder();
        for (TraceConfig.DataSource.Builder entry : config.getDataSourcesBuilderList()) {
            for (TraceConfig.DataSource source : changed.getDataSourcesList()) {
                boolean isSameSource =
                        source.getConfig().getName().equals(entry.getConfig().getName());
                List<String> added = source.getProducerNameFilterList().stream()
                        .filter(n -> !entry.getProducerNameFilterList().contains(n))
                        .toList();
                if (isSameSource && !added.isEmpty() && entry.getProducerNameFilterCount() > 0) {
                    entry.addAllProducerNameFilter(added);
                    service.matchAdded(current, entry.build(), added);
                }
            }
        }
        current.config = config.build();
    }

    /// Starts a deferred session.
    public void start() {
        if (session != null) {
            service.control().start(session);
        }
    }

    public void disable() {
        if (session != null) {
            service.control().disable(session);
        }
    }

    /// Flushes the session.
    ///
    /// @param timeoutMs timeout in milliseconds; 0 for the default
    public void flush(int timeoutMs, long flags, Consumer<Boolean> done) {
        if (session == null) {
            done.accept(false);
        } else {
            service.flushes().start(session, timeoutMs, flags, done::accept);
        }
    }

    /// Packets of one read.
    ///
    /// @param hasMore whether more can be read immediately
    public record Batch(List<byte[]> packets, boolean hasMore) {}

    /// Reads a batch of about 32 KiB. It is empty if there is no session or the session writes to a file.
    public Batch read() {
        ServiceSession current = session;
        if (current == null || current.config.getWriteIntoFile()) {
            return new Batch(List.of(), false);
        }
        SessionReader.Batch batch = service.control().reader().read(current, Limits.READ_BATCH_BYTES);
        return new Batch(batch.packets(), batch.hasMore());
    }

    /// Ends the session and discards its data.
    public void free() {
        if (session != null) {
            service.control().free(session);
        }
    }

    /// Lets the session continue without this consumer.
    public boolean detach(String key) {
        ServiceSession current = session;
        boolean isTaken = service.sessions().stream().anyMatch(s -> s.uid == identity.uid() && key.equals(s.detachKey));
        if (current == null || key.isEmpty() || isTaken) {
            return false;
        }
        current.detachKey = key;
        current.consumer = null;
        session = null;
        return true;
    }

    /// Takes over a detached session of the same user.
    ///
    /// @return its config, or null if there is none with this key
    public @Nullable TraceConfig attach(String key) {
        if (session != null) {
            return null;
        }
        for (ServiceSession other : service.sessions()) {
            if (other.uid == identity.uid() && key.equals(other.detachKey)) {
                other.detachKey = null;
                other.consumer = this;
                session = other;
                return other.config;
            }
        }
        return null;
    }

    /// Statistics of the session, or null if there is none.
    public @Nullable TraceStats stats() {
        return session == null ? null : service.packets().stats(session);
    }

    /// Copies a session for this consumer.
    public void cloneSession(
            CloneSessionRequest request, @Nullable Descriptor file, Consumer<CloneSessionResponse> done) {
        new SessionCloner(service).start(this, request, file, done::accept);
    }

    /// Sets the events about which the consumer is notified.
    public void observe(Set<ObservableEvents.Type> events) {
        observed = Set.copyOf(events);
        ServiceSession current = session;
        if (current == null) {
            return;
        }
        if (observed.contains(ObservableEvents.Type.TYPE_DATA_SOURCES_INSTANCES)) {
            for (DataSourceInstance instance : current.instances) {
                observe(
                        instance,
                        instance.state == DataSourceInstance.State.STARTED
                                ? DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STARTED
                                : DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STOPPED);
            }
        }
        if (current.isStartReported) {
            onAllStarted();
        }
    }

    void observe(DataSourceInstance instance, DataSourceInstanceState state) {
        if (observed.contains(ObservableEvents.Type.TYPE_DATA_SOURCES_INSTANCES)) {
            client.onEvents(ObservableEvents.newBuilder()
                    .addInstanceStateChanges(ObservableEvents.DataSourceInstanceStateChange.newBuilder()
                            .setProducerName(instance.producer.info.name())
                            .setDataSourceName(instance.config.getName())
                            .setState(state))
                    .build());
        }
    }

    void onAllStarted() {
        if (observed.contains(ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED)) {
            client.onEvents(
                    ObservableEvents.newBuilder().setAllDataSourcesStarted(true).build());
        }
    }

    void onCloneTrigger(ObservableEvents.CloneTriggerHit hit) {
        if (observed.contains(ObservableEvents.Type.TYPE_CLONE_TRIGGER_HIT)) {
            client.onEvents(
                    ObservableEvents.newBuilder().setCloneTriggerHit(hit).build());
        }
    }

    /// Producers, data sources and sessions that are visible to this consumer.
    public TracingServiceState state(boolean listsOnlySessions) {
        return new StateQuery(service).query(identity.uid(), listsOnlySessions);
    }

    /// Ends the connection and, unless the session is detached, the session.
    public void disconnect() {
        isDisconnected = true;
        free();
    }

    /// Whether the connection has ended.
    boolean isDisconnected() {
        return isDisconnected;
    }
}
