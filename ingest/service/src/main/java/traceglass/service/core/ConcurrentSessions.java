package traceglass.service.core;

import traceglass.protos.trace.ConcurrentSessionEvent;
import traceglass.protos.trace.ConcurrentSessionEvent.State;

/// Reports concurrent sessions to the sessions that request it.
final class ConcurrentSessions {

    private final TracingService service;

    ConcurrentSessions(TracingService service) {
        this.service = service;
    }

    /// Reports the existing sessions to a session that begins.
    void onBegin(ServiceSession session) {
        for (ServiceSession other : service.sessions()) {
            if (other != session) {
                record(session, other);
            }
        }
    }

    /// Reports the new state of a session to the other sessions.
    void onChange(ServiceSession session) {
        for (ServiceSession other : service.sessions()) {
            boolean records = !other.isClone() && other.state != ServiceSessionState.DISABLED;
            if (other != session && records) {
                record(other, session);
            }
        }
    }

    private void record(ServiceSession session, ServiceSession other) {
        boolean isRequested = session.config.getBuiltinDataSources().getEnableConcurrentSessionEvents();
        if (!isRequested || session.concurrentEvents.size() >= Limits.CONCURRENT_EVENTS_KEPT) {
            return;
        }
        ConcurrentSessionEvent.Builder event = ConcurrentSessionEvent.newBuilder()
                .setState(number(other.state))
                .setSessionId(other.id)
                .setConsumerUid(other.uid)
                .setNumDataSources(other.instances.size());
        if (!other.config.getUniqueSessionName().isEmpty()) {
            event.setSessionName(other.config.getUniqueSessionName());
        }
        session.concurrentEvents.add(new ServiceSession.ServiceEvent(
                other.stateSinceNs,
                service.packets()
                        .packet(other.stateSinceNs)
                        .setConcurrentSessionEvent(event)
                        .build()));
    }

    private static State number(ServiceSessionState state) {
        return switch (state) {
            case DISABLED -> State.STATE_DISABLED;
            case CONFIGURED -> State.STATE_CONFIGURED;
            case STARTED -> State.STATE_STARTED;
            case STOPPING -> State.STATE_DISABLING_WAITING_STOP_ACKS;
            case CLONED -> State.STATE_CLONED_READ_ONLY;
        };
    }
}
