package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.InitRelayRequest;
import traceglass.protos.ipc.SyncClockRequest;
import traceglass.protos.ipc.SyncClockRequest.Phase;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.service.core.peer.MachineInfo;

/// The relay's own connection to a service on another machine, over which it sends system information and clock
/// readings of this machine.
final class RelayClient {

    private static final String SERVICE = "RelayPort";

    private final ClientStream stream;
    private final FrameSplitter splitter = new FrameSplitter();
    private final Map<String, Integer> methods = new HashMap<>();
    private byte[] received = {};
    private int serviceId;
    private long lastRequest;

    RelayClient(ClientStream stream) {
        this.stream = stream;
    }

    /// Sends the system information of this machine.
    ///
    /// @param version version of the relay
    void sendSystemInfo(String version) throws IOException {
        IPCFrame.BindServiceReply bound = call(IPCFrame.newBuilder()
                        .setMsgBindService(IPCFrame.BindService.newBuilder().setServiceName(SERVICE)))
                .getMsgBindServiceReply();
        if (!bound.getSuccess()) {
            throw new IOException(
                    "the service does not accept relays on this socket; start it with" + " --enable-relay-endpoint");
        }
        serviceId = bound.getServiceId();
        bound.getMethodsList().forEach(m -> methods.put(m.getName(), m.getId()));
        invoke(
                "InitRelay",
                InitRelayRequest.newBuilder()
                        .setSystemInfo(MachineInfo.read(version))
                        .build());
    }

    /// Sends clock readings twice, so that the service can determine the latency.
    void synchronizeClocks() throws IOException {
        for (Phase phase : new Phase[] {Phase.PING, Phase.UPDATE}) {
            SyncClockRequest.Builder request = SyncClockRequest.newBuilder().setPhase(phase);
            for (ClockSnapshot.Clock clock : MachineInfo.readClocks().getClocksList()) {
                request.addClocks(SyncClockRequest.Clock.newBuilder()
                        .setClockId(clock.getClockId())
                        .setTimestamp(clock.getTimestamp()));
            }
            invoke("SyncClock", request.build());
        }
    }

    private void invoke(String method, MessageLite arguments) throws IOException {
        Integer id = methods.get(method);
        if (id == null) {
            throw new IOException("the service has no method " + method);
        }
        call(IPCFrame.newBuilder()
                .setMsgInvokeMethod(IPCFrame.InvokeMethod.newBuilder()
                        .setServiceId(serviceId)
                        .setMethodId(id)
                        .setArgsProto(arguments.toByteString())));
    }

    private IPCFrame call(IPCFrame.Builder frame) throws IOException {
        long request = ++lastRequest;
        stream.send(FrameSplitter.framed(frame.setRequestId(request).build().toByteArray()), null);
        while (true) {
            IPCFrame reply = next();
            if (reply.getRequestId() == request) {
                return reply;
            }
        }
    }

    private IPCFrame next() throws IOException {
        while (received.length == 0) {
            int count = stream.receive(splitter.buffer(), splitter.end());
            if (count == ClientStream.END) {
                throw new IOException("the service closed the connection");
            }
            byte[] frames = splitter.received(count);
            received = frames == null ? received : frames;
        }
        int end = FrameSplitter.HEADER_SIZE + FrameSplitter.length(received, 0);
        IPCFrame frame = IPCFrame.parseFrom(
                ByteString.copyFrom(received, FrameSplitter.HEADER_SIZE, end - FrameSplitter.HEADER_SIZE));
        received = Arrays.copyOfRange(received, end, received.length);
        return frame;
    }
}
