package traceglass.service.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.buffer.TraceBuffer;

/// Clones running sessions.
final class SessionCloner {

    /// Session id that selects the session with the highest bugreport score.
    private static final long BEST_SCORE = -1L;

    private final TracingService service;

    SessionCloner(TracingService service) {
        this.service = service;
    }

    /// Receives the result of a clone.
    interface Result {
        void onDone(CloneSessionResponse response);
    }

    /// Flushes a session and copies it for a consumer.
    ///
    /// @param file receives the copy if the session writes to a file; closed otherwise
    void start(ConsumerEndpoint consumer, CloneSessionRequest request, @Nullable Descriptor file, Result result) {
        ServiceSession source = find(request);
        String problem = source == null ? ServiceErrors.NO_SESSION : check(consumer, source, file);
        if (source == null || problem != null) {
            discard(file);
            result.onDone(failure(String.valueOf(problem)));
            return;
        }
        if (source.file == null) {
            discard(file);
        }
        clearBuffers(source);
        new CloneOperation(service, consumer, source, request, source.file == null ? null : file, result).start();
    }

    private static void discard(@Nullable Descriptor file) {
        if (file != null) {
            file.discard();
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
            boolean isBetter = score > 0 && (best == null || score > best.config.getBugreportScore());
            if (isBetter && session.state == ServiceSessionState.STARTED) {
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
            if (source.config.getBuffers(index++).getClearBeforeClone()) {
                entry.setValue(entry.getValue().createEmptyCopy());
            }
        }
    }
}
