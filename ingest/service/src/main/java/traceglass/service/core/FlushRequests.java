package traceglass.service.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.protos.trace.TracingServiceEvent.DataSources;
import traceglass.service.metatrace.MetatraceEvent;

/// Sends flush requests and handles their acknowledgements.
final class FlushRequests {

    private static final int REASON_MASK = 15;
    private static final int REASON_STOP = 2;
    private static final int REASON_CLONE = 3;

    private final TracingService service;
    private long lastId;

    FlushRequests(TracingService service) {
        this.service = service;
    }

    /// Asks all producers of a session to commit their data.
    ///
    /// @param timeoutMs timeout in milliseconds; 0 for the session's default
    void start(ServiceSession session, int timeoutMs, long flags, ServiceSession.FlushResult result) {
        service.packets().writeEvent(session, TracingServiceEvent.newBuilder().setFlushStarted(true), false);
        start(session, timeoutMs, flags, instance -> true, result);
    }

    /// Asks the producers of selected data sources to commit their data, without recording a flush-started event.
    void start(
            ServiceSession session,
            int timeoutMs,
            long flags,
            Predicate<DataSourceInstance> selected,
            ServiceSession.FlushResult result) {
        if (session.state != ServiceSessionState.STARTED || session.flushes.size() >= Limits.PENDING_FLUSHES) {
            session.flushesFailed++;
            result.onDone(false);
            return;
        }
        session.flushesRequested++;
        long id = ++lastId;
        Map<ProducerEndpoint, List<Long>> targets = new LinkedHashMap<>();
        for (DataSourceInstance instance : session.instances) {
            boolean flushes = !instance.descriptor.getNoFlush();
            // The service can't scrape producers without shared memory; they send their chunks when asked to flush.
            boolean needsScraping =
                    instance.producer.info.hasEmulatedMemory() && instance.producer.info.supportsScraping();
            if (instance.isActive() && selected.test(instance) && (flushes || needsScraping)) {
                List<Long> ids = targets.computeIfAbsent(instance.producer, p -> new ArrayList<>());
                if (flushes) {
                    ids.add(instance.id);
                }
            }
        }
        HashSet<Integer> waiting = new HashSet<>();
        targets.keySet().forEach(p -> waiting.add(p.id));
        long limit = timeoutMs == 0 ? session.flushTimeoutMs() : Integer.toUnsignedLong(timeoutMs);
        LoopTimer timeout = service.loop().after(limit, () -> complete(session, id, false));
        session.flushes.put(id, new ServiceSession.PendingFlush(waiting, timeout, result, flags));
        long begin = service.loop().metatrace().begin();
        targets.forEach((producer, instances) -> producer.client.flush(id, instances, flags));
        service.loop().metatrace().end(MetatraceEvent.SERVICE_FLUSH, begin);
        if (waiting.isEmpty()) {
            service.loop().post(() -> complete(session, id, true));
        }
    }

    /// Handles a producer's acknowledgement, which also covers all earlier requests.
    void acknowledge(ProducerEndpoint producer, long upTo) {
        service.sessions().forEach(s -> onAcknowledged(s, producer, upTo));
    }

    /// Stops waiting for a producer that has disconnected.
    void onProducerDisconnected(ProducerEndpoint producer) {
        acknowledge(producer, -1L);
    }

    private void onAcknowledged(ServiceSession session, ProducerEndpoint producer, long upTo) {
        List<Long> done = new ArrayList<>();
        session.flushes.forEach((id, flush) -> {
            boolean isLast = Long.compareUnsigned(id, upTo) <= 0
                    && flush.producers().remove(producer.id)
                    && flush.producers().isEmpty();
            if (isLast) {
                done.add(id);
            }
        });
        done.forEach(id -> complete(session, id, true));
    }

    private void complete(ServiceSession session, long id, boolean isSuccess) {
        ServiceSession.PendingFlush flush = session.flushes.remove(id);
        if (flush == null) {
            return;
        }
        flush.timeout().cancel();
        if (!session.isFreed) {
            long reason = flush.flags() & REASON_MASK;
            if (!isSuccess && (reason == REASON_STOP || reason == REASON_CLONE)) {
                reportSlow(session, flush);
            }
            service.scrape(session);
            service.packets()
                    .writeEvent(session, TracingServiceEvent.newBuilder().setAllDataSourcesFlushed(true), true);
        }
        if (isSuccess) {
            session.flushesSucceeded++;
        } else {
            session.flushesFailed++;
        }
        flush.result().onDone(isSuccess);
    }

    private void reportSlow(ServiceSession session, ServiceSession.PendingFlush flush) {
        DataSources.Builder slow = DataSources.newBuilder();
        session.instances.stream()
                .filter(i -> flush.producers().contains(i.producer.id))
                .limit(Limits.SOURCES_IN_EVENT)
                .forEach(i -> slow.addDataSource(ServicePacketFactory.source(i)));
        service.packets()
                .writeEvent(session, TracingServiceEvent.newBuilder().setLastFlushSlowDataSources(slow), false);
    }

    /// Fails all pending flushes of a session, because it ends.
    void abort(ServiceSession session) {
        List.copyOf(session.flushes.keySet()).forEach(id -> complete(session, id, false));
    }
}
