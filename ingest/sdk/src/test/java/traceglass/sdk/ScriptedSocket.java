package traceglass.sdk;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.sdk.wire.ServiceSocket;

/// A tracing service without a socket: it replies to the first calls of a producer and sends the messages that a test
/// provides.
final class ScriptedSocket implements ServiceSocket {

    private static final String[] METHODS = {
        "InitializeConnection",
        "RegisterDataSource",
        "UnregisterDataSource",
        "CommitData",
        "GetAsyncCommand",
        "RegisterTraceWriter",
        "UnregisterTraceWriter",
        "NotifyDataSourceStarted",
        "NotifyDataSourceStopped",
        "ActivateTriggers",
        "Sync",
        "UpdateDataSource"
    };

    private final LinkedBlockingQueue<byte[]> toProducer = new LinkedBlockingQueue<>();
    private final BiConsumer<String, byte[]> calls;
    private final boolean isShared;
    private @Nullable Descriptor passed;
    private byte[] unparsed = {};

    /// Id of the GetAsyncCommand call.
    private long async;

    /// @param calls receives the method and the arguments of each call
    ScriptedSocket(boolean isShared, BiConsumer<String, byte[]> calls) {
        this.isShared = isShared;
        this.calls = calls;
    }

    /// Sends a command to the producer, with a descriptor or null.
    void sendCommand(int field, ProtoWriter arguments, @Nullable Descriptor descriptor) {
        passed = descriptor == null ? passed : descriptor;
        sendRaw(commandFrame(field, arguments));
    }

    byte[] commandFrame(int field, ProtoWriter arguments) {
        ProtoWriter content = new ProtoWriter().message(field, arguments);
        return reply(async, content, true);
    }

    void sendRaw(byte[] bytes) {
        toProducer.add(bytes);
    }

    /// Ends the stream.
    void end() {
        toProducer.add(new byte[0]);
    }

    private static byte[] reply(long request, ProtoWriter content, boolean hasMore) {
        ProtoWriter frame = new ProtoWriter().varint(2, request);
        int reply = frame.open(6);
        frame.bool(1, true).bool(2, hasMore).message(3, content);
        frame.close(reply);
        return framed(frame);
    }

    private static byte[] framed(ProtoWriter frame) {
        byte[] content = frame.toByteArray();
        byte[] bytes = new byte[4 + content.length];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) (content.length >>> 8 * i);
        }
        System.arraycopy(content, 0, bytes, 4, content.length);
        return bytes;
    }

    @Override
    public void send(byte[] bytes, int from, int to, @Nullable Descriptor descriptor) throws IOException {
        long request = 0;
        ProtoFields frame = new ProtoFields(java.util.Arrays.copyOfRange(bytes, from + 4, to));
        while (frame.next()) {
            if (frame.field() == 2) {
                request = frame.number();
            } else if (frame.field() == 3) {
                ProtoWriter bound = new ProtoWriter().varint(2, request);
                int reply = bound.open(4);
                bound.bool(1, true).varint(2, 1);
                for (int i = 0; i < METHODS.length; i++) {
                    int method = bound.open(3);
                    bound.varint(1, i + 1).string(2, METHODS[i]);
                    bound.close(method);
                }
                bound.close(reply);
                sendRaw(framed(bound));
            } else if (frame.field() == 5) {
                sendCall(request, new ProtoFields(frame.content()));
            }
        }
    }

    private void sendCall(long request, ProtoFields call) {
        String method = "";
        byte[] arguments = {};
        while (call.next()) {
            if (call.field() == 2) {
                method = METHODS[(int) call.number() - 1];
            } else if (call.field() == 3) {
                arguments = call.content();
            }
        }
        if (method.equals("InitializeConnection")) {
            sendRaw(reply(request, new ProtoWriter().bool(2, true).bool(3, !isShared), false));
        } else if (method.equals("GetAsyncCommand")) {
            async = request;
        }
        calls.accept(method, arguments);
    }

    @Override
    public int receive(byte[] target, int from, int to) {
        try {
            if (unparsed.length == 0) {
                unparsed = toProducer.take();
            }
        } catch (InterruptedException e) {
            return -1;
        }
        if (unparsed.length == 0) {
            toProducer.add(unparsed);
            return -1;
        }
        int count = Math.min(unparsed.length, to - from);
        System.arraycopy(unparsed, 0, target, from, count);
        unparsed = java.util.Arrays.copyOfRange(unparsed, count, unparsed.length);
        return count;
    }

    @Override
    public @Nullable Descriptor takeDescriptor() {
        Descriptor taken = passed;
        passed = null;
        return taken;
    }

    @Override
    public boolean passesDescriptors() {
        return isShared;
    }

    @Override
    public void shutdown() {
        end();
    }

    @Override
    public void close() {
        end();
        if (passed != null) {
            passed.discard();
        }
    }
}
