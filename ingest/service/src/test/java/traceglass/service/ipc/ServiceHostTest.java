package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.CommitDataRequest;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.protos.ipc.ActivateTriggersRequest;
import traceglass.protos.ipc.AttachRequest;
import traceglass.protos.ipc.DetachRequest;
import traceglass.protos.ipc.DisableTracingRequest;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.GetAsyncCommandRequest;
import traceglass.protos.ipc.GetAsyncCommandResponse;
import traceglass.protos.ipc.InitializeConnectionRequest;
import traceglass.protos.ipc.InitializeConnectionRequest.ProducerSMBScrapingMode;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.ipc.RegisterDataSourceRequest;
import traceglass.protos.ipc.RegisterTraceWriterRequest;
import traceglass.protos.ipc.SyncRequest;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.testing.PageWriter;
import traceglass.service.testing.RawClient;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServiceHostTest {

    private static final String SOURCE = "test.source";

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();
    private ServiceHost host;
    private long commandsCall;

    @BeforeEach
    void start() throws IOException {
        host = new ServiceHost(
                List.of(folder.resolve("p").toString()),
                List.of(folder.resolve("c").toString()),
                "test",
                problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable client : open) {
            client.close();
        }
        host.close();
        assertEquals(List.of(), problems);
    }

    private RawClient consumer() throws IOException {
        RawClient client = new RawClient(folder.resolve("c").toString(), "ConsumerPort");
        open.add(client);
        return client;
    }

    private RawClient producer(String name) throws IOException {
        RawClient client = new RawClient(folder.resolve("p").toString(), "ProducerPort");
        open.add(client);
        assertNotNull(client.call(
                "InitializeConnection",
                InitializeConnectionRequest.newBuilder()
                        .setProducerName(name)
                        .setSmbScrapingMode(ProducerSMBScrapingMode.SMB_SCRAPING_ENABLED)
                        .build()));
        commandsCall = client.send("GetAsyncCommand", GetAsyncCommandRequest.getDefaultInstance(), false);
        client.call(
                "RegisterDataSource",
                RegisterDataSourceRequest.newBuilder()
                        .setDataSourceDescriptor(
                                DataSourceDescriptor.newBuilder().setName(SOURCE))
                        .build());
        return client;
    }

    private GetAsyncCommandResponse nextCommand(RawClient producer) throws IOException {
        return GetAsyncCommandResponse.parseFrom(
                producer.awaitReply(commandsCall).bytes());
    }

    private static TraceConfig.Builder config() {
        return TraceConfig.newBuilder()
                .addBuffers(TraceConfig.BufferConfig.newBuilder().setSizeKb(4096))
                .addDataSources(TraceConfig.DataSource.newBuilder()
                        .setConfig(DataSourceConfig.newBuilder().setName(SOURCE)));
    }

    private static long enable(RawClient consumer, TraceConfig.Builder config) throws IOException {
        return consumer.send(
                "EnableTracing",
                EnableTracingRequest.newBuilder().setTraceConfig(config).build(),
                false);
    }

    private static byte[] packet(String text) {
        return TracePacket.newBuilder()
                .setForTesting(TestEvent.newBuilder().setStr(text))
                .build()
                .toByteArray();
    }

    private static List<String> texts(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasForTesting)
                .map(p -> p.getForTesting().getStr())
                .toList();
    }

    /// Receives the commands up to the start of the data source and returns a writer into its buffer.
    private PageWriter startWriter(RawClient producer) throws IOException {
        GetAsyncCommandResponse setup = nextCommand(producer);
        assertEquals(4, setup.getSetupTracing().getSharedBufferPageSizeKb());
        SharedMemory memory = SharedMemory.map(producer.receivedDescriptor());
        open.add(memory);
        int buffer = nextCommand(producer).getSetupDataSource().getConfig().getTargetBuffer();
        assertTrue(nextCommand(producer).hasStartDataSource());
        producer.call(
                "RegisterTraceWriter",
                RegisterTraceWriterRequest.newBuilder()
                        .setTraceWriterId(1)
                        .setTargetBuffer(buffer)
                        .build());
        return new PageWriter(memory.segment(), 4096, 1, 1, buffer);
    }

    @Test
    void recordsPacketsOfAProducer() throws Exception {
        RawClient producer = producer("one");
        RawClient consumer = consumer();
        long ended = enable(consumer, config());
        PageWriter writer = startWriter(producer);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            written.add(i + "x".repeat(i * 37 % 6000));
            assertTrue(writer.write(packet(written.getLast())));
            producer.call("CommitData", writer.commit());
        }
        long flush = consumer.send(
                "Flush", FlushRequest.newBuilder().setTimeoutMs(5000).build(), false);
        long request = nextCommand(producer).getFlush().getRequestId();
        writer.finish();
        producer.call(
                "CommitData",
                writer.commit().toBuilder().setFlushRequestId(request).build());
        assertTrue(consumer.awaitReply(flush).isSuccess());
        consumer.call("DisableTracing", DisableTracingRequest.getDefaultInstance());
        assertTrue(nextCommand(producer).hasStopDataSource());
        assertTrue(EnableTracingResponse.parseFrom(consumer.awaitReply(ended).bytes())
                .getDisabled());
        List<TracePacket> packets = consumer.readPackets();
        assertEquals(written, texts(packets));
        assertTrue(packets.stream()
                .filter(TracePacket::hasForTesting)
                .allMatch(p -> p.getTrustedPacketSequenceId() == 2
                        && p.getTrustedPid() == ProcessHandle.current().pid()
                        && p.getPreviousPacketDropped() == 0));
        assertTrue(packets.getFirst().hasClockSnapshot());
        assertTrue(packets.getLast().hasTraceStats());
        assertEquals(1, packets.stream().filter(TracePacket::hasTraceConfig).count());
    }

    @Test
    void scrapesTheBufferOfADisconnectedProducer() throws Exception {
        RawClient producer = producer("dying");
        RawClient consumer = consumer();
        enable(consumer, config());
        PageWriter writer = startWriter(producer);
        for (String text : List.of("a", "b", "c")) {
            writer.write(packet(text));
        }
        producer.call("Sync", SyncRequest.getDefaultInstance());
        open.remove(producer);
        producer.close();
        for (int i = 0; i < 200 && state(consumer).getServiceState().getProducersCount() > 0; i++) {
            Thread.sleep(5);
        }
        assertEquals(List.of("a", "b"), texts(consumer.readPackets()), "the last packet may be incomplete");
    }

    private static QueryServiceStateResponse state(RawClient consumer) throws IOException {
        return QueryServiceStateResponse.parseFrom(
                consumer.call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()));
    }

    @Test
    void returnsNothingUntilATriggerArrives() throws Exception {
        RawClient producer = producer("triggering");
        RawClient consumer = consumer();
        long ended = enable(
                consumer,
                config().setTriggerConfig(TriggerConfig.newBuilder()
                        .setTriggerMode(TriggerConfig.TriggerMode.STOP_TRACING)
                        .setTriggerTimeoutMs(60_000)
                        .addTriggers(TriggerConfig.Trigger.newBuilder().setName("now"))));
        PageWriter writer = startWriter(producer);
        writer.write(packet("before"));
        writer.finish();
        producer.call("CommitData", writer.commit());
        assertEquals(List.of(), consumer.readPackets());
        producer.call(
                "ActivateTriggers",
                ActivateTriggersRequest.newBuilder()
                        .addTriggerNames("other")
                        .addTriggerNames("now")
                        .build());
        long request = nextCommand(producer).getFlush().getRequestId();
        producer.call(
                "CommitData",
                CommitDataRequest.newBuilder().setFlushRequestId(request).build());
        assertTrue(consumer.awaitReply(ended).isSuccess());
        List<TracePacket> packets = consumer.readPackets();
        assertEquals(List.of("before"), texts(packets));
        assertTrue(
                packets.stream().anyMatch(p -> p.getTrigger().getTriggerName().equals("now")));
    }

    @Test
    void keepsDetachedSessionsForTheirKey() throws Exception {
        RawClient first = consumer();
        enable(first, config());
        assertNotNull(
                first.call("Detach", DetachRequest.newBuilder().setKey("k").build()));
        open.remove(first);
        first.close();
        RawClient second = consumer();
        assertNull(
                second.call("Attach", AttachRequest.newBuilder().setKey("other").build()));
        assertNotNull(
                second.call("Attach", AttachRequest.newBuilder().setKey("k").build()));
        assertEquals(1, state(second).getServiceState().getTracingSessionsCount());
        second.call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
        assertEquals(0, state(second).getServiceState().getTracingSessionsCount());
    }

    @Test
    void producersCannotWriteIntoForeignBuffers() throws Exception {
        RawClient honest = producer("honest");
        RawClient consumer = consumer();
        enable(consumer, config());
        startWriter(honest);
        RawClient intruder = new RawClient(folder.resolve("p").toString(), "ProducerPort");
        open.add(intruder);
        assertNull(intruder.call("Sync", SyncRequest.getDefaultInstance()), "before it has initialized its connection");
        intruder.call("InitializeConnection", InitializeConnectionRequest.getDefaultInstance());
        intruder.call(
                "CommitData",
                CommitDataRequest.newBuilder()
                        .addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                                .setTargetBuffer(1)
                                .setData(ByteString.copyFrom(new byte[100])))
                        .build());
        assertEquals(List.of(), texts(consumer.readPackets()));
    }

    @Test
    void survivesDamagedFrames() throws Exception {
        RawClient consumer = consumer();
        enable(consumer, config());
        Random random = new Random(27);
        int remaining = 20_000;
        while (remaining > 0) {
            try (RawClient hostile = new RawClient(
                    folder.resolve(random.nextInt(4) == 0 ? "c" : "p").toString(),
                    random.nextBoolean() ? "ProducerPort" : "ConsumerPort")) {
                remaining -= attack(hostile, random, Math.min(remaining, 50));
            } catch (IOException e) {
                remaining--; // The service closed the connection.
            }
        }
        assertFalse(state(consumer).getServiceState().getTracingServiceVersion().isEmpty());
        consumer.call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
        recordsPacketsOfAProducer();
    }

    private static int attack(RawClient hostile, Random random, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            byte[] frame = frame(hostile, random);
            for (int k = random.nextInt(4); k > 0; k--) {
                int offset = random.nextInt(frame.length);
                if (offset >= 4 || random.nextInt(20) == 0) { // A wrong length usually ends the connection.
                    frame[offset] = (byte) random.nextInt();
                }
            }
            hostile.sendRaw(frame);
        }
        return count;
    }

    private static byte[] frame(RawClient hostile, Random random) {
        try {
            return switch (random.nextInt(4)) {
                case 0 ->
                    hostile.encodeCall(
                            "InitializeConnection",
                            InitializeConnectionRequest.newBuilder()
                                    .setProducerName("hostile")
                                    .setProducerProvidedShmem(random.nextBoolean())
                                    .build(),
                            random.nextBoolean());
                case 1 ->
                    hostile.encodeCall(
                            "RegisterDataSource",
                            RegisterDataSourceRequest.newBuilder()
                                    .setDataSourceDescriptor(
                                            DataSourceDescriptor.newBuilder().setName(SOURCE))
                                    .build(),
                            random.nextBoolean());
                case 2 ->
                    hostile.encodeCall(
                            "CommitData",
                            CommitDataRequest.newBuilder()
                                    .addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                                            .setPage(random.nextInt(70) - 2)
                                            .setChunk(random.nextInt(16) - 1)
                                            .setTargetBuffer(random.nextInt(3)))
                                    .setFlushRequestId(random.nextInt(5))
                                    .build(),
                            true);
                default -> hostile.encodeCall("GetAsyncCommand", GetAsyncCommandRequest.getDefaultInstance(), false);
            };
        } catch (NullPointerException e) { // The method does not exist in this port.
            byte[] noise = new byte[5 + random.nextInt(120)];
            random.nextBytes(noise);
            noise[0] = (byte) (noise.length - 4);
            noise[1] = 0;
            noise[2] = 0;
            noise[3] = 0;
            return noise;
        }
    }

    @Test
    void survivesDamagedPages() throws Exception {
        RawClient producer = producer("hostile");
        RawClient consumer = consumer();
        enable(consumer, config());
        GetAsyncCommandResponse setup = nextCommand(producer);
        assertTrue(setup.hasSetupTracing());
        SharedMemory memory = SharedMemory.map(producer.receivedDescriptor());
        open.add(memory);
        int buffer = nextCommand(producer).getSetupDataSource().getConfig().getTargetBuffer();
        Random random = new Random(28);
        int rounds = 20_000 / 8;
        for (int round = 0; round < rounds; round++) {
            CommitDataRequest.Builder commit = CommitDataRequest.newBuilder();
            for (int i = 0; i < 8; i++) {
                damagePage(memory, random.nextInt(64), random);
                commit.addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                        .setPage(random.nextInt(66) - 1)
                        .setChunk(random.nextInt(15))
                        .setTargetBuffer(random.nextInt(20) == 0 ? 99 : buffer));
            }
            producer.call("CommitData", commit.build());
            if (round % 16 == 0) {
                consumer.readPackets();
            }
        }
        assertTrue(consumer.readPackets().stream().anyMatch(p -> !p.hasForTesting()));
    }

    private static void damagePage(SharedMemory memory, int page, Random random) {
        byte[] bytes = new byte[4096];
        random.nextBytes(bytes);
        for (int i = 16; i < bytes.length; i += 1 + random.nextInt(30)) {
            bytes[i] &= 0x1F;
        }
        int layout = random.nextInt(8) << 28 | (random.nextInt(3) == 0 ? random.nextInt(1 << 28) : 0x0FFFFFFF);
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) (layout >>> 8 * i);
        }
        if (random.nextBoolean()) {
            bytes[12] = 1;
            bytes[13] = 0;
        }
        MemorySegment.copy(bytes, 0, memory.segment(), ValueLayout.JAVA_BYTE, page * 4096L, bytes.length);
    }

    @Test
    void disconnectsClientsThatDoNotRead() throws Exception {
        try (RawClient idle = new RawClient(folder.resolve("c").toString(), "ConsumerPort")) {
            byte[] query = idle.encodeCall("QueryServiceState", QueryServiceStateRequest.getDefaultInstance(), false);
            boolean isDisconnected = false;
            for (int i = 0; i < 2_000_000 && !isDisconnected; i++) {
                try {
                    idle.sendRaw(query);
                } catch (IOException e) {
                    isDisconnected = true;
                }
            }
            assertTrue(isDisconnected);
        }
        assertNotNull(state(consumer()));
    }
}
