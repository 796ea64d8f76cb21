package traceglass.service.ipc;

import java.util.List;
import traceglass.service.core.TracingService;

/// Role of the clients of a socket.
enum ClientKind {
    PRODUCER {
        @Override
        List<Port> ports(TracingService service, ClientConnection client) {
            return List.of(new ProducerPort(service, client));
        }
    },
    /// Producers and relays of other machines.
    PRODUCER_OR_RELAY {
        @Override
        List<Port> ports(TracingService service, ClientConnection client) {
            return List.of(new ProducerPort(service, client), new RelayPort(service, client));
        }
    },
    CONSUMER {
        @Override
        List<Port> ports(TracingService service, ClientConnection client) {
            return List.of(new ConsumerCalls(service, client));
        }
    };

    /// Creates the ports that a client of this kind can bind.
    abstract List<Port> ports(TracingService service, ClientConnection client);
}
