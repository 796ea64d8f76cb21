package traceglass.service.testing;

import com.google.protobuf.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.DisableTracingRequest;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.ReadBuffersRequest;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Descriptor;

/// A consumer that runs one session.
public final class TestConsumer implements AutoCloseable {

    private final RawClient client;
    private long enabled;

    /// @param client client that is bound to `ConsumerPort`
    public TestConsumer(RawClient client) {
        this.client = client;
    }

    public RawClient client() {
        return client;
    }

    /// Starts a session.
    ///
    /// @param config trace config in text format
    public void enable(String config) throws IOException {
        enabled = client.send("EnableTracing", request(config), false);
    }

    /// Starts a session that writes to a file.
    public void enable(String config, Descriptor file) throws IOException {
        enabled = client.send("EnableTracing", request(config), file);
    }

    private static EnableTracingRequest request(String config) throws IOException {
        TraceConfig.Builder builder = TraceConfig.newBuilder();
        TextFormat.merge(config, builder);
        return EnableTracingRequest.newBuilder().setTraceConfig(builder).build();
    }

    /// Waits for the end of the session and returns its error message; empty for none.
    public String end() throws IOException {
        return EnableTracingResponse.parseFrom(client.awaitReply(enabled).bytes())
                .getError();
    }

    /// Ends the session, waits for its end and returns its packets.
    public List<TracePacket> stopAndRead() throws IOException {
        client.call("DisableTracing", DisableTracingRequest.getDefaultInstance());
        end();
        return read();
    }

    /// Returns the packets that can be read now.
    public List<TracePacket> read() throws IOException {
        List<TracePacket> packets = new ArrayList<>();
        for (byte[] packet : readRaw()) {
            packets.add(TracePacket.parseFrom(packet));
        }
        return packets;
    }

    /// Returns the encoded packets that can be read now.
    public List<byte[]> readRaw() throws IOException {
        long id = client.send("ReadBuffers", ReadBuffersRequest.getDefaultInstance(), false);
        List<byte[]> packets = new ArrayList<>();
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        RawClient.Reply reply;
        do {
            reply = client.awaitReply(id);
            for (ReadBuffersResponse.Slice slice :
                    ReadBuffersResponse.parseFrom(reply.bytes()).getSlicesList()) {
                slice.getData().writeTo(pieces);
                if (slice.getLastSliceForPacket()) {
                    packets.add(pieces.toByteArray());
                    pieces.reset();
                }
            }
        } while (reply.hasMore());
        return packets;
    }

    /// Returns the strings of test packets.
    public static List<String> texts(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasForTesting)
                .map(p -> p.getForTesting().getStr())
                .toList();
    }

    @Override
    public void close() {
        client.close();
    }
}
