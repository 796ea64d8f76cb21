package traceglass.service.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.buffer.TraceBuffer;

/// Copies of running sessions.
final class Clones {

    private static final long BEST_SCORE = -1L;

    private final TracingService service;

    Clones(TracingService service) {
        this.service = service;
    }

    /// Receives the outcome of a clone.
    interface Result {
        void done(CloneSessionResponse response);
    }

    /// Flushes a session and copies it for a consumer.
    void start(ConsumerEndpoint consumer, CloneSessionRequest request, @Nullable Descriptor file, Result result) {
        ServiceSession source = find(request);
        String problem = source == null ? ServiceErrors.NO_SESSION : check(consumer, source, file);
        if (source == null || problem != null) {
            result.done(failure(String.valueOf(problem)));
            return;
        }
        clearBuffers(source);
        boolean[] ended = {false};
        ServiceSession.PendingClone pending = new ServiceSession.PendingClone(() -> {
            ended[0] = true;
            result.done(failure(ServiceErrors.ENDED));
        });
        source.clones.add(pending);
        long flags = Limits.FLUSH_CLONE | (request.getForBugreport() ? 0x100 : 0);
        ServiceSession.FlushResult copy = success -> {
            if (source.clones.remove(pending) && !ended[0] && !source.freed) {
                result.done(copy(consumer, source, request, file));
            }
        };
        if (source.state == ServiceSessionState.STARTED) {
            service.flushes().start(source, 0, flags, copy);
        } else {
            copy.done(true);
        }
    }

    static CloneSessionResponse failure(String text) {
        return CloneSessionResponse.newBuilder()
                .setSuccess(false)
                .setError(text)
                .build();
    }

    private @Nullable ServiceSession find(CloneSessionRequest request) {
        if (request.hasUniqueSessionName()) {
            return service.sessions().stream()
                    .filter(s -> !s.isClone() && s.config.getUniqueSessionName().equals(request.getUniqueSessionName()))
                    .findFirst()
                    .orElse(null);
        }
        if (request.getSessionId() != BEST_SCORE) {
            return service.session(request.getSessionId());
        }
        ServiceSession best = null;
        for (ServiceSession session : service.sessions()) {
            int score = session.config.getBugreportScore();
            boolean better = score > 0 && (best == null || score > best.config.getBugreportScore());
            if (better && session.state == ServiceSessionState.STARTED) {
                best = session;
            }
        }
        return best;
    }

    private @Nullable String check(ConsumerEndpoint consumer, ServiceSession source, @Nullable Descriptor file) {
        if (consumer.session() != null) {
            return ServiceErrors.ATTACHED;
        }
        if (consumer.identity().uid() != 0 && consumer.identity().uid() != source.uid) {
            return ServiceErrors.OTHER_USER;
        }
        if (service.sessions().stream()
                        .filter(s -> s.uid == consumer.identity().uid())
                        .count()
                >= Limits.SESSIONS_PER_USER) {
            return ServiceErrors.tooManyOfUser(consumer.identity().uid());
        }
        return source.file != null && file == null ? ServiceErrors.FILE_CHOICE : null;
    }

    private static void clearBuffers(ServiceSession source) {
        int index = 0;
        for (Map.Entry<Integer, TraceBuffer> entry : source.buffers.entrySet()) {
            if (buffer(source, index++).getClearBeforeClone()) {
                entry.setValue(entry.getValue().emptied());
            }
        }
    }

    private static TraceConfig.BufferConfig buffer(ServiceSession session, int index) {
        return session.config.getBuffers(index);
    }

    private CloneSessionResponse copy(
            ConsumerEndpoint consumer, ServiceSession source, CloneSessionRequest request, @Nullable Descriptor file) {
        ServiceSession clone = service.addSession(consumer.identity().uid(), source.config);
        clone.state = ServiceSessionState.CLONED;
        clone.uuid = new UUID(UUID.randomUUID().getMostSignificantBits(), source.uuid.getLeastSignificantBits());
        copyState(source, clone, request);
        service.packets().event(clone, TracingServiceEvent.newBuilder().setCloneStarted(true), true);
        int index = 0;
        for (Map.Entry<Integer, TraceBuffer> entry : source.buffers.entrySet()) {
            TraceBuffer original = entry.getValue();
            boolean transfer = buffer(source, index).getTransferOnClone();
            try {
                if (!service.addBuffer(clone, transfer ? original : original.copy())) {
                    throw new OutOfMemoryError();
                }
            } catch (OutOfMemoryError e) {
                service.removeSession(clone);
                return failure(ServiceErrors.NO_MEMORY);
            }
            if (transfer) {
                entry.setValue(original.emptied());
            }
            service.packets().event(clone, TracingServiceEvent.newBuilder().setBufferCloned(index++), false);
        }
        service.packets().event(clone, TracingServiceEvent.newBuilder().setTracingDisabled(true), true);
        clone.consumer = consumer;
        consumer.attachTo(clone);
        boolean intoFile = source.file != null;
        if (intoFile && file != null) {
            String problem = copyFile(source, clone, file);
            if (problem != null) {
                service.control().free(clone);
                return failure(problem);
            }
        }
        return CloneSessionResponse.newBuilder()
                .setSuccess(true)
                .setUuidMsb(clone.uuid.getMostSignificantBits())
                .setUuidLsb(clone.uuid.getLeastSignificantBits())
                .setWasWriteIntoFile(intoFile)
                .build();
    }

    private static void copyState(ServiceSession source, ServiceSession clone, CloneSessionRequest request) {
        clone.createdNs = source.createdNs;
        clone.startBoottimeNs = source.startBoottimeNs;
        clone.startRealtimeNs = source.startRealtimeNs;
        clone.identities.putAll(source.identities);
        clone.sequenceIds.putAll(source.sequenceIds);
        clone.initialSnapshot = source.initialSnapshot;
        clone.newestSnapshot = source.newestSnapshot;
        clone.snapshots.addAll(source.snapshots);
        source.events.forEach((kind, events) -> clone.events.put(kind, new ArrayList<>(events)));
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
        clone.syncMarkerDue = true;
        clone.statsDue = true;
        if (request.hasCloneTriggerName()) {
            clone.cloneTrigger = new ServiceSession.ReceivedTrigger(
                    request.getCloneTriggerName(),
                    request.getCloneTriggerProducerName(),
                    request.getCloneTriggerTrustedProducerUid(),
                    request.getCloneTriggerDelayMs(),
                    request.getCloneTriggerBootTimeNs());
        }
    }

    private @Nullable String copyFile(ServiceSession source, ServiceSession clone, Descriptor file) {
        SessionFile from = source.file;
        try (SessionFile to = new SessionFile(file, 0)) {
            if (from != null) {
                from.copyTo(to);
            }
            SessionReader.Batch batch;
            do {
                batch = service.control().reader().read(clone, Limits.FILE_BATCH);
                to.append(batch.packets());
            } while (batch.more());
            return null;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
