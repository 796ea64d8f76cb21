package traceglass.sdk.wire;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;

/// Calls methods of the tracing service. Messages are frames with a 4-byte length prefix.
public final class ServiceCalls implements AutoCloseable {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_FRAME_BYTES = 128 * 1024;
    private static final int LENGTH = 4;
    private static final int REQUEST_ID = 2;
    private static final int BIND = 3;
    private static final int BIND_REPLY = 4;
    private static final int INVOKE = 5;
    private static final int INVOKE_REPLY = 6;
    private static final int REPLY_CONTENT = 3;

    private final ServiceSocket socket;
    private final Map<String, Integer> methods = new HashMap<>();
    private final byte[] input = new byte[MAX_FRAME_BYTES];
    private int inputEnd;
    private int serviceId;
    private long lastRequest;

    public ServiceCalls(ServiceSocket socket) {
        this.socket = socket;
    }

    /// A reply to a call.
    ///
    /// @param request id of the call
    /// @param content encoded message of the reply
    public record Reply(long request, byte[] content) {}

    public ServiceSocket socket() {
        return socket;
    }

    /// Binds to a service of the other end, such as the producer port, and stores the ids of its methods.
    public void bind(String service) throws IOException {
        ProtoWriter frame = new ProtoWriter().varint(REQUEST_ID, ++lastRequest);
        int bind = frame.open(BIND);
        frame.string(1, service);
        frame.close(bind);
        send(frame, null);
        while (serviceId == 0) {
            ProtoFields fields = new ProtoFields(frame());
            try {
                while (fields.next()) {
                    if (fields.field() == BIND_REPLY) {
                        onBound(new ProtoFields(fields.content()));
                        if (serviceId == 0) {
                            throw new IOException(
                                    "The tracing service does not accept producers on this socket; use the producer"
                                            + " socket");
                        }
                    }
                }
            } catch (IllegalArgumentException e) {
                throw new IOException("The tracing service sent a malformed frame", e);
            }
        }
    }

    private void onBound(ProtoFields reply) {
        while (reply.next()) {
            if (reply.field() == 2) {
                serviceId = (int) reply.number();
            } else if (reply.field() == 3) {
                int id = 0;
                String name = "";
                for (ProtoFields method = new ProtoFields(reply.content()); method.next(); ) {
                    if (method.field() == 1) {
                        id = (int) method.number();
                    } else if (method.field() == 2) {
                        name = method.text();
                    }
                }
                methods.put(name, id);
            }
        }
    }

    /// Returns whether the service has a method; older services lack some.
    public boolean has(String method) {
        return methods.containsKey(method);
    }

    /// Calls a method.
    ///
    /// @param descriptor a descriptor to send with the call, or null
    /// @return the id of the call, which its replies contain
    public synchronized long invoke(
            String method, ProtoWriter arguments, boolean dropsReply, @Nullable Descriptor descriptor)
            throws IOException {
        Integer id = methods.get(method);
        if (id == null) {
            throw new IOException("The tracing service has no method " + method);
        }
        ProtoWriter frame = new ProtoWriter().varint(REQUEST_ID, ++lastRequest);
        int call = frame.open(INVOKE);
        frame.varint(1, serviceId).varint(2, id).message(3, arguments);
        if (dropsReply) {
            frame.bool(4, true);
        }
        frame.close(call);
        send(frame, descriptor);
        return lastRequest;
    }

    private void send(ProtoWriter frame, @Nullable Descriptor descriptor) throws IOException {
        byte[] content = frame.toByteArray();
        byte[] bytes = new byte[LENGTH + content.length];
        INT.set(bytes, 0, content.length);
        System.arraycopy(content, 0, bytes, LENGTH, content.length);
        socket.send(bytes, 0, bytes.length, descriptor);
    }

    /// Waits for the next reply. Skips malformed frames and frames that are not replies.
    ///
    /// @throws IOException at the end of the connection
    public Reply next() throws IOException {
        while (true) {
            Reply reply = reply(frame());
            if (reply != null) {
                return reply;
            }
        }
    }

    private static @Nullable Reply reply(byte[] frame) {
        long request = 0;
        byte[] reply = null;
        try {
            for (ProtoFields fields = new ProtoFields(frame); fields.next(); ) {
                if (fields.field() == REQUEST_ID) {
                    request = fields.number();
                } else if (fields.field() == INVOKE_REPLY) {
                    reply = fields.content();
                }
            }
            if (reply == null) {
                return null;
            }
            byte[] content = {};
            for (ProtoFields fields = new ProtoFields(reply); fields.next(); ) {
                if (fields.field() == REPLY_CONTENT) {
                    content = fields.content();
                }
            }
            return new Reply(request, content);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private byte[] frame() throws IOException {
        while (true) {
            if (inputEnd >= LENGTH) {
                int size = (int) INT.get(input, 0);
                if (size < 0 || size > MAX_FRAME_BYTES - LENGTH) {
                    throw new IOException(
                            "The tracing service sent a frame of " + Integer.toUnsignedString(size) + " bytes");
                }
                if (inputEnd >= LENGTH + size) {
                    byte[] frame = Arrays.copyOfRange(input, LENGTH, LENGTH + size);
                    System.arraycopy(input, LENGTH + size, input, 0, inputEnd - LENGTH - size);
                    inputEnd -= LENGTH + size;
                    return frame;
                }
            }
            int count = socket.receive(input, inputEnd, input.length);
            if (count < 0) {
                throw new IOException("The tracing service closed the connection");
            }
            inputEnd += count;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
