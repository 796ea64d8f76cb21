package traceglass.service.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.ObservableEvents.DataSourceInstanceState;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.abi.SharedMemorySize;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.core.peer.SystemClock;

/// Producers, consumers and sessions of one service. All methods run on the loop's thread.
public final class TracingService {

    private static final int MAX_ID = 65535;
    private static final String HOST = "host";

    private final ServiceLoop loop;
    private final String version;
    private final int uid;
    private final Consumer<Throwable> problems;
    private final Map<Integer, ProducerEndpoint> producers = new TreeMap<>();
    private final Map<Long, ServiceSession> sessions = new LinkedHashMap<>();
    private final Map<Integer, ServiceSession> bufferOwners = new TreeMap<>();
    private final List<RelayEndpoint> relays = new ArrayList<>();
    private final ConcurrentSessions concurrent = new ConcurrentSessions(this);
    private final ServicePacketFactory packets = new ServicePacketFactory(this);
    private final FlushRequests flushes = new FlushRequests(this);
    private final SessionControl control = new SessionControl(this);
    private final Triggers triggers = new Triggers(this);
    private boolean isLocked;
    private int lastProducer;
    private int lastBuffer;
    private long lastInstance;
    private long lastSession;
    private long chunksDiscarded;
    private long patchesDiscarded;

    /// @param uid user of the service
    /// @param problems receives unexpected errors; the service continues
    public TracingService(ServiceLoop loop, String version, int uid, Consumer<Throwable> problems) {
        this.loop = loop;
        this.version = version;
        this.uid = uid;
        this.problems = problems;
    }

    /// Connects a producer.
    ///
    /// @param provided shared memory that the producer provides, or null
    /// @return null if the lockdown mode rejects this user's producers or there are too many producers
    public @Nullable ProducerEndpoint connectProducer(
            PeerIdentity identity,
            ProducerEndpoint.ProducerInfo info,
            ProducerClient client,
            @Nullable SharedMemory provided) {
        if (isLocked && identity.uid() != uid || producers.size() >= MAX_ID) {
            return null;
        }
        int id = nextId(lastProducer, producers);
        lastProducer = id;
        ProducerEndpoint producer = new ProducerEndpoint(this, id, identity, info, client, provided);
        producers.put(id, producer);
        return producer;
    }

    private static int nextId(int last, Map<Integer, ?> used) {
        int id = last;
        do {
            id = id % MAX_ID + 1;
        } while (used.containsKey(id));
        return id;
    }

    /// Connects a consumer.
    public ConsumerEndpoint connectConsumer(PeerIdentity identity, ConsumerClient client) {
        return new ConsumerEndpoint(this, identity, client);
    }

    /// Connects the relay of another machine.
    public RelayEndpoint connectRelay(PeerIdentity identity) {
        RelayEndpoint relay = new RelayEndpoint(this, identity);
        relays.add(relay);
        return relay;
    }

    void onRelayDisconnected(RelayEndpoint relay) {
        relays.remove(relay);
        sessions.values().forEach(s -> s.onRelayDisconnected(relay));
    }

    /// Relays of the machines that a session may have recorded, connected ones first.
    List<RelayEndpoint> relays(ServiceSession session) {
        return Stream.concat(relays.stream(), session.formerRelays.values().stream())
                .toList();
    }

    /// Ends all sessions and frees shared memory.
    public void shutDown() {
        List.copyOf(sessions.values()).forEach(control::free);
        List.copyOf(producers.values()).forEach(ProducerEndpoint::disconnect);
    }

    void setLocked(boolean isLocked) {
        this.isLocked = isLocked;
    }

    ServiceSession addSession(int owner, TraceConfig config) {
        ServiceSession session = new ServiceSession(++lastSession, owner, config);
        sessions.put(session.id, session);
        concurrent.onBegin(session);
        return session;
    }

    void setState(ServiceSession session, ServiceSessionState state) {
        session.state = state;
        session.stateSinceNs = SystemClock.BOOTTIME.now();
        concurrent.onChange(session);
    }

    /// Assigns a service-wide id to a buffer.
    ///
    /// @return false if no id is left
    boolean addBuffer(ServiceSession session, TraceBuffer buffer) {
        if (bufferOwners.size() >= MAX_ID) {
            return false;
        }
        lastBuffer = nextId(lastBuffer, bufferOwners);
        bufferOwners.put(lastBuffer, session);
        session.buffers.put(lastBuffer, buffer);
        return true;
    }

    void removeSession(ServiceSession session) {
        sessions.remove(session.id);
        session.buffers.keySet().forEach(id -> {
            bufferOwners.remove(id);
            producers.values().forEach(p -> p.allowedBuffers.remove(id));
        });
    }

    /// Creates instances for all data sources that a config entry selects.
    void match(ServiceSession session, TraceConfig.DataSource entry) {
        for (ProducerEndpoint producer : List.copyOf(producers.values())) {
            if (selects(entry, session.config, producer)) {
                producer.sources(entry.getConfig().getName()).forEach(d -> setUp(session, entry, producer, d));
            }
        }
    }

    /// Creates instances for producers whose names were added to a filter.
    void matchAdded(ServiceSession session, TraceConfig.DataSource entry, List<String> added) {
        TraceConfig.DataSource singleSource = entry.toBuilder()
                .clearProducerNameFilter()
                .clearProducerNameRegexFilter()
                .addAllProducerNameFilter(added)
                .build();
        int before = session.instances.size();
        match(session, singleSource);
        if (session.state == ServiceSessionState.STARTED) {
            List.copyOf(session.instances.subList(before, session.instances.size()))
                    .forEach(i -> start(session, i));
        }
    }

    /// Adds a new data source to the sessions that request it.
    void joinSessions(ProducerEndpoint producer, DataSourceDescriptor descriptor) {
        for (ServiceSession session : List.copyOf(sessions.values())) {
            boolean isOpen =
                    session.state == ServiceSessionState.CONFIGURED || session.state == ServiceSessionState.STARTED;
            for (TraceConfig.DataSource entry :
                    isOpen ? session.config.getDataSourcesList() : List.<TraceConfig.DataSource>of()) {
                boolean isMatch = entry.getConfig().getName().equals(descriptor.getName())
                        && selects(entry, session.config, producer);
                DataSourceInstance instance = isMatch ? setUp(session, entry, producer, descriptor) : null;
                if (instance != null && session.state == ServiceSessionState.STARTED) {
                    start(session, instance);
                }
            }
        }
    }

    private boolean selects(TraceConfig.DataSource entry, TraceConfig config, ProducerEndpoint producer) {
        if (isLocked && producer.identity.uid() != uid) {
            return false;
        }
        if (!selectsMachine(entry, config, producer.identity)) {
            return false;
        }
        String name = producer.info.name();
        return entry.getProducerNameFilterCount() == 0 && entry.getProducerNameRegexFilterCount() == 0
                || entry.getProducerNameFilterList().contains(name)
                || entry.getProducerNameRegexFilterList().stream().anyMatch(r -> Pattern.matches(r, name));
    }

    /// Returns whether a config entry selects the machine of a producer. Without a machine filter, this is only the
    /// machine of the service, or every machine if the config requests all.
    private static boolean selectsMachine(TraceConfig.DataSource entry, TraceConfig config, PeerIdentity identity) {
        List<String> machines = entry.getMachineNameFilterList();
        if (machines.isEmpty()) {
            return identity.isLocal() || config.getTraceAllMachines();
        }
        return machines.contains(identity.machineName()) || identity.isLocal() && machines.contains(HOST);
    }

    private @Nullable DataSourceInstance setUp(
            ServiceSession session,
            TraceConfig.DataSource entry,
            ProducerEndpoint producer,
            DataSourceDescriptor descriptor) {
        DataSourceConfig isMatch = entry.getConfig();
        int index = isMatch.getTargetBufferName().isEmpty()
                ? isMatch.getTargetBuffer()
                : ConfigChecks.bufferIndex(session.config, isMatch.getTargetBufferName());
        int buffer = List.copyOf(session.buffers.keySet()).get(index);
        DataSourceConfig.Builder config = isMatch.toBuilder()
                .setTargetBuffer(buffer)
                .setTracingSessionId(session.id)
                .setTraceDurationMs(session.config.getDurationMs())
                .setStopTimeoutMs(session.stopTimeoutMs())
                .setEnableExtraGuardrails(session.config.getEnableExtraGuardrails())
                .clearSessionInitiator();
        if (session.config.getPreferSuspendClockForDuration()) {
            config.setPreferSuspendClockForDuration(true);
        }
        if (!producer.setUpMemory(memorySize(session.config, producer))) {
            return null;
        }
        DataSourceInstance instance = new DataSourceInstance(++lastInstance, producer, descriptor, config.build());
        session.instances.add(instance);
        session.identities.put(producer.id, producer.identity);
        producer.allowedBuffers.add(buffer);
        producer.client.setupDataSource(instance.id, instance.config);
        return instance;
    }

    private static SharedMemorySize memorySize(TraceConfig config, ProducerEndpoint producer) {
        long size = producer.info.sizeHint();
        long page = producer.info.pageHint();
        for (TraceConfig.ProducerConfig producerConfig : config.getProducersList()) {
            if (producerConfig.getProducerName().equals(producer.info.name())) {
                size = producerConfig.getShmSizeKb() == 0
                        ? size
                        : Integer.toUnsignedLong(producerConfig.getShmSizeKb()) << 10;
                page = producerConfig.getPageSizeKb() == 0
                        ? page
                        : Integer.toUnsignedLong(producerConfig.getPageSizeKb()) << 10;
            }
        }
        return SharedMemorySize.choose(size, page);
    }

    void start(ServiceSession session, DataSourceInstance instance) {
        boolean notifies = instance.descriptor.getWillNotifyOnStart();
        instance.state = notifies ? DataSourceInstance.State.STARTING : DataSourceInstance.State.STARTED;
        instance.producer.client.startDataSource(instance.id, instance.config);
        if (!notifies) {
            notifyObservers(session, instance, DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STARTED);
        }
    }

    void onInstanceStarted(ProducerEndpoint producer, long id) {
        withInstance(producer, id, (session, instance) -> {
            if (instance.state == DataSourceInstance.State.STARTING) {
                instance.state = DataSourceInstance.State.STARTED;
                notifyObservers(session, instance, DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STARTED);
                control.checkAllStarted(session);
            }
        });
    }

    void onInstanceStopped(ProducerEndpoint producer, long id) {
        withInstance(producer, id, (session, instance) -> {
            if (instance.state == DataSourceInstance.State.STOPPING) {
                markStopped(session, instance);
                control.checkAllStopped(session);
            }
        });
    }

    void markStopped(ServiceSession session, DataSourceInstance instance) {
        instance.state = DataSourceInstance.State.STOPPED;
        notifyObservers(session, instance, DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STOPPED);
    }

    private static void notifyObservers(
            ServiceSession session, DataSourceInstance instance, DataSourceInstanceState state) {
        if (session.consumer != null) {
            session.consumer.observe(instance, state);
        }
    }

    private interface InstanceAction {
        void accept(ServiceSession session, DataSourceInstance instance);
    }

    private void withInstance(ProducerEndpoint producer, long id, InstanceAction action) {
        for (ServiceSession session : List.copyOf(sessions.values())) {
            for (DataSourceInstance instance : List.copyOf(session.instances)) {
                if (instance.id == id && instance.producer == producer) {
                    action.accept(session, instance);
                }
            }
        }
    }

    /// Stops the instances of a data source that its producer unregistered.
    void dropInstances(ProducerEndpoint producer, String name) {
        for (ServiceSession session : List.copyOf(sessions.values())) {
            for (DataSourceInstance instance : List.copyOf(session.instances)) {
                if (instance.producer == producer && instance.config.getName().equals(name)) {
                    if (instance.isActive()) {
                        producer.client.stopDataSource(instance.id);
                    }
                    drop(session, instance);
                }
            }
        }
    }

    private void drop(ServiceSession session, DataSourceInstance instance) {
        if (instance.state != DataSourceInstance.State.STOPPED) {
            markStopped(session, instance);
        }
        session.instances.remove(instance);
        control.checkAllStarted(session);
        control.checkAllStopped(session);
    }

    void onProducerDisconnected(ProducerEndpoint producer) {
        sessions.values().forEach(producer::scrape);
        for (ServiceSession session : List.copyOf(sessions.values())) {
            for (DataSourceInstance instance : List.copyOf(session.instances)) {
                if (instance.producer == producer) {
                    drop(session, instance);
                }
            }
        }
        flushes.onProducerDisconnected(producer);
        producers.remove(producer.id);
    }

    void scrape(ServiceSession session) {
        producers.values().forEach(p -> p.scrape(session));
    }

    @Nullable
    TraceBuffer buffer(int id) {
        ServiceSession owner = bufferOwners.get(id);
        return owner == null ? null : owner.buffers.get(id);
    }

    void countDiscardedChunk() {
        chunksDiscarded++;
    }

    void countDiscardedPatches(int count) {
        patchesDiscarded += count;
    }

    /// Service-wide statistics, which are the same for all sessions.
    TraceStats.Builder totals() {
        return TraceStats.newBuilder()
                .setProducersConnected(producers.size())
                .setProducersSeen(lastProducer)
                .setDataSourcesRegistered(producers.values().stream()
                        .mapToInt(p -> p.sources.size())
                        .sum())
                .setDataSourcesSeen(lastInstance)
                .setTracingSessions(sessions.size())
                .setTotalBuffers(bufferOwners.size())
                .setChunksDiscarded(chunksDiscarded)
                .setPatchesDiscarded(patchesDiscarded);
    }

    void report(Throwable problem) {
        problems.accept(problem);
    }

    ServiceLoop loop() {
        return loop;
    }

    String version() {
        return version;
    }

    int uid() {
        return uid;
    }

    /// Returns a copy of the list of sessions, oldest first; sessions can end during iteration.
    List<ServiceSession> sessions() {
        return new ArrayList<>(sessions.values());
    }

    @Nullable
    ServiceSession session(long id) {
        return sessions.get(id);
    }

    Collection<ProducerEndpoint> producers() {
        return producers.values();
    }

    ServicePacketFactory packets() {
        return packets;
    }

    FlushRequests flushes() {
        return flushes;
    }

    SessionControl control() {
        return control;
    }

    Triggers triggers() {
        return triggers;
    }
}
