package traceglass.service.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats.FinalFlushOutcome;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.core.packet.SessionFile;
import traceglass.service.core.peer.SystemClock;

/// A clone in progress. Buffers to move (`transfer_on_clone`) are flushed separately from buffers to copy: their data
/// sources can be slow, and the copies must not wait for them.
final class CloneOperation {

    private static final long FOR_BUGREPORT = 0x100;

    private final TracingService service;
    private final ConsumerEndpoint consumer;
    private final ServiceSession source;
    private final CloneSessionRequest request;
    private final @Nullable Descriptor file;
    private final SessionCloner.Result result;
    private final ServiceSession.PendingClone pending = new ServiceSession.PendingClone(this::onSourceEnded);
    private final long startedNs = SystemClock.BOOTTIME.now();
    private final Map<Integer, Copy> copies = new HashMap<>();
    private int remainingGroups;
    private boolean isFlushed = true;

    private record Copy(TraceBuffer buffer, long boottimeNs) {}

    /// @param file receives the data that the source session has written to its file, or null if it writes no file
    CloneOperation(
            TracingService service,
            ConsumerEndpoint consumer,
            ServiceSession source,
            CloneSessionRequest request,
            @Nullable Descriptor file,
            SessionCloner.Result result) {
        this.service = service;
        this.consumer = consumer;
        this.source = source;
        this.request = request;
        this.file = file;
        this.result = result;
    }

    void start() {
        source.clones.add(pending);
        List<Set<Integer>> groups = groups();
        remainingGroups = groups.size();
        boolean isRunning = source.state == ServiceSessionState.STARTED;
        if (isRunning) {
            service.packets()
                    .writeEvent(source, TracingServiceEvent.newBuilder().setFlushStarted(true), true);
        }
        long flags = Limits.FLUSH_CLONE | (request.getForBugreport() ? FOR_BUGREPORT : 0);
        for (Set<Integer> group : groups) {
            if (isRunning) {
                service.flushes()
                        .start(
                                source,
                                0,
                                flags,
                                instance -> group.contains(instance.config.getTargetBuffer()),
                                isSuccess -> onGroupFlushed(group, isSuccess));
            } else {
                onGroupFlushed(group, true);
            }
        }
    }

    /// Returns the ids of the buffers to copy and to move. A session with a file copies all buffers at once;
    /// otherwise packets would be missing or duplicated.
    private List<Set<Integer>> groups() {
        Set<Integer> moved = new HashSet<>();
        Set<Integer> copied = new HashSet<>();
        int index = 0;
        for (int id : source.buffers.keySet()) {
            boolean isTransferred =
                    file == null && source.config.getBuffers(index++).getTransferOnClone();
            (isTransferred ? moved : copied).add(id);
        }
        List<Set<Integer>> groups = new ArrayList<>(List.of(copied, moved));
        groups.removeIf(Set::isEmpty);
        return groups.isEmpty() ? List.of(Set.of()) : groups;
    }

    private void onGroupFlushed(Set<Integer> group, boolean isSuccess) {
        if (source.isFreed || !source.clones.contains(pending)) {
            return;
        }
        isFlushed &= isSuccess;
        if (!copyBuffers(group)) {
            finish(SessionCloner.failure(ServiceErrors.NO_MEMORY));
        } else if (--remainingGroups == 0) {
            finish(attach());
        }
    }

    private void finish(CloneSessionResponse response) {
        source.clones.remove(pending);
        if (file != null) {
            file.discard();
        }
        result.onDone(response);
    }

    private void onSourceEnded() {
        finish(SessionCloner.failure(ServiceErrors.ENDED));
    }

    private boolean copyBuffers(Set<Integer> group) {
        long now = SystemClock.BOOTTIME.now();
        int index = -1;
        for (Map.Entry<Integer, TraceBuffer> entry : source.buffers.entrySet()) {
            index++;
            if (!group.contains(entry.getKey())) {
                continue;
            }
            TraceBuffer original = entry.getValue();
            if (source.config.getBuffers(index).getTransferOnClone()) {
                copies.put(index, new Copy(original, now));
                entry.setValue(original.createEmptyCopy());
                continue;
            }
            try {
                copies.put(index, new Copy(original.copy(), now));
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        return true;
    }

    private CloneSessionResponse attach() {
        if (consumer.isDisconnected() || consumer.session() != null) {
            return SessionCloner.failure(ServiceErrors.ATTACHED);
        }
        ServiceSession clone = service.addSession(consumer.identity().uid(), source.config);
        service.setState(clone, ServiceSessionState.CLONED);
        clone.uuid = new UUID(UUID.randomUUID().getMostSignificantBits(), source.uuid.getLeastSignificantBits());
        copyState(clone);
        service.packets().writeEventAt(clone, TracingServiceEvent.newBuilder().setCloneStarted(true), startedNs);
        for (int index = 0; index < copies.size(); index++) {
            Copy copy = copies.get(index);
            if (copy == null || !service.addBuffer(clone, copy.buffer)) {
                service.removeSession(clone);
                return SessionCloner.failure(ServiceErrors.NO_MEMORY);
            }
            service.packets()
                    .writeEventAt(clone, TracingServiceEvent.newBuilder().setBufferCloned(index), copy.boottimeNs);
        }
        service.packets().writeEvent(clone, TracingServiceEvent.newBuilder().setTracingDisabled(true), true);
        clone.consumer = consumer;
        consumer.attachTo(clone);
        String problem = file == null ? null : copyFile(clone, file);
        if (problem != null) {
            service.control().free(clone);
            return SessionCloner.failure(problem);
        }
        return CloneSessionResponse.newBuilder()
                .setSuccess(true)
                .setUuidMsb(clone.uuid.getMostSignificantBits())
                .setUuidLsb(clone.uuid.getLeastSignificantBits())
                .setWasWriteIntoFile(file != null)
                .build();
    }

    private void copyState(ServiceSession clone) {
        clone.createdNs = source.createdNs;
        clone.startBoottimeNs = source.startBoottimeNs;
        clone.startRealtimeNs = source.startRealtimeNs;
        clone.identities.putAll(source.identities);
        clone.formerRelays.putAll(source.formerRelays);
        clone.sequenceIds.putAll(source.sequenceIds);
        clone.initialSnapshot = source.initialSnapshot;
        clone.newestSnapshot = source.newestSnapshot;
        clone.snapshots.addAll(source.snapshots);
        source.events.forEach((kind, events) -> clone.events.put(kind, new ArrayList<>(events)));
        clone.concurrentEvents.addAll(source.concurrentEvents);
        clone.triggers.addAll(source.triggers);
        source.triggers.clear();
        source.triggersWritten = 0;
        if (source.filter != null && !request.getSkipTraceFilter()) {
            clone.filter = source.filter.forClone();
        }
        clone.invalidPackets = source.invalidPackets;
        clone.flushesRequested = source.flushesRequested;
        clone.flushesSucceeded = source.flushesSucceeded;
        clone.flushesFailed = source.flushesFailed;
        clone.finalFlush = isFlushed ? FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED : FinalFlushOutcome.FINAL_FLUSH_FAILED;
        clone.isSyncMarkerDue = true;
        clone.areStatsDue = true;
        if (request.hasCloneTriggerName()) {
            clone.cloneTrigger = new ServiceSession.ReceivedTrigger(
                    request.getCloneTriggerName(),
                    request.getCloneTriggerProducerName(),
                    request.getCloneTriggerTrustedProducerUid(),
                    request.getCloneTriggerDelayMs(),
                    request.getCloneTriggerBootTimeNs());
        }
    }

    private @Nullable String copyFile(ServiceSession clone, Descriptor target) {
        SessionFile from = source.file;
        SessionFile to = new SessionFile(target, 0);
        try {
            if (from != null) {
                from.copyTo(to);
            }
            SessionReader.Batch batch;
            do {
                batch = service.control().reader().read(clone, Limits.FILE_BATCH_BYTES);
                to.append(batch.packets());
            } while (batch.hasMore());
            target.close();
            return null;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
