package traceglass.service.core;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import traceglass.protos.common.ObservableEvents.CloneTriggerHit;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.service.core.peer.SystemClock;

/// Handles triggers that producers activate.
final class Triggers {

    private final TracingService service;
    private final Map<String, ArrayDeque<Long>> history = new HashMap<>();

    Triggers(TracingService service) {
        this.service = service;
    }

    /// Applies triggers to all sessions that wait for them.
    void activate(ProducerEndpoint producer, List<String> names) {
        for (String name : names) {
            for (ServiceSession session : service.sessions()) {
                for (TriggerConfig.Trigger trigger :
                        session.config.getTriggerConfig().getTriggersList()) {
                    boolean isOpen = session.state == ServiceSessionState.CONFIGURED
                            || session.state == ServiceSessionState.STARTED;
                    if (isOpen && trigger.getName().equals(name) && accepts(trigger, producer)) {
                        onHit(session, trigger, producer);
                    }
                }
            }
        }
    }

    private boolean accepts(TriggerConfig.Trigger trigger, ProducerEndpoint producer) {
        String pattern = trigger.getProducerNameRegex();
        if (!pattern.isEmpty() && !Pattern.matches(pattern, producer.info.name())) {
            return false;
        }
        if (ThreadLocalRandom.current().nextDouble() < trigger.getSkipProbability()) {
            return false;
        }
        long now = SystemClock.BOOTTIME.now();
        ArrayDeque<Long> earlier = history.computeIfAbsent(trigger.getName(), n -> new ArrayDeque<>());
        while (!earlier.isEmpty() && now - earlier.peekFirst() > Limits.DAY_NS) {
            earlier.pollFirst();
        }
        long limit = Integer.toUnsignedLong(trigger.getMaxPer24H());
        if (limit > 0 && earlier.size() >= limit) {
            return false;
        }
        earlier.addLast(now);
        if (earlier.size() > Limits.TRIGGERS_KEPT && earlier.size() > limit) {
            earlier.pollFirst();
        }
        return true;
    }

    private void onHit(ServiceSession session, TriggerConfig.Trigger trigger, ProducerEndpoint producer) {
        long delay = Integer.toUnsignedLong(trigger.getStopDelayMs());
        if (session.triggers.size() >= Limits.TRIGGERS_KEPT) {
            return;
        }
        service.packets().takeSnapshot(session, true);
        long now = SystemClock.BOOTTIME.now();
        ServiceSession.ReceivedTrigger received = new ServiceSession.ReceivedTrigger(
                trigger.getName(), producer.info.name(), producer.identity.uid(), delay, now);
        session.triggers.add(received);
        switch (session.triggerMode()) {
            case START_TRACING -> {
                if (session.state == ServiceSessionState.CONFIGURED) {
                    session.cancelTimers();
                    session.durationMs = delay;
                    service.control().start(session);
                }
            }
            case STOP_TRACING -> {
                if (!session.isStopTriggered) {
                    session.isStopTriggered = true;
                    if (session.durationTimer != null) {
                        session.durationTimer.cancel();
                    }
                    session.timers.add(
                            service.loop().after(delay, () -> service.control().flushAndDisable(session)));
                }
            }
            case CLONE_SNAPSHOT ->
                session.timers.add(service.loop().after(delay, () -> {
                    if (session.consumer != null) {
                        session.consumer.onCloneTrigger(CloneTriggerHit.newBuilder()
                                .setTracingSessionId(session.id)
                                .setTriggerName(received.name())
                                .setProducerName(received.producer())
                                .setProducerUid(received.uid())
                                .setBootTimeNs(now)
                                .setTriggerDelayMs(delay)
                                .build());
                    }
                }));
            default -> {}
        }
    }
}
