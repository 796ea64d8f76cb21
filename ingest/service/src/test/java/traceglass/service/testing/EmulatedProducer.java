package traceglass.service.testing;

import com.google.protobuf.ByteString;
import java.io.IOException;
import traceglass.protos.common.CommitDataRequest;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.ipc.GetAsyncCommandRequest;
import traceglass.protos.ipc.GetAsyncCommandResponse;
import traceglass.protos.ipc.InitializeConnectionRequest;
import traceglass.protos.ipc.InitializeConnectionResponse;
import traceglass.protos.ipc.RegisterDataSourceRequest;
import traceglass.protos.ipc.SyncRequest;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;

/// A producer without shared memory, which sends its chunks in messages.
public final class EmulatedProducer implements AutoCloseable {

    private final RawClient client;
    private final long commands;
    private int chunks;
    private int buffer;

    /// Registers a producer with one data source that has nothing to flush.
    ///
    /// @param client client that is bound to `ProducerPort`
    public EmulatedProducer(RawClient client, String name, String source) throws IOException {
        this(client, name, DataSourceDescriptor.newBuilder().setName(source).setNoFlush(true));
    }

    /// Registers a producer with one data source.
    public EmulatedProducer(RawClient client, String name, DataSourceDescriptor.Builder source) throws IOException {
        this.client = client;
        InitializeConnectionResponse response = InitializeConnectionResponse.parseFrom(client.call(
                "InitializeConnection",
                InitializeConnectionRequest.newBuilder().setProducerName(name).build()));
        if (!response.getUseShmemEmulation()) {
            throw new IOException("the service asks for shared memory");
        }
        commands = client.send("GetAsyncCommand", GetAsyncCommandRequest.getDefaultInstance(), false);
        client.call(
                "RegisterDataSource",
                RegisterDataSourceRequest.newBuilder()
                        .setDataSourceDescriptor(source)
                        .build());
    }

    /// Waits for the next command.
    public GetAsyncCommandResponse command() throws IOException {
        return GetAsyncCommandResponse.parseFrom(client.awaitReply(commands).bytes());
    }

    /// Receives the commands up to the start of the data source and returns its config.
    public DataSourceConfig awaitStart() throws IOException {
        GetAsyncCommandResponse command = command();
        if (command.hasSetupTracing()) {
            command = command();
        }
        DataSourceConfig config = command.getSetupDataSource().getConfig();
        buffer = config.getTargetBuffer();
        if (!command().hasStartDataSource()) {
            throw new IOException("the data source was not started");
        }
        return config;
    }

    /// Commits packets of one chunk and waits until the service has them.
    public void write(byte[]... packets) throws IOException {
        write(1, chunks++, packets);
    }

    /// Commits a chunk of a writer.
    public void write(int writer, int chunkId, byte[]... packets) throws IOException {
        client.send(
                "CommitData",
                CommitDataRequest.newBuilder()
                        .addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                                .setTargetBuffer(buffer)
                                .setData(ByteString.copyFrom(PageWriter.inlineChunk(writer, chunkId, packets))))
                        .build(),
                true);
        client.call("Sync", SyncRequest.getDefaultInstance());
    }

    /// Waits for a flush and returns its id.
    public long flush() throws IOException {
        return command().getFlush().getRequestId();
    }

    /// Reports that all data of a flush is committed.
    public void acknowledge(long flush) throws IOException {
        client.send(
                "CommitData",
                CommitDataRequest.newBuilder().setFlushRequestId(flush).build(),
                true);
        client.call("Sync", SyncRequest.getDefaultInstance());
    }

    /// Returns a packet that contains a string.
    public static byte[] packet(String text) {
        return TracePacket.newBuilder()
                .setForTesting(TestEvent.newBuilder().setStr(text))
                .build()
                .toByteArray();
    }

    @Override
    public void close() {
        client.close();
    }
}
