package traceglass.record.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.common.TraceStats;
import traceglass.protos.common.TracingServiceCapabilities;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.AttachRequest;
import traceglass.protos.ipc.AttachResponse;
import traceglass.protos.ipc.ChangeTraceConfigRequest;
import traceglass.protos.ipc.ChangeTraceConfigResponse;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.ipc.DetachRequest;
import traceglass.protos.ipc.DetachResponse;
import traceglass.protos.ipc.DisableTracingRequest;
import traceglass.protos.ipc.DisableTracingResponse;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.FlushResponse;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.FreeBuffersResponse;
import traceglass.protos.ipc.GetTraceStatsRequest;
import traceglass.protos.ipc.GetTraceStatsResponse;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ObserveEventsRequest;
import traceglass.protos.ipc.ObserveEventsResponse;
import traceglass.protos.ipc.QueryCapabilitiesRequest;
import traceglass.protos.ipc.QueryCapabilitiesResponse;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.ipc.ReadBuffersRequest;
import traceglass.protos.ipc.StartTracingRequest;
import traceglass.protos.ipc.StartTracingResponse;
import traceglass.record.spi.PacketSink;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Client of the tracing service's consumer port, on one connection, which can control one session. Methods can be
/// called from any thread; replies are read by the connection's thread. A missing reply or a broken connection is a
/// [RecordProblem]. Every wait has a timeout except for [#enableTracing], whose reply arrives when the recording has
/// ended.
public final class ConsumerPort implements AutoCloseable {

    private static final String SERVICE = "ConsumerPort";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final FrameChannel frames;
    private final String peer;
    private final String hint;
    private final PendingCalls calls = new PendingCalls();
    private final Map<String, Integer> methods = new HashMap<>();
    private int serviceId;
    private volatile boolean isClosed;

    private ConsumerPort(ByteChannel channel, String peer, String hint) {
        this.frames = new FrameChannel(channel);
        this.peer = peer;
        this.hint = hint;
    }

    /// Binds to the service on a channel connected to its consumer socket.
    ///
    /// @param peer name of the other side, for messages: `this computer`, `Pixel 6a`
    public static ConsumerPort bind(ByteChannel channel, String peer) throws RecordProblem {
        return bind(channel, peer, ServiceTexts.RECORD_AGAIN);
    }

    /// Binds to the service.
    ///
    /// @param hint sentence with instructions for the user if the connection is lost
    public static ConsumerPort bind(ByteChannel channel, String peer, String hint) throws RecordProblem {
        ConsumerPort port = new ConsumerPort(channel, peer, hint);
        Thread.ofPlatform().daemon().name("traceglass-consumer").start(port::readFrames);
        try {
            port.bind();
            return port;
        } catch (RecordProblem e) {
            port.close();
            throw e;
        }
    }

    private void bind() throws RecordProblem {
        CompletableFuture<IPCFrame.BindServiceReply> bound = new CompletableFuture<>();
        long id = register(new SingleReply<>(bound, IPCFrame.BindServiceReply.parser()));
        send(IPCFrame.newBuilder()
                .setRequestId(id)
                .setMsgBindService(IPCFrame.BindService.newBuilder().setServiceName(SERVICE))
                .build());
        IPCFrame.BindServiceReply reply = await(bound, TIMEOUT, "bind");
        if (!reply.getSuccess()) {
            throw new RecordProblem(Kind.UNSUPPORTED, ServiceTexts.notConsumer(peer, SERVICE));
        }
        serviceId = reply.getServiceId();
        reply.getMethodsList().forEach(m -> methods.put(m.getName(), m.getId()));
    }

    /// Returns whether the service has a method with this name.
    public boolean hasMethod(String method) {
        return methods.containsKey(method);
    }

    /// Sets up a session and starts it. The reply arrives when the recording has ended: by its duration, by
    /// [#disableTracing], or because the service refused it; then `error` contains the reason.
    public CompletableFuture<EnableTracingResponse> enableTracing(TraceConfig config) throws RecordProblem {
        return enableTracing(config.toByteString());
    }

    /// Like [#enableTracing(TraceConfig)], with an encoded config that is sent unchanged.
    public CompletableFuture<EnableTracingResponse> enableTracing(ByteString config) throws RecordProblem {
        ByteString args = ByteString.empty();
        if (!config.isEmpty()) {
            byte[] head = new byte[1 + 10];
            head[0] = EnableTracingRequest.TRACE_CONFIG_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
            int n = 1;
            int remaining = config.size();
            while ((remaining & ~0x7F) != 0) {
                head[n++] = (byte) (remaining & 0x7F | 0x80);
                remaining >>>= 7;
            }
            head[n++] = (byte) remaining;
            args = ByteString.copyFrom(head, 0, n).concat(config);
        }
        CompletableFuture<EnableTracingResponse> response = new CompletableFuture<>();
        invoke("EnableTracing", args, new SingleReply<>(response, EnableTracingResponse.parser()));
        return response;
    }

    /// Starts a session whose config sets `deferred_start`.
    public void startTracing() throws RecordProblem {
        await(
                call("StartTracing", StartTracingRequest.getDefaultInstance(), StartTracingResponse.parser()),
                TIMEOUT,
                "StartTracing");
    }

    /// Changes the config of the running session, as far as the service allows.
    public void changeTraceConfig(TraceConfig config) throws RecordProblem {
        await(
                call(
                        "ChangeTraceConfig",
                        ChangeTraceConfigRequest.newBuilder()
                                .setTraceConfig(config)
                                .build(),
                        ChangeTraceConfigResponse.parser()),
                TIMEOUT,
                "ChangeTraceConfig");
    }

    /// Ends the recording. The reply to [#enableTracing] arrives when all data sources have stopped.
    public void disableTracing() throws RecordProblem {
        await(
                call("DisableTracing", DisableTracingRequest.getDefaultInstance(), DisableTracingResponse.parser()),
                TIMEOUT,
                "DisableTracing");
    }

    /// Asks all data sources to flush their pending data.
    ///
    /// @return whether all of them did so in time
    public boolean flush(Duration timeout, FlushReason reason) throws RecordProblem {
        FlushRequest request = FlushRequest.newBuilder()
                .setTimeoutMs((int) timeout.toMillis())
                .setFlags(reason.flags())
                .build();
        CompletableFuture<FlushResponse> response = call("Flush", request, FlushResponse.parser());
        try {
            response.get(timeout.plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted("Flush", e);
        }
    }

    /// Ends the session and discards its data.
    public void freeBuffers() throws RecordProblem {
        await(
                call("FreeBuffers", FreeBuffersRequest.getDefaultInstance(), FreeBuffersResponse.parser()),
                TIMEOUT,
                "FreeBuffers");
    }

    /// Requests the session's statistics: buffer usage, losses.
    public CompletableFuture<TraceStats> requestTraceStats() throws RecordProblem {
        return call("GetTraceStats", GetTraceStatsRequest.getDefaultInstance(), GetTraceStatsResponse.parser())
                .thenApply(GetTraceStatsResponse::getTraceStats);
    }

    /// Requests the session's statistics and waits for them.
    public TraceStats traceStats() throws RecordProblem {
        return await(requestTraceStats(), TIMEOUT, "GetTraceStats");
    }

    /// Queries producers, data sources and sessions of the service. Merges the reply if it arrives in several
    /// messages.
    public TracingServiceState queryServiceState(boolean listsOnlySessions) throws RecordProblem {
        CompletableFuture<TracingServiceState> whole = new CompletableFuture<>();
        TracingServiceState.Builder state = TracingServiceState.newBuilder();
        PendingCalls.Call parts = new PendingCalls.Call() {
            @Override
            public void reply(byte[] bytes, int offset, int length, boolean hasMore) throws IOException {
                state.mergeFrom(QueryServiceStateResponse.parser()
                        .parseFrom(bytes, offset, length)
                        .getServiceState());
                if (!hasMore) {
                    whole.complete(state.build());
                }
            }

            @Override
            public void fail(IOException reason) {
                whole.completeExceptionally(reason);
            }
        };
        invoke(
                "QueryServiceState",
                QueryServiceStateRequest.newBuilder()
                        .setSessionsOnly(listsOnlySessions)
                        .build(),
                parts);
        return await(whole, TIMEOUT, "QueryServiceState");
    }

    /// Queries the optional protocol features of the service. Returns none for an old service without this query.
    public TracingServiceCapabilities queryCapabilities() throws RecordProblem {
        if (!hasMethod("QueryCapabilities")) {
            return TracingServiceCapabilities.getDefaultInstance();
        }
        return await(
                        call(
                                "QueryCapabilities",
                                QueryCapabilitiesRequest.getDefaultInstance(),
                                QueryCapabilitiesResponse.parser()),
                        TIMEOUT,
                        "QueryCapabilities")
                .getCapabilities();
    }

    /// Subscribes to events of the session. The receiver is called on the connection's thread until the connection
    /// ends.
    public void observeEvents(List<ObservableEvents.Type> types, Consumer<ObservableEvents> receiver)
            throws RecordProblem {
        invoke(
                "ObserveEvents",
                ObserveEventsRequest.newBuilder().addAllEventsToObserve(types).build(),
                new PendingCalls.Call() {
                    @Override
                    public void reply(byte[] bytes, int offset, int length, boolean hasMore) throws IOException {
                        receiver.accept(ObserveEventsResponse.parser()
                                .parseFrom(bytes, offset, length)
                                .getEvents());
                    }

                    @Override
                    public void fail(IOException reason) {
                        // The pending calls report the broken connection.
                    }
                });
    }

    /// Makes this connection's session a read-only copy of the running session with the given unique name.
    public void cloneSession(String uniqueSessionName) throws RecordProblem {
        CloneSessionRequest request = CloneSessionRequest.newBuilder()
                .setUniqueSessionName(uniqueSessionName)
                .build();
        CloneSessionResponse response = await(
                call("CloneSession", request, CloneSessionResponse.parser()), Duration.ofSeconds(30), "CloneSession");
        if (!response.getSuccess()) {
            throw new RecordProblem(Kind.UNSUPPORTED, ServiceTexts.snapshotFailed(peer, response.getError()));
        }
    }

    /// Detaches the session from this connection, so that it continues under a key.
    public void detach(String key) throws RecordProblem {
        await(
                call("Detach", DetachRequest.newBuilder().setKey(key).build(), DetachResponse.parser()),
                TIMEOUT,
                "Detach");
    }

    /// Takes over a detached session. Returns the config with which it was started.
    public TraceConfig attach(String key) throws RecordProblem {
        return await(
                        call("Attach", AttachRequest.newBuilder().setKey(key).build(), AttachResponse.parser()),
                        TIMEOUT,
                        "Attach")
                .getTraceConfig();
    }

    /// Reads all data in the buffers and passes it to the sink on the connection's thread. Returns when it is
    /// complete.
    ///
    /// @param silence longest time without data before the connection counts as lost
    public void readBuffers(PacketSink sink, Duration silence) throws RecordProblem {
        CompletableFuture<Void> done = new CompletableFuture<>();
        AtomicLong lastReplyNs = new AtomicLong(System.nanoTime());
        invoke("ReadBuffers", ReadBuffersRequest.getDefaultInstance(), new PendingCalls.Call() {
            @Override
            public void reply(byte[] bytes, int offset, int length, boolean hasMore) throws IOException {
                if (!done.isDone()) {
                    try {
                        FrameReader.readSlices(bytes, offset, length, sink);
                    } catch (InvalidProtocolBufferException e) {
                        throw e;
                    } catch (IOException e) {
                        done.completeExceptionally(RecordProblem.disk(e));
                    }
                }
                lastReplyNs.set(System.nanoTime());
                if (!hasMore) {
                    done.complete(null);
                }
            }

            @Override
            public void fail(IOException reason) {
                done.completeExceptionally(reason);
            }
        });
        while (true) {
            try {
                done.get(500, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                if (System.nanoTime() - lastReplyNs.get() > silence.toNanos()) {
                    throw connectionLost(ServiceTexts.sentNothing(silence.toSeconds()), e);
                }
            } catch (ExecutionException e) {
                throw problem(e.getCause());
            } catch (InterruptedException e) {
                throw interrupted("ReadBuffers", e);
            }
        }
    }

    /// Waits for a reply.
    public <T> T await(CompletableFuture<T> response, Duration timeout, String request) throws RecordProblem {
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw connectionLost(ServiceTexts.noResponse(request, timeout.toSeconds()), e);
        } catch (ExecutionException e) {
            throw problem(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(request, e);
        }
    }

    /// Converts the failure of a reply.
    public RecordProblem problem(@Nullable Throwable cause) {
        if (cause instanceof RecordProblem p) {
            return p;
        }
        if (cause instanceof RefusedCall) {
            return new RecordProblem(Kind.REFUSED, ServiceTexts.refused(peer, cause.getMessage()), cause);
        }
        return connectionLost(
                cause instanceof IOException e
                        ? RecordProblem.reason(e)
                        : String.valueOf(cause == null ? null : cause.getMessage()),
                cause);
    }

    RecordProblem connectionLost(String reason, @Nullable Throwable cause) {
        return new RecordProblem(Kind.LOST, ServiceTexts.connectionLost(peer, reason, hint), cause);
    }

    private static RecordProblem interrupted(String request, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RecordProblem(Kind.LOST, ServiceTexts.interrupted(request), e);
    }

    private <T extends MessageLite> CompletableFuture<T> call(String method, MessageLite args, Parser<T> parser)
            throws RecordProblem {
        CompletableFuture<T> response = new CompletableFuture<>();
        invoke(method, args, new SingleReply<>(response, parser));
        return response;
    }

    private void invoke(String method, MessageLite args, PendingCalls.Call call) throws RecordProblem {
        invoke(method, args.toByteString(), call);
    }

    private void invoke(String method, ByteString args, PendingCalls.Call call) throws RecordProblem {
        Integer methodId = methods.get(method);
        if (methodId == null) {
            throw new RecordProblem(Kind.UNSUPPORTED, ServiceTexts.tooOld(peer, method));
        }
        long id = register(call);
        send(IPCFrame.newBuilder()
                .setRequestId(id)
                .setMsgInvokeMethod(IPCFrame.InvokeMethod.newBuilder()
                        .setServiceId(serviceId)
                        .setMethodId(methodId)
                        .setArgsProto(args)
                        .setDropReply(false))
                .build());
    }

    private long register(PendingCalls.Call call) throws RecordProblem {
        try {
            return calls.add(call);
        } catch (IOException e) {
            throw problem(e);
        }
    }

    private void send(IPCFrame frame) throws RecordProblem {
        try {
            frames.send(frame.toByteArray());
        } catch (IOException e) {
            calls.fail(e);
            throw problem(e);
        }
    }

    private void readFrames() {
        IOException end = new EOFException(ServiceTexts.CLOSED_BY_PEER);
        try {
            for (ByteBuffer frame = frames.receive(); frame != null; frame = frames.receive()) {
                dispatch(FrameReader.read(frame));
            }
        } catch (IOException e) {
            end = isClosed ? new IOException(ServiceTexts.CLOSED, e) : e;
        } catch (RuntimeException e) {
            end = new IOException(ServiceTexts.notProtocol(e), e);
        }
        calls.fail(end);
        try {
            frames.close();
        } catch (IOException e) {
            // The connection is no longer used.
        }
    }

    private void dispatch(FrameReader.Reply reply) throws IOException {
        PendingCalls.Call call = calls.get(reply.requestId());
        if (call == null) {
            return;
        }
        if (!reply.isSuccess()) {
            calls.remove(reply.requestId());
            call.fail(new RefusedCall(reply.error() == null ? ServiceTexts.NO_REASON : reply.error()));
            return;
        }
        if (!reply.hasMore()) {
            calls.remove(reply.requestId());
        }
        call.reply(reply.bytes(), reply.offset(), reply.length(), reply.hasMore());
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            frames.close();
        } catch (IOException e) {
            // Nothing more is expected from the connection.
        }
    }
}
