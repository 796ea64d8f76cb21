package traceglass.record.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.common.ObservableEvents.DataSourceInstanceState;
import traceglass.protos.common.TraceStats;
import traceglass.protos.common.TracingServiceCapabilities;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.AttachResponse;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.FlushResponse;
import traceglass.protos.ipc.GetTraceStatsResponse;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ObserveEventsResponse;
import traceglass.protos.ipc.QueryCapabilitiesResponse;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;

/// A simulated tracing service, for tests that must not depend on the real one. It listens on a Unix socket and serves
/// any number of connections. Its fields can be changed until a client connects.
public final class FakeService implements AutoCloseable {

    private static final List<String> METHODS = List.of(
            "EnableTracing",
            "StartTracing",
            "DisableTracing",
            "Flush",
            "FreeBuffers",
            "GetTraceStats",
            "QueryServiceState",
            "QueryCapabilities",
            "ObserveEvents",
            "ReadBuffers",
            "CloneSession",
            "Detach",
            "Attach",
            "ChangeTraceConfig");

    /// Data sources with the producers that offer them.
    public final Map<String, String> sources =
            new LinkedHashMap<>(Map.of("linux.process_stats", "probes", "linux.sys_stats", "probes"));

    /// Methods that the service does not have.
    public final List<String> withoutMethods = new ArrayList<>();

    /// Data sources that are offered but never start.
    public final List<String> unstartedSources = new ArrayList<>();

    /// Names of the called methods, in order, except requests for statistics.
    public final List<String> calls = new CopyOnWriteArrayList<>();

    /// Methods whose calls get no reply.
    public final List<String> unanswered = new ArrayList<>();

    /// Strings of the packets that each read returns.
    public volatile List<String> packets = List.of("one", "two");

    public volatile TraceStats stats = TraceStats.newBuilder()
            .addBufferStats(TraceStats.BufferStats.newBuilder()
                    .setBufferSize(4096 * 1024)
                    .setBytesWritten(1024))
            .build();

    /// Error with which a session is refused; empty if it is accepted.
    public volatile String refusal = "";

    /// Error with which a session ends; empty if it ends normally.
    public volatile String endError = "";

    public volatile String cloneError = "";

    /// Error with which every flush is refused; empty if they succeed.
    public volatile String flushError = "";

    public volatile String version = "Perfetto v56.0 (N/A)";

    /// The last config that a client sent.
    public volatile TraceConfig config;

    private final Path folder;
    private final ServerSocketChannel server;
    private final List<SocketChannel> clients = new CopyOnWriteArrayList<>();

    public FakeService() throws IOException {
        folder = Files.createTempDirectory("tgfake");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket()));
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    SocketChannel client = server.accept();
                    clients.add(client);
                    Thread.ofPlatform().daemon().start(() -> {
                        try (client) {
                            serve(Channels.newInputStream(client), Channels.newOutputStream(client));
                        } catch (IOException e) {
                            // The client has disconnected.
                        }
                    });
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }

    /// The consumer socket.
    public Path socket() {
        return folder.resolve("s");
    }

    /// Breaks all connections.
    public void breakConnections() throws IOException {
        for (SocketChannel c : clients) {
            c.close();
        }
    }

    /// Serves one client until it disconnects.
    public void serve(InputStream from, OutputStream to) throws IOException {
        new Connection(to).serve(new DataInputStream(from));
    }

    @Override
    public void close() throws IOException {
        server.close();
        breakConnections();
        Files.deleteIfExists(socket());
        Files.deleteIfExists(folder);
    }

    /// Returns the bytes of a trace of the given packets.
    public static byte[] trace(List<String> packets) {
        ByteString trace = ByteString.empty();
        for (String p : packets) {
            byte[] packet = packet(p);
            trace = trace.concat(ByteString.copyFrom(new byte[] {0x0A, (byte) packet.length}))
                    .concat(ByteString.copyFrom(packet));
        }
        return trace.toByteArray();
    }

    private static byte[] packet(String text) {
        return TracePacket.newBuilder()
                .setForTesting(TestEvent.newBuilder().setStr(text))
                .build()
                .toByteArray();
    }

    private final class Connection {

        private final OutputStream out;
        private long enabled;
        private long observer;
        private String key = "";

        Connection(OutputStream out) {
            this.out = out;
        }

        void serve(DataInputStream in) throws IOException {
            while (true) {
                byte[] head = in.readNBytes(4);
                if (head.length < 4) {
                    return;
                }
                int length =
                        ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
                byte[] body = in.readNBytes(length);
                if (body.length < length) {
                    throw new EOFException("half a frame");
                }
                IPCFrame frame = IPCFrame.parseFrom(body);
                if (frame.hasMsgBindService()) {
                    bind(frame.getRequestId());
                } else {
                    invoke(
                            frame.getRequestId(),
                            METHODS.get(frame.getMsgInvokeMethod().getMethodId() - 1),
                            frame.getMsgInvokeMethod().getArgsProto());
                }
            }
        }

        private void bind(long id) throws IOException {
            IPCFrame.BindServiceReply.Builder reply =
                    IPCFrame.BindServiceReply.newBuilder().setSuccess(true).setServiceId(7);
            for (int i = 0; i < METHODS.size(); i++) {
                if (!withoutMethods.contains(METHODS.get(i))) {
                    reply.addMethods(IPCFrame.BindServiceReply.MethodInfo.newBuilder()
                            .setId(i + 1)
                            .setName(METHODS.get(i)));
                }
            }
            send(IPCFrame.newBuilder()
                    .setRequestId(id)
                    .setMsgBindServiceReply(reply)
                    .build());
        }

        private void invoke(long id, String method, ByteString args) throws IOException {
            if (!method.equals("GetTraceStats")) {
                calls.add(method);
            }
            if (unanswered.contains(method)) {
                return;
            }
            switch (method) {
                case "EnableTracing" ->
                    enable(id, EnableTracingRequest.parseFrom(args).getTraceConfig());
                case "StartTracing" -> {
                    reply(id, EnableTracingResponse.getDefaultInstance(), false);
                    startSources();
                }
                case "DisableTracing" -> {
                    reply(id, EnableTracingResponse.getDefaultInstance(), false);
                    endSession();
                }
                case "Flush" -> {
                    if (flushError.isEmpty()) {
                        reply(id, FlushResponse.getDefaultInstance(), false);
                    } else {
                        refuse(id);
                    }
                }
                case "GetTraceStats" ->
                    reply(
                            id,
                            GetTraceStatsResponse.newBuilder()
                                    .setTraceStats(stats)
                                    .build(),
                            false);
                case "QueryServiceState" -> sendServiceState(id);
                case "QueryCapabilities" ->
                    reply(
                            id,
                            QueryCapabilitiesResponse.newBuilder()
                                    .setCapabilities(TracingServiceCapabilities.newBuilder()
                                            .setHasQueryCapabilities(true)
                                            .setHasCloneSession(!withoutMethods.contains("CloneSession")))
                                    .build(),
                            false);
                case "ObserveEvents" -> observer = id;
                case "ReadBuffers" -> sendPackets(id);
                case "CloneSession" ->
                    cloneSession(id, CloneSessionRequest.parseFrom(args).getUniqueSessionName());
                case "Attach" ->
                    reply(id, AttachResponse.newBuilder().setTraceConfig(config).build(), false);
                default -> reply(id, EnableTracingResponse.getDefaultInstance(), false);
            }
        }

        private void cloneSession(long id, String name) throws IOException {
            key = name;
            boolean isSame = config != null && name.equals(config.getUniqueSessionName());
            reply(
                    id,
                    CloneSessionResponse.newBuilder()
                            .setSuccess(isSame && cloneError.isEmpty())
                            .setError(cloneError)
                            .build(),
                    false);
        }

        private void enable(long id, TraceConfig requested) throws IOException {
            config = requested;
            if (!refusal.isEmpty()) {
                reply(
                        id,
                        EnableTracingResponse.newBuilder()
                                .setDisabled(true)
                                .setError(refusal)
                                .build(),
                        false);
                return;
            }
            enabled = id;
            if (!requested.getDeferredStart()) {
                startSources();
            }
        }

        private void startSources() throws IOException {
            sendStateChanges(DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STARTED);
            sendEvents(ObservableEvents.newBuilder().setAllDataSourcesStarted(unstartedSources.isEmpty()));
            if (config.getDurationMs() > 0) {
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        Thread.sleep(config.getDurationMs());
                        endSession();
                    } catch (InterruptedException | IOException e) {
                        // The connection has already ended.
                    }
                });
            }
        }

        private void sendStateChanges(DataSourceInstanceState state) throws IOException {
            ObservableEvents.Builder changes = ObservableEvents.newBuilder();
            config.getDataSourcesList().stream()
                    .map(d -> d.getConfig().getName())
                    .filter(n -> sources.containsKey(n) && !unstartedSources.contains(n))
                    .forEach(n ->
                            changes.addInstanceStateChanges(ObservableEvents.DataSourceInstanceStateChange.newBuilder()
                                    .setProducerName(sources.get(n))
                                    .setDataSourceName(n)
                                    .setState(state)));
            sendEvents(changes);
        }

        private void sendEvents(ObservableEvents.Builder events) throws IOException {
            if (observer != 0) {
                reply(
                        observer,
                        ObserveEventsResponse.newBuilder().setEvents(events).build(),
                        true);
            }
        }

        private void endSession() throws IOException {
            sendStateChanges(DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STOPPED);
            long id = enabled;
            enabled = 0;
            if (id != 0 && unstartedSources.isEmpty()) {
                reply(
                        id,
                        EnableTracingResponse.newBuilder()
                                .setDisabled(true)
                                .setError(endError)
                                .build(),
                        false);
            }
        }

        private void sendServiceState(long id) throws IOException {
            // The reply arrives in two messages, as from a service with many producers.
            List<String> producers = sources.values().stream().distinct().toList();
            TracingServiceState.Builder first = TracingServiceState.newBuilder().setTracingServiceVersion(version);
            for (int i = 0; i < producers.size(); i++) {
                first.addProducers(
                        TracingServiceState.Producer.newBuilder().setId(i + 1).setName(producers.get(i)));
            }
            TracingServiceState.Builder second = TracingServiceState.newBuilder();
            sources.forEach((source, producer) -> {
                TracingServiceState.DataSource.Builder d =
                        TracingServiceState.DataSource.newBuilder().setProducerId(producers.indexOf(producer) + 1);
                d.getDsDescriptorBuilder().setName(source);
                if (source.equals("linux.ftrace")) {
                    d.getDsDescriptorBuilder()
                            .getFtraceDescriptorBuilder()
                            .addAtraceCategoriesBuilder()
                            .setName("gfx")
                            .setDescription("Graphics");
                }
                second.addDataSources(d);
            });
            reply(
                    id,
                    QueryServiceStateResponse.newBuilder()
                            .setServiceState(first)
                            .build(),
                    true);
            reply(
                    id,
                    QueryServiceStateResponse.newBuilder()
                            .setServiceState(second)
                            .build(),
                    false);
        }

        private void sendPackets(long id) throws IOException {
            // Each packet is split into two slices, in separate messages.
            for (String p : packets) {
                ByteString bytes = ByteString.copyFrom(packet(key.isEmpty() ? p : "copy of " + p));
                reply(id, slice(bytes.substring(0, 2), false), true);
                reply(id, slice(bytes.substring(2), true), true);
            }
            reply(id, ReadBuffersResponse.getDefaultInstance(), false);
        }

        private static ReadBuffersResponse slice(ByteString data, boolean isLast) {
            return ReadBuffersResponse.newBuilder()
                    .addSlices(
                            ReadBuffersResponse.Slice.newBuilder().setData(data).setLastSliceForPacket(isLast))
                    .build();
        }

        private void reply(long id, MessageLite message, boolean hasMore) throws IOException {
            send(IPCFrame.newBuilder()
                    .setRequestId(id)
                    .setMsgInvokeMethodReply(IPCFrame.InvokeMethodReply.newBuilder()
                            .setSuccess(true)
                            .setHasMore(hasMore)
                            .setReplyProto(message.toByteString()))
                    .build());
        }

        private void refuse(long id) throws IOException {
            send(IPCFrame.newBuilder()
                    .setRequestId(id)
                    .setMsgInvokeMethodReply(
                            IPCFrame.InvokeMethodReply.newBuilder().setSuccess(false))
                    .build());
        }

        private synchronized void send(IPCFrame frame) throws IOException {
            byte[] bytes = frame.toByteArray();
            ByteBuffer b = ByteBuffer.allocate(4 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
            out.write(b.putInt(bytes.length).put(bytes).array());
            out.flush();
        }
    }
}
