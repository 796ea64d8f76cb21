package traceglass.service.core;

import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.config.TraceConfig;

/// Answers `QueryServiceState`.
final class StateQuery {

    private final TracingService service;

    StateQuery(TracingService service) {
        this.service = service;
    }

    /// @param uid user of the client; only root sees sessions of other users
    TracingServiceState query(int uid, boolean listsOnlySessions) {
        TracingServiceState.Builder state = TracingServiceState.newBuilder()
                .setTracingServiceVersion(service.version())
                .setSupportsTracingSessions(true)
                .setNumSessions(service.sessions().size())
                .setNumSessionsStarted((int) service.sessions().stream()
                        .filter(s -> s.state == ServiceSessionState.STARTED)
                        .count());
        if (!listsOnlySessions) {
            service.producers().forEach(p -> addProducer(state, p));
        }
        service.sessions().stream().filter(s -> uid == 0 || s.uid == uid).forEach(s -> state.addTracingSessions(of(s)));
        return state.build();
    }

    private static void addProducer(TracingServiceState.Builder state, ProducerEndpoint producer) {
        TracingServiceState.Producer.Builder message = TracingServiceState.Producer.newBuilder()
                .setId(producer.id)
                .setName(producer.info.name())
                .setUid(producer.identity.uid())
                .setPid(producer.identity.pid())
                .setSdkVersion(producer.info.sdkVersion());
        if (!producer.identity.isLocal()) {
            message.setMachineId(producer.identity.machineId()).setMachineName(producer.identity.machineName());
        }
        state.addProducers(message);
        for (DataSourceDescriptor source : producer.sources) {
            state.addDataSources(TracingServiceState.DataSource.newBuilder()
                    .setDsDescriptor(source)
                    .setProducerId(producer.id));
        }
    }

    private static TracingServiceState.TracingSession of(ServiceSession session) {
        TraceConfig config = session.config;
        TracingServiceState.TracingSession.Builder message = TracingServiceState.TracingSession.newBuilder()
                .setId(session.id)
                .setConsumerUid(session.uid)
                .setState(session.state.text)
                .setUniqueSessionName(config.getUniqueSessionName())
                .setDurationMs(config.getDurationMs())
                .setNumDataSources(session.instances.size())
                .setIsStarted(session.state == ServiceSessionState.STARTED)
                .setStartRealtimeNs(session.startRealtimeNs);
        if (config.getBugreportScore() > 0) {
            message.setBugreportScore(config.getBugreportScore());
        }
        if (!config.getBugreportFilename().isEmpty()) {
            message.setBugreportFilename(config.getBugreportFilename());
        }
        config.getBuffersList().forEach(b -> message.addBufferSizeKb(b.getSizeKb()));
        return message.build();
    }
}
