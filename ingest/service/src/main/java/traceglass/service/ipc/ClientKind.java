package traceglass.service.ipc;

import traceglass.service.core.TracingService;

/// Role of the clients at a socket.
enum ClientKind {
    PRODUCER {
        @Override
        Port port(TracingService service, ClientConnection client) {
            return new ProducerPort(service, client);
        }
    },
    CONSUMER {
        @Override
        Port port(TracingService service, ClientConnection client) {
            return new ConsumerCalls(service, client);
        }
    };

    /// Creates what a client of this kind can call.
    abstract Port port(TracingService service, ClientConnection client);
}
