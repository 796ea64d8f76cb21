package traceglass.service.core;

import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;

/// An instance of a producer's data source in a session.
final class DataSourceInstance {

    enum State {
        CONFIGURED,
        STARTING,
        STARTED,
        STOPPING,
        STOPPED
    }

    final long id;
    final ProducerEndpoint producer;
    final DataSourceDescriptor descriptor;
    final DataSourceConfig config;
    State state = State.CONFIGURED;

    DataSourceInstance(long id, ProducerEndpoint producer, DataSourceDescriptor descriptor, DataSourceConfig config) {
        this.id = id;
        this.producer = producer;
        this.descriptor = descriptor;
        this.config = config;
    }

    boolean isActive() {
        return state == State.STARTING || state == State.STARTED;
    }
}
