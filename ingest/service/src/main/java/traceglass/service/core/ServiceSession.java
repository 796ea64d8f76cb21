package traceglass.service.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig.TriggerMode;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.TracePacket;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.buffer.Writer;
import traceglass.service.core.packet.SessionFile;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.core.peer.SystemClock;
import traceglass.service.filter.PacketFilter;

/// State of one tracing session.
final class ServiceSession {

    private static final int MAX_FORMER_RELAYS = 64;

    final long id;
    final int uid;
    TraceConfig config;
    ServiceSessionState state = ServiceSessionState.CONFIGURED;

    @Nullable
    ConsumerEndpoint consumer;

    @Nullable
    String detachKey;

    /// Buffers by service-wide id, in the order of the config.
    final Map<Integer, TraceBuffer> buffers = new LinkedHashMap<>();

    final List<DataSourceInstance> instances = new ArrayList<>();
    final Map<Long, PendingFlush> flushes = new LinkedHashMap<>();
    final List<LoopTimer> timers = new ArrayList<>();
    final Map<Integer, PeerIdentity> identities = new HashMap<>();
    final Map<Writer, Integer> sequenceIds = new HashMap<>();
    final Map<Integer, ArrayList<ServiceEvent>> events = new LinkedHashMap<>();
    final List<ServiceEvent> concurrentEvents = new ArrayList<>();
    final List<ReceivedTrigger> triggers = new ArrayList<>();
    final List<ClockSnapshot> snapshots = new ArrayList<>();
    final Set<PendingClone> clones = new HashSet<>();

    /// The last relay of each machine that disconnected during the session.
    final Map<Integer, RelayEndpoint> formerRelays = new LinkedHashMap<>();

    /// Ids of other machines whose system information is written.
    final Set<Integer> describedMachines = new HashSet<>();

    /// Ids of other machines whose clock readings are written.
    final Set<Integer> synchronizedMachines = new HashSet<>();

    @Nullable
    ClockSnapshot initialSnapshot;

    @Nullable
    ClockSnapshot newestSnapshot;

    @Nullable
    ReceivedTrigger cloneTrigger;

    @Nullable
    SessionFile file;

    /// Error message if the session ended early, else null.
    @Nullable
    String error;

    @Nullable
    PacketFilter filter;

    UUID uuid = UUID.randomUUID();
    long durationMs;
    long startBoottimeNs;
    long startRealtimeNs;
    long createdNs;
    long stateSinceNs = SystemClock.BOOTTIME.now();
    long invalidPackets;
    long flushesRequested;
    long flushesSucceeded;
    long flushesFailed;
    TraceStats.FinalFlushOutcome finalFlush = TraceStats.FinalFlushOutcome.FINAL_FLUSH_UNSPECIFIED;
    int triggersWritten;
    boolean isConfigWritten;
    boolean areOncePacketsWritten;
    boolean isSyncMarkerDue;
    boolean areStatsDue;
    boolean isStartReported;
    boolean isStopping;
    boolean isFreed;
    boolean isStopTriggered;

    @Nullable
    LoopTimer durationTimer;

    /// A lifecycle event that is not written yet.
    record ServiceEvent(long boottimeNs, TracePacket packet) {}

    /// An accepted trigger.
    record ReceivedTrigger(String name, String producer, int uid, long delayMs, long boottimeNs) {}

    /// A flush that not all producers have acknowledged.
    record PendingFlush(Set<Integer> producers, LoopTimer timeout, FlushResult result, long flags) {}

    /// Receives the result of a flush: whether it succeeded.
    interface FlushResult {
        void onDone(boolean isSuccess);
    }

    /// A clone that waits for its flush.
    record PendingClone(Runnable abort) {}

    ServiceSession(long id, int uid, TraceConfig config) {
        this.id = id;
        this.uid = uid;
        this.config = config;
    }

    boolean isClone() {
        return state == ServiceSessionState.CLONED;
    }

    TriggerMode triggerMode() {
        return ConfigChecks.triggerMode(config);
    }

    int flushTimeoutMs() {
        return config.getFlushTimeoutMs() == 0 ? Limits.FLUSH_TIMEOUT_MS : config.getFlushTimeoutMs();
    }

    int stopTimeoutMs() {
        return config.getDataSourceStopTimeoutMs() == 0 ? Limits.STOP_TIMEOUT_MS : config.getDataSourceStopTimeoutMs();
    }

    /// Returns the packet sequence id of a writer: 2, 3 and so on in order of first use.
    int sequenceId(Writer writer) {
        return sequenceIds.computeIfAbsent(writer, w -> sequenceIds.size() + 2);
    }

    /// Keeps the information about a machine whose data may be in the buffers.
    void onRelayDisconnected(RelayEndpoint relay) {
        if (formerRelays.size() < MAX_FORMER_RELAYS) {
            formerRelays.put(relay.machineId(), relay);
        }
    }

    void cancelTimers() {
        timers.forEach(t -> t.cancel());
        timers.clear();
    }
}
