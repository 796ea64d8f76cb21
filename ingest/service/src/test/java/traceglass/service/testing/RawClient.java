package traceglass.service.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ReadBuffersRequest;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.UnixStream;

/// A client that writes and reads individual frames.
public final class RawClient implements AutoCloseable {

    private interface Transport {
        void send(byte[] bytes, Descriptor descriptor) throws IOException;

        int receive(byte[] target) throws IOException;

        Descriptor takeDescriptor();

        void close();
    }

    private final Transport transport;
    private final Map<String, Integer> methods = new HashMap<>();
    private final ArrayDeque<IPCFrame> frames = new ArrayDeque<>();
    private final byte[] received = new byte[64 << 10];
    private byte[] unparsed = {};
    private Descriptor receivedDescriptor;
    private long lastId;
    private int serviceId;

    /// Connects to a Unix socket and binds.
    public RawClient(String name, String service) throws IOException {
        this(unix(UnixStream.connect(name)), service);
    }

    /// Binds over a channel.
    public RawClient(ByteChannel channel, String service) throws IOException {
        this(transportOver(channel), service);
    }

    private RawClient(Transport transport, String service) throws IOException {
        this.transport = transport;
        bind(service);
    }

    private static Transport unix(UnixStream socket) {
        return new Transport() {
            @Override
            public void send(byte[] bytes, Descriptor descriptor) throws IOException {
                socket.send(bytes, 0, bytes.length, descriptor, -1);
            }

            @Override
            public int receive(byte[] target) throws IOException {
                return socket.receive(target, 0, target.length, -1);
            }

            @Override
            public Descriptor takeDescriptor() {
                return socket.takeDescriptor();
            }

            @Override
            public void close() {
                socket.close();
            }
        };
    }

    private static Transport transportOver(ByteChannel channel) {
        return new Transport() {
            @Override
            public void send(byte[] bytes, Descriptor descriptor) throws IOException {
                ByteBuffer remaining = ByteBuffer.wrap(bytes);
                while (remaining.hasRemaining()) {
                    channel.write(remaining);
                }
            }

            @Override
            public int receive(byte[] target) throws IOException {
                return channel.read(ByteBuffer.wrap(target));
            }

            @Override
            public Descriptor takeDescriptor() {
                return null;
            }

            @Override
            public void close() {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    /// Binds another port on the same connection; later calls go to it.
    ///
    /// @return whether the service has this port
    public boolean bind(String service) throws IOException {
        send(IPCFrame.newBuilder()
                .setRequestId(++lastId)
                .setMsgBindService(IPCFrame.BindService.newBuilder().setServiceName(service))
                .build());
        IPCFrame.BindServiceReply reply = next().getMsgBindServiceReply();
        serviceId = reply.getServiceId();
        reply.getMethodsList().forEach(m -> methods.put(m.getName(), m.getId()));
        return reply.getSuccess();
    }

    /// Sends a frame.
    public void send(IPCFrame frame) throws IOException {
        byte[] bytes = frame.toByteArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 4; i++) {
            out.write(bytes.length >>> 8 * i);
        }
        out.writeBytes(bytes);
        sendRaw(out.toByteArray());
    }

    /// Sends raw bytes.
    public void sendRaw(byte[] bytes) throws IOException {
        transport.send(bytes, null);
    }

    /// Returns the frame of a call, including its length prefix.
    public byte[] encodeCall(String method, MessageLite arguments, boolean dropsReply) {
        byte[] bytes = callFrame(method, arguments, dropsReply).toByteArray();
        byte[] all = new byte[4 + bytes.length];
        for (int i = 0; i < 4; i++) {
            all[i] = (byte) (bytes.length >>> 8 * i);
        }
        System.arraycopy(bytes, 0, all, 4, bytes.length);
        return all;
    }

    private IPCFrame callFrame(String method, MessageLite arguments, boolean dropsReply) {
        return IPCFrame.newBuilder()
                .setRequestId(++lastId)
                .setMsgInvokeMethod(IPCFrame.InvokeMethod.newBuilder()
                        .setServiceId(serviceId)
                        .setMethodId(methods.get(method))
                        .setArgsProto(arguments.toByteString())
                        .setDropReply(dropsReply))
                .build();
    }

    /// Calls a method without waiting for a reply.
    ///
    /// @return request id
    public long send(String method, MessageLite arguments, boolean dropsReply) throws IOException {
        send(callFrame(method, arguments, dropsReply));
        return lastId;
    }

    /// Calls a method and passes a descriptor, which the caller must close.
    ///
    /// @return request id
    public long send(String method, MessageLite arguments, Descriptor descriptor) throws IOException {
        transport.send(encodeCall(method, arguments, false), descriptor);
        return lastId;
    }

    /// Calls a method and returns its first reply; null if it was rejected.
    public ByteString call(String method, MessageLite arguments) throws IOException {
        return awaitReply(send(method, arguments, false)).orNull();
    }

    /// A reply to a call.
    public record Reply(boolean isSuccess, boolean hasMore, ByteString bytes) {
        ByteString orNull() {
            return isSuccess ? bytes : null;
        }
    }

    /// Waits for a reply to a request. Replies to other requests are buffered.
    public Reply awaitReply(long request) throws IOException {
        ArrayDeque<IPCFrame> others = new ArrayDeque<>();
        while (true) {
            IPCFrame frame = next();
            if (frame.getRequestId() == request) {
                others.descendingIterator().forEachRemaining(frames::addFirst);
                IPCFrame.InvokeMethodReply reply = frame.getMsgInvokeMethodReply();
                return new Reply(reply.getSuccess(), reply.getHasMore(), reply.getReplyProto());
            }
            others.add(frame);
        }
    }

    /// Reads the buffers of the session of this client.
    public List<TracePacket> readPackets() throws IOException {
        List<TracePacket> packets = new ArrayList<>();
        readPackets(packets::add);
        return packets;
    }

    /// Reads the buffers of the session of this client, and passes each packet to the receiver.
    public void readPackets(Consumer<TracePacket> receiver) throws IOException {
        long id = send("ReadBuffers", ReadBuffersRequest.getDefaultInstance(), false);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        Reply reply;
        do {
            reply = awaitReply(id);
            for (ReadBuffersResponse.Slice slice :
                    ReadBuffersResponse.parseFrom(reply.bytes()).getSlicesList()) {
                slice.getData().writeTo(pieces);
                if (slice.getLastSliceForPacket()) {
                    receiver.accept(TracePacket.parseFrom(pieces.toByteArray()));
                    pieces.reset();
                }
            }
        } while (reply.hasMore());
    }

    private IPCFrame next() throws IOException {
        if (!frames.isEmpty()) {
            return frames.poll();
        }
        while (true) {
            if (unparsed.length >= 4) {
                int length = unparsed[0] & 0xFF | (unparsed[1] & 0xFF) << 8 | (unparsed[2] & 0xFF) << 16;
                if (unparsed.length >= 4 + length) {
                    byte[] frame = Arrays.copyOfRange(unparsed, 4, 4 + length);
                    unparsed = Arrays.copyOfRange(unparsed, 4 + length, unparsed.length);
                    return parse(frame);
                }
            }
            int count = transport.receive(received);
            Descriptor newer = transport.takeDescriptor();
            if (newer != null) {
                receivedDescriptor = newer;
            }
            if (count == UnixStream.END) {
                throw new IOException("disconnected");
            }
            int oldLength = unparsed.length;
            unparsed = Arrays.copyOf(unparsed, oldLength + count);
            System.arraycopy(received, 0, unparsed, oldLength, count);
        }
    }

    private static IPCFrame parse(byte[] frame) throws InvalidProtocolBufferException {
        return IPCFrame.parseFrom(frame);
    }

    /// Returns the descriptor that arrived with a reply.
    public Descriptor receivedDescriptor() {
        return receivedDescriptor;
    }

    @Override
    public void close() {
        transport.close();
    }
}
