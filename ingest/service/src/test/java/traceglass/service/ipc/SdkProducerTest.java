package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.protos.config.TrackEventConfig;
import traceglass.protos.ipc.DisableTracingRequest;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.sdk.Tracing;
import traceglass.sdk.TracingSetup;
import traceglass.service.testing.RawClient;

/// Tests programs that use the SDK to record through the service.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SdkProducerTest {

    private static final Category ONE = Category.of("service.one", "Events of the test");
    private static final Category TWO = Category.of("service.two", "Other events", "debug");

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private ServiceHost host;
    private Tracing tracing;
    private RawClient consumer;

    @BeforeEach
    void start() throws Exception {
        String socket = folder.resolve("p").toString();
        host = new ServiceHost(List.of(socket), List.of(folder.resolve("c").toString()), "test", problems::add);
        tracing = Tracing.initialize(new TracingSetup().address(socket), Tracing.Backend.SYSTEM);
        await(tracing::isConnected);
        consumer = new RawClient(folder.resolve("c").toString(), "ConsumerPort");
    }

    @AfterEach
    void stop() throws Exception {
        consumer.close();
        tracing.close();
        host.close();
        assertEquals(List.of(), problems);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 2000 && !condition.call(); i++) {
            Thread.sleep(5);
        }
        assertTrue(condition.call());
    }

    private static TraceConfig.Builder config(TrackEventConfig.Builder events) {
        return TraceConfig.newBuilder()
                .addBuffers(TraceConfig.BufferConfig.newBuilder().setSizeKb(16384))
                .addDataSources(TraceConfig.DataSource.newBuilder()
                        .setConfig(DataSourceConfig.newBuilder()
                                .setName("track_event")
                                .setBufferExhaustedPolicy(
                                        DataSourceConfig.BufferExhaustedPolicy.BUFFER_EXHAUSTED_STALL_THEN_DROP)
                                .setTrackEventConfig(events)));
    }

    private static long enable(RawClient consumer, TraceConfig.Builder config) throws IOException {
        return consumer.send(
                "EnableTracing",
                EnableTracingRequest.newBuilder().setTraceConfig(config).build(),
                false);
    }

    private static void flush(RawClient consumer) throws IOException {
        consumer.call("Flush", FlushRequest.newBuilder().setTimeoutMs(5000).build());
    }

    private static List<TracePacket> stop(RawClient consumer, long session) throws IOException {
        flush(consumer);
        consumer.call("DisableTracing", DisableTracingRequest.getDefaultInstance());
        assertTrue(EnableTracingResponse.parseFrom(consumer.awaitReply(session).bytes())
                .getDisabled());
        return consumer.readPackets();
    }

    private static List<TracePacket> events(List<TracePacket> packets) {
        return packets.stream().filter(TracePacket::hasTrackEvent).toList();
    }

    @Test
    void registersItsCategories() throws Exception {
        Set<String> names = new HashSet<>();
        await(() -> {
            QueryServiceStateResponse state = QueryServiceStateResponse.parseFrom(
                    consumer.call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()));
            for (var source : state.getServiceState().getDataSourcesList()) {
                DataSourceDescriptor descriptor = source.getDsDescriptor();
                descriptor
                        .getTrackEventDescriptor()
                        .getAvailableCategoriesList()
                        .forEach(c -> names.add(c.getName()));
            }
            return names.contains("service.one") && names.contains("service.two");
        });
    }

    @Test
    void recordsAllEventsOfAllThreads() throws Exception {
        long session = enable(
                consumer,
                config(TrackEventConfig.newBuilder()
                        .addEnabledCategories("service.one")
                        .addDisabledCategories("*")));
        await(ONE::isEnabled);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 2000; i++) {
                    Trace.begin(ONE, "slice");
                    Trace.event(ONE, "large")
                            .arg("text", "x".repeat(i * 7 % 1500))
                            .instant();
                    Trace.end(ONE);
                    if (i % 100 == 0) {
                        Thread.yield();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<TracePacket> packets = stop(consumer, session);
        assertEquals(4 * 3 * 2000, events(packets).size());
        assertEquals(
                4L * 3 * 2000,
                packets.stream()
                        .filter(p -> p.hasTrackEvent() && p.getPreviousPacketDropped() == 0)
                        .count());
        assertEquals(
                4,
                events(packets).stream()
                        .map(TracePacket::getTrustedPacketSequenceId)
                        .distinct()
                        .count());
    }

    @Test
    void recordsSessionsWithDifferentConfigurationsAtOnce() throws Exception {
        long first = enable(
                consumer,
                config(TrackEventConfig.newBuilder()
                        .addEnabledCategories("service.one")
                        .addDisabledCategories("*")
                        .setFilterDebugAnnotations(true)
                        .setDisableIncrementalTimestamps(true)));
        try (RawClient other = new RawClient(folder.resolve("c").toString(), "ConsumerPort")) {
            long second = enable(other, config(TrackEventConfig.newBuilder().addEnabledTags("debug")));
            await(() -> ONE.isEnabled() && TWO.isEnabled());
            Trace.event(ONE, "one").arg("number", 1).instant();
            Trace.event(TWO, "two").arg("number", 2).instant();
            List<TracePacket> filtered = events(stop(consumer, first));
            assertEquals(1, filtered.size());
            assertEquals(0, filtered.getFirst().getTrackEvent().getDebugAnnotationsCount());
            assertTrue(filtered.getFirst().getTimestamp() > 1_000_000_000L);
            Trace.instant(ONE, "late");
            List<TracePacket> packets = events(stop(other, second));
            assertEquals(3, packets.size());
            assertEquals(1, packets.getFirst().getTrackEvent().getDebugAnnotationsCount());
        }
        await(() -> !ONE.isEnabled() && !TWO.isEnabled());
    }

    @Test
    void restartsSequencesWhenTheServiceClearsThem() throws Exception {
        TraceConfig.Builder config = config(TrackEventConfig.newBuilder().addEnabledCategories("service.one"))
                .setIncrementalStateConfig(
                        TraceConfig.IncrementalStateConfig.newBuilder().setClearPeriodMs(100));
        long session = enable(consumer, config);
        await(ONE::isEnabled);
        for (int i = 0; i < 40; i++) {
            Trace.instant(ONE, "tick");
            Thread.sleep(10);
        }
        List<TracePacket> packets = stop(consumer, session);
        assertTrue(packets.stream().filter(p -> (p.getSequenceFlags() & 1) != 0).count() >= 2);
        assertTrue(packets.stream()
                        .filter(p -> p.getInternedData().getEventNamesCount() > 0)
                        .count()
                >= 2);
    }

    @Test
    void activatesTriggersOfTheService() throws Exception {
        TraceConfig.Builder config = config(TrackEventConfig.newBuilder().addEnabledCategories("service.one"))
                .setTriggerConfig(TriggerConfig.newBuilder()
                        .setTriggerMode(TriggerConfig.TriggerMode.STOP_TRACING)
                        .setTriggerTimeoutMs(20_000)
                        .addTriggers(TriggerConfig.Trigger.newBuilder()
                                .setName("slow")
                                .setStopDelayMs(1)));
        long session = enable(consumer, config);
        await(ONE::isEnabled);
        Trace.instant(ONE, "before");
        Tracing.activateTriggers("slow");
        assertTrue(EnableTracingResponse.parseFrom(consumer.awaitReply(session).bytes())
                .getDisabled());
        assertEquals(1, events(consumer.readPackets()).size());
    }
}
