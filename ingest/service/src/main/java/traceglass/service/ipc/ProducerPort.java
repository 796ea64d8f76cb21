package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.CommitDataRequest;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.ipc.ActivateTriggersRequest;
import traceglass.protos.ipc.ActivateTriggersResponse;
import traceglass.protos.ipc.CommitDataResponse;
import traceglass.protos.ipc.GetAsyncCommandResponse;
import traceglass.protos.ipc.InitializeConnectionRequest;
import traceglass.protos.ipc.InitializeConnectionRequest.ProducerSMBScrapingMode;
import traceglass.protos.ipc.InitializeConnectionResponse;
import traceglass.protos.ipc.NotifyDataSourceStartedRequest;
import traceglass.protos.ipc.NotifyDataSourceStartedResponse;
import traceglass.protos.ipc.NotifyDataSourceStoppedRequest;
import traceglass.protos.ipc.NotifyDataSourceStoppedResponse;
import traceglass.protos.ipc.RegisterDataSourceRequest;
import traceglass.protos.ipc.RegisterDataSourceResponse;
import traceglass.protos.ipc.RegisterTraceWriterRequest;
import traceglass.protos.ipc.RegisterTraceWriterResponse;
import traceglass.protos.ipc.SyncResponse;
import traceglass.protos.ipc.UnregisterDataSourceRequest;
import traceglass.protos.ipc.UnregisterDataSourceResponse;
import traceglass.protos.ipc.UnregisterTraceWriterRequest;
import traceglass.protos.ipc.UnregisterTraceWriterResponse;
import traceglass.protos.ipc.UpdateDataSourceRequest;
import traceglass.protos.ipc.UpdateDataSourceResponse;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.core.ProducerClient;
import traceglass.service.core.ProducerEndpoint;
import traceglass.service.core.TracingService;

/// The `ProducerPort` of one producer.
final class ProducerPort implements Port, ProducerClient {

    private static final List<String> METHODS = List.of(
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
            "UpdateDataSource");

    private final TracingService service;
    private final ClientConnection connection;
    private @Nullable ProducerEndpoint producer;
    private @Nullable Reply commands;
    private @Nullable Runnable earlySetup;

    ProducerPort(TracingService service, ClientConnection connection) {
        this.service = service;
        this.connection = connection;
    }

    @Override
    public String name() {
        return "ProducerPort";
    }

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public void invoke(String method, ByteString arguments, Reply reply) throws InvalidProtocolBufferException {
        ProducerEndpoint endpoint = producer;
        if (method.equals("InitializeConnection")) {
            initialize(InitializeConnectionRequest.parseFrom(arguments), reply);
        } else if (endpoint == null) {
            reply.reject();
        } else if (method.equals("GetAsyncCommand")) {
            commands = reply;
            if (earlySetup != null) {
                earlySetup.run();
                earlySetup = null;
            }
        } else {
            call(endpoint, method, arguments, reply);
        }
    }

    private static void call(ProducerEndpoint producer, String method, ByteString arguments, Port.Reply reply)
            throws InvalidProtocolBufferException {
        switch (method) {
            case "RegisterDataSource" -> {
                producer.register(RegisterDataSourceRequest.parseFrom(arguments).getDataSourceDescriptor());
                reply.send(RegisterDataSourceResponse.getDefaultInstance(), false);
            }
            case "UpdateDataSource" -> {
                producer.update(UpdateDataSourceRequest.parseFrom(arguments).getDataSourceDescriptor());
                reply.send(UpdateDataSourceResponse.getDefaultInstance(), false);
            }
            case "UnregisterDataSource" -> {
                producer.unregister(
                        UnregisterDataSourceRequest.parseFrom(arguments).getDataSourceName());
                reply.send(UnregisterDataSourceResponse.getDefaultInstance(), false);
            }
            case "CommitData" -> {
                producer.commit(CommitDataRequest.parseFrom(arguments));
                reply.send(CommitDataResponse.getDefaultInstance(), false);
            }
            case "RegisterTraceWriter" -> {
                RegisterTraceWriterRequest request = RegisterTraceWriterRequest.parseFrom(arguments);
                producer.registerWriter(request.getTraceWriterId(), request.getTargetBuffer());
                reply.send(RegisterTraceWriterResponse.getDefaultInstance(), false);
            }
            case "UnregisterTraceWriter" -> {
                producer.unregisterWriter(
                        UnregisterTraceWriterRequest.parseFrom(arguments).getTraceWriterId());
                reply.send(UnregisterTraceWriterResponse.getDefaultInstance(), false);
            }
            case "NotifyDataSourceStarted" -> {
                producer.notifyStarted(
                        NotifyDataSourceStartedRequest.parseFrom(arguments).getDataSourceId());
                reply.send(NotifyDataSourceStartedResponse.getDefaultInstance(), false);
            }
            case "NotifyDataSourceStopped" -> {
                producer.notifyStopped(
                        NotifyDataSourceStoppedRequest.parseFrom(arguments).getDataSourceId());
                reply.send(NotifyDataSourceStoppedResponse.getDefaultInstance(), false);
            }
            case "ActivateTriggers" -> {
                producer.activateTriggers(
                        ActivateTriggersRequest.parseFrom(arguments).getTriggerNamesList());
                reply.send(ActivateTriggersResponse.getDefaultInstance(), false);
            }
            default -> reply.send(SyncResponse.getDefaultInstance(), false);
        }
    }

    private void initialize(InitializeConnectionRequest request, Reply reply) {
        if (producer != null) {
            reply.reject();
            return;
        }
        long pageHint = Integer.toUnsignedLong(request.getSharedMemoryPageSizeHintBytes());
        SharedMemory provided = request.getProducerProvidedShmem() && !connection.isEmulated()
                ? mapProvidedMemory(connection.takeDescriptor(), pageHint)
                : null;
        ProducerEndpoint.ProducerInfo info = new ProducerEndpoint.ProducerInfo(
                request.getProducerName(),
                request.getSdkVersion(),
                Integer.toUnsignedLong(request.getSharedMemorySizeHintBytes()),
                pageHint,
                request.getSmbScrapingMode() == ProducerSMBScrapingMode.SMB_SCRAPING_ENABLED,
                connection.isEmulated());
        producer = service.connectProducer(connection.identity(), info, this, provided);
        if (producer == null) {
            if (provided != null) {
                provided.close();
            }
            reply.reject();
            return;
        }
        reply.send(
                InitializeConnectionResponse.newBuilder()
                        .setUsingShmemProvidedByProducer(provided != null)
                        .setDirectSmbPatchingSupported(true)
                        .setUseShmemEmulation(connection.isEmulated())
                        .build(),
                false);
    }

    /// Maps memory that a producer created. Returns null if its size is not sealed or not usable.
    private static @Nullable SharedMemory mapProvidedMemory(@Nullable Descriptor descriptor, long pageHint) {
        if (descriptor == null) {
            return null;
        }
        try {
            if (SharedMemory.isSealed(descriptor) && ProducerEndpoint.canUse(descriptor.size(), pageHint)) {
                return SharedMemory.map(descriptor);
            }
        } catch (IOException e) {
            // The service creates memory for the producer instead.
        }
        descriptor.discard();
        return null;
    }

    @Override
    public void onClosed() {
        if (producer != null) {
            producer.disconnect();
        }
    }

    private void send(GetAsyncCommandResponse.Builder command) {
        if (commands != null) {
            commands.sendWith(command.build(), null);
        }
    }

    @Override
    public void setupTracing(int pageSizeKb, @Nullable SharedMemory created) {
        GetAsyncCommandResponse.SetupTracing.Builder setup = GetAsyncCommandResponse.SetupTracing.newBuilder();
        if (pageSizeKb > 0) {
            setup.setSharedBufferPageSizeKb(pageSizeKb);
        }
        Runnable send = () -> {
            if (commands != null) {
                commands.sendWith(
                        GetAsyncCommandResponse.newBuilder()
                                .setSetupTracing(setup)
                                .build(),
                        created == null ? null : created.descriptor());
            }
        };
        if (commands == null) {
            earlySetup = send;
        } else {
            send.run();
        }
    }

    @Override
    public void setupDataSource(long instance, DataSourceConfig config) {
        send(GetAsyncCommandResponse.newBuilder()
                .setSetupDataSource(GetAsyncCommandResponse.SetupDataSource.newBuilder()
                        .setNewInstanceId(instance)
                        .setConfig(config)));
    }

    @Override
    public void startDataSource(long instance, DataSourceConfig config) {
        send(GetAsyncCommandResponse.newBuilder()
                .setStartDataSource(GetAsyncCommandResponse.StartDataSource.newBuilder()
                        .setNewInstanceId(instance)
                        .setConfig(config)));
    }

    @Override
    public void stopDataSource(long instance) {
        send(GetAsyncCommandResponse.newBuilder()
                .setStopDataSource(
                        GetAsyncCommandResponse.StopDataSource.newBuilder().setInstanceId(instance)));
    }

    @Override
    public void flush(long request, Collection<Long> instances, long flags) {
        send(GetAsyncCommandResponse.newBuilder()
                .setFlush(GetAsyncCommandResponse.Flush.newBuilder()
                        .addAllDataSourceIds(instances)
                        .setRequestId(request)
                        .setFlags(flags)));
    }

    @Override
    public void clearIncrementalState(Collection<Long> instances) {
        send(GetAsyncCommandResponse.newBuilder()
                .setClearIncrementalState(GetAsyncCommandResponse.ClearIncrementalState.newBuilder()
                        .addAllDataSourceIds(instances)));
    }
}
