package traceglass.service.ipc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.IPCFrame;
import traceglass.sdk.posix.Descriptor;

/// Handles the bind and invoke requests of one client.
final class RemoteCalls implements ClientConnection.Handler {

    private final ClientConnection connection;
    private final List<Port> ports;

    /// @param ports ports that the client can bind; their ids are their positions, counted from 1
    RemoteCalls(ClientConnection connection, List<Port> ports) {
        this.connection = connection;
        this.ports = ports;
    }

    @Override
    public void onFrame(IPCFrame frame) {
        switch (frame.getMsgCase()) {
            case MSG_BIND_SERVICE -> bind(frame);
            case MSG_INVOKE_METHOD -> invoke(frame.getRequestId(), frame.getMsgInvokeMethod());
            case SET_PEER_IDENTITY -> connection.setIdentity(frame.getSetPeerIdentity());
            default ->
                connection.send(
                        IPCFrame.newBuilder()
                                .setRequestId(frame.getRequestId())
                                .setMsgRequestError(
                                        IPCFrame.RequestError.newBuilder().setError("unknown request"))
                                .build(),
                        null);
        }
    }

    private void bind(IPCFrame frame) {
        IPCFrame.BindServiceReply.Builder reply = IPCFrame.BindServiceReply.newBuilder();
        int serviceId = 1;
        for (Port port : ports) {
            if (frame.getMsgBindService().getServiceName().equals(port.name())) {
                reply.setSuccess(true).setServiceId(serviceId);
                int id = 1;
                for (String method : port.methods()) {
                    reply.addMethods(IPCFrame.BindServiceReply.MethodInfo.newBuilder()
                            .setId(id++)
                            .setName(method));
                }
            }
            serviceId++;
        }
        connection.send(
                IPCFrame.newBuilder()
                        .setRequestId(frame.getRequestId())
                        .setMsgBindServiceReply(reply)
                        .build(),
                null);
    }

    private void invoke(long request, IPCFrame.InvokeMethod call) {
        int method = call.getMethodId();
        int service = call.getServiceId();
        Port port = service >= 1 && service <= ports.size() ? ports.get(service - 1) : null;
        if (port == null || method < 1 || method > port.methods().size()) {
            sendReply(request, null, false, null);
            return;
        }
        try {
            port.invoke(port.methods().get(method - 1), call.getArgsProto(), new Port.Reply() {
                @Override
                public void send(MessageLite message, boolean hasMore) {
                    if (!call.getDropReply()) {
                        sendReply(request, message, hasMore, null);
                    }
                }

                @Override
                public void sendWith(MessageLite message, @Nullable Descriptor descriptor) {
                    sendReply(request, message, true, descriptor);
                }

                @Override
                public void reject() {
                    if (!call.getDropReply()) {
                        sendReply(request, null, false, null);
                    }
                }
            });
        } catch (InvalidProtocolBufferException e) {
            sendReply(request, null, false, null);
        }
    }

    private void sendReply(
            long request, @Nullable MessageLite message, boolean hasMore, @Nullable Descriptor descriptor) {
        IPCFrame.InvokeMethodReply.Builder reply = IPCFrame.InvokeMethodReply.newBuilder();
        if (message == null) {
            reply.setSuccess(false);
        } else {
            reply.setSuccess(true).setHasMore(hasMore).setReplyProto(message.toByteString());
        }
        connection.send(
                IPCFrame.newBuilder()
                        .setRequestId(request)
                        .setMsgInvokeMethodReply(reply)
                        .build(),
                descriptor);
    }

    @Override
    public void onClosed() {
        ports.forEach(Port::onClosed);
    }
}
