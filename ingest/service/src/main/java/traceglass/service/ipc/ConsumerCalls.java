package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.util.EnumSet;
import java.util.List;
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
import traceglass.protos.ipc.DetachRequest;
import traceglass.protos.ipc.DetachResponse;
import traceglass.protos.ipc.DisableTracingResponse;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.FlushResponse;
import traceglass.protos.ipc.FreeBuffersResponse;
import traceglass.protos.ipc.GetTraceStatsResponse;
import traceglass.protos.ipc.ObserveEventsRequest;
import traceglass.protos.ipc.ObserveEventsResponse;
import traceglass.protos.ipc.QueryCapabilitiesResponse;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.protos.ipc.SaveTraceForBugreportResponse;
import traceglass.protos.ipc.StartTracingResponse;
import traceglass.service.core.ConsumerClient;
import traceglass.service.core.ConsumerEndpoint;
import traceglass.service.core.TracingService;

/// The `ConsumerPort` of one consumer.
final class ConsumerCalls implements Port, ConsumerClient {

    private static final List<String> METHODS = List.of(
            "EnableTracing",
            "DisableTracing",
            "ReadBuffers",
            "FreeBuffers",
            "Flush",
            "StartTracing",
            "ChangeTraceConfig",
            "Detach",
            "Attach",
            "GetTraceStats",
            "ObserveEvents",
            "QueryServiceState",
            "QueryCapabilities",
            "SaveTraceForBugreport",
            "CloneSession");

    private static final int MAX_SLICE = 131072 - 512;
    private static final int MAX_REPLY = 131072 - 64;
    private static final int SLICE_OVERHEAD = 16;
    private static final int MAX_STATE = 131072 - 1024;

    private final TracingService service;
    private final ClientConnection connection;
    private @Nullable ConsumerEndpoint consumer;
    private @Nullable Reply enabled;
    private @Nullable Reply observer;

    ConsumerCalls(TracingService service, ClientConnection connection) {
        this.service = service;
        this.connection = connection;
    }

    /// Returns the consumer. The first call connects it, because a relay sends the client's identity before that.
    private ConsumerEndpoint consumer() {
        ConsumerEndpoint connected = consumer;
        if (connected == null) {
            connected = service.connectConsumer(connection.identity(), this);
            consumer = connected;
        }
        return connected;
    }

    @Override
    public String name() {
        return "ConsumerPort";
    }

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public void invoke(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException {
        switch (method) {
            case "EnableTracing" -> enable(EnableTracingRequest.parseFrom(arguments), reply);
            case "DisableTracing" -> {
                consumer().disable();
                reply.send(DisableTracingResponse.getDefaultInstance(), false);
            }
            case "ReadBuffers" -> read(reply);
            case "FreeBuffers" -> {
                consumer().free();
                reply.send(FreeBuffersResponse.getDefaultInstance(), false);
            }
            case "Flush" -> {
                FlushRequest flush = FlushRequest.parseFrom(arguments);
                consumer().flush(flush.getTimeoutMs(), flush.getFlags(), isSuccess -> {
                    if (isSuccess) {
                        reply.send(FlushResponse.getDefaultInstance(), false);
                    } else {
                        reply.reject();
                    }
                });
            }
            case "StartTracing" -> {
                consumer().start();
                reply.send(StartTracingResponse.getDefaultInstance(), false);
            }
            case "ChangeTraceConfig" -> {
                consumer()
                        .changeConfig(
                                ChangeTraceConfigRequest.parseFrom(arguments).getTraceConfig());
                reply.send(ChangeTraceConfigResponse.getDefaultInstance(), false);
            }
            default -> handleOther(method, arguments, reply);
        }
    }

    private void handleOther(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException {
        switch (method) {
            case "Detach" -> {
                if (consumer().detach(DetachRequest.parseFrom(arguments).getKey())) {
                    enabled = null;
                    reply.send(DetachResponse.getDefaultInstance(), false);
                } else {
                    reply.reject();
                }
            }
            case "Attach" -> attach(AttachRequest.parseFrom(arguments), reply);
            case "GetTraceStats" -> {
                TraceStats stats = consumer().stats();
                if (stats == null) {
                    reply.reject();
                } else {
                    reply.send(
                            GetTraceStatsResponse.newBuilder()
                                    .setTraceStats(stats)
                                    .build(),
                            false);
                }
            }
            case "ObserveEvents" -> observe(ObserveEventsRequest.parseFrom(arguments), reply);
            case "QueryServiceState" ->
                sendState(
                        consumer()
                                .state(QueryServiceStateRequest.parseFrom(arguments)
                                        .getSessionsOnly()),
                        reply);
            case "QueryCapabilities" -> sendCapabilities(reply);
            case "CloneSession" ->
                consumer()
                        .cloneSession(
                                CloneSessionRequest.parseFrom(arguments),
                                connection.takeDescriptor(),
                                response -> reply.send(response, false));
            default ->
                reply.send(
                        SaveTraceForBugreportResponse.newBuilder()
                                .setSuccess(false)
                                .setMsg("SaveTraceForBugreport is deprecated; use CloneSession")
                                .build(),
                        false);
        }
    }

    private void enable(EnableTracingRequest request, Reply reply) {
        if (request.getAttachNotificationOnly()) {
            enabled = reply;
            return;
        }
        Reply before = enabled;
        enabled = reply;
        TraceConfig config = request.getTraceConfig();
        String problem = consumer().enable(config, config.getWriteIntoFile() ? connection.takeDescriptor() : null);
        if (problem != null) {
            onTracingDisabled(problem);
            enabled = before;
        }
    }

    @Override
    public boolean isRemote() {
        return connection.isRemote();
    }

    @Override
    public void onTracingDisabled(@Nullable String error) {
        Reply waiting = enabled;
        enabled = null;
        if (waiting != null) {
            EnableTracingResponse.Builder response =
                    EnableTracingResponse.newBuilder().setDisabled(true);
            if (error != null) {
                response.setError(error);
            }
            waiting.send(response.build(), false);
        }
    }

    private void attach(AttachRequest request, Reply reply) {
        TraceConfig config = consumer().attach(request.getKey());
        if (config == null) {
            reply.reject();
        } else {
            reply.send(AttachResponse.newBuilder().setTraceConfig(config).build(), false);
        }
    }

    private void observe(ObserveEventsRequest request, Reply reply) {
        if (observer != null) {
            observer.send(ObserveEventsResponse.getDefaultInstance(), false);
        }
        observer = reply;
        EnumSet<ObservableEvents.Type> types = EnumSet.noneOf(ObservableEvents.Type.class);
        types.addAll(request.getEventsToObserveList());
        consumer().observe(types);
    }

    @Override
    public void onEvents(ObservableEvents events) {
        if (observer != null) {
            observer.send(ObserveEventsResponse.newBuilder().setEvents(events).build(), true);
        }
    }

    private static void sendCapabilities(Reply reply) {
        reply.send(
                QueryCapabilitiesResponse.newBuilder()
                        .setCapabilities(TracingServiceCapabilities.newBuilder()
                                .setHasQueryCapabilities(true)
                                .setHasTraceConfigOutputPath(true)
                                .setHasCloneSession(true)
                                .addObservableEvents(ObservableEvents.Type.TYPE_DATA_SOURCES_INSTANCES)
                                .addObservableEvents(ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED)
                                .addObservableEvents(ObservableEvents.Type.TYPE_CLONE_TRIGGER_HIT))
                        .build(),
                false);
    }

    /// Sends the state in several messages, split between data sources, so that each fits into a frame.
    private static void sendState(TracingServiceState state, Reply reply) {
        TracingServiceState.Builder chunk = state.toBuilder().clearDataSources();
        int size = chunk.build().getSerializedSize();
        for (TracingServiceState.DataSource source : state.getDataSourcesList()) {
            int added = source.getSerializedSize() + SLICE_OVERHEAD;
            if (size + added > MAX_STATE && size > 0) {
                reply.send(
                        QueryServiceStateResponse.newBuilder()
                                .setServiceState(chunk)
                                .build(),
                        true);
                chunk = TracingServiceState.newBuilder();
                size = 0;
            }
            chunk.addDataSources(source);
            size += added;
        }
        reply.send(QueryServiceStateResponse.newBuilder().setServiceState(chunk).build(), false);
    }

    private void read(Reply reply) {
        ConsumerEndpoint.Batch batch = consumer().read();
        send(batch, 0, 0, reply);
    }

    /// Sends a batch, starting at an offset in a packet. Pauses while the client does not read.
    private void send(ConsumerEndpoint.Batch batch, int firstPacket, int offset, Reply reply) {
        ReadBuffersResponse.Builder response = ReadBuffersResponse.newBuilder();
        int size = 0;
        int position = offset;
        for (int i = firstPacket; i < batch.packets().size(); i++) {
            byte[] packet = batch.packets().get(i);
            while (position < packet.length) {
                int length = Math.min(MAX_SLICE, packet.length - position);
                if (size + length + SLICE_OVERHEAD > MAX_REPLY) {
                    reply.send(response.build(), true);
                    int packetIndex = i;
                    int from = position;
                    connection.runWhenDrained(() -> send(batch, packetIndex, from, reply));
                    return;
                }
                response.addSlices(ReadBuffersResponse.Slice.newBuilder()
                        .setData(UnsafeByteOperations.unsafeWrap(packet, position, length))
                        .setLastSliceForPacket(position + length == packet.length));
                size += length + SLICE_OVERHEAD;
                position += length;
            }
            position = 0;
        }
        reply.send(response.build(), batch.hasMore());
        if (batch.hasMore()) {
            connection.runWhenDrained(() -> read(reply));
        }
    }

    @Override
    public void onClosed() {
        if (consumer != null) {
            consumer.disconnect();
        }
    }
}
