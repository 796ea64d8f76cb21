package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.InitRelayRequest;
import traceglass.protos.ipc.InitRelayResponse;
import traceglass.protos.ipc.SyncClockRequest;
import traceglass.protos.ipc.SyncClockResponse;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.service.core.RelayEndpoint;
import traceglass.service.core.TracingService;

/// The `RelayPort` of one relay, which sends information about its machine.
final class RelayPort implements Port {

    private static final List<String> METHODS = List.of("InitRelay", "SyncClock");
    private static final int CLOCKS = 32;

    private final TracingService service;
    private final ClientConnection connection;
    private @Nullable RelayEndpoint relay;

    RelayPort(TracingService service, ClientConnection connection) {
        this.service = service;
        this.connection = connection;
    }

    @Override
    public String name() {
        return "RelayPort";
    }

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public void invoke(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException {
        if (method.equals("InitRelay")) {
            InitRelayRequest request = InitRelayRequest.parseFrom(arguments);
            reply.send(InitRelayResponse.getDefaultInstance(), false);
            relay().initialize(request.getSystemInfo());
            return;
        }
        SyncClockRequest request = SyncClockRequest.parseFrom(arguments);
        ClockSnapshot.Builder clocks = ClockSnapshot.newBuilder();
        request.getClocksList().stream()
                .limit(CLOCKS)
                .forEach(c -> clocks.addClocks(ClockSnapshot.Clock.newBuilder()
                        .setClockId(c.getClockId())
                        .setTimestamp(c.getTimestamp())));
        relay().synchronize(clocks.build());
        reply.send(SyncClockResponse.getDefaultInstance(), false);
    }

    /// The relay. It is connected at its first call, because it sends its identity before that.
    private RelayEndpoint relay() {
        RelayEndpoint connected = relay;
        if (connected == null) {
            connected = service.connectRelay(connection.identity());
            relay = connected;
        }
        return connected;
    }

    @Override
    public void onClosed() {
        if (relay != null) {
            relay.disconnect();
        }
    }
}
