package traceglass.service.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig.TraceFilter;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.service.ipc.LocalService;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests sessions whose config has a trace filter.
@Timeout(120)
class FilteredSessionTest {

    private static final String CONFIG =
            "unique_session_name: 'n' buffers { size_kb: 1024 } data_sources { config { name: 's' } } ";

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private final LocalService service = new LocalService("test", problems::add);

    @AfterEach
    void stop() {
        service.close();
        assertEquals(List.of(), problems);
    }

    private TestConsumer consumer() throws IOException {
        return new TestConsumer(new RawClient(service.connectConsumer(), "ConsumerPort"));
    }

    private static String filter() {
        TraceFilter filter = TraceFilter.newBuilder()
                .setBytecode(ByteString.copyFrom(new FilterCode()
                        .nested(1, 1)
                        .end()
                        .keep(TracePacket.TRUSTED_UID_FIELD_NUMBER)
                        .nested(TracePacket.FOR_TESTING_FIELD_NUMBER, 2)
                        .end()
                        .text(TestEvent.STR_FIELD_NUMBER)
                        .end()
                        .bytes()))
                .setStringFilterChain(TraceFilter.StringFilterChain.newBuilder()
                        .addRules(TraceFilter.StringFilterRule.newBuilder()
                                .setPolicy(TraceFilter.StringFilterPolicy.SFP_MATCH_REDACT_GROUPS)
                                .setRegexPattern("(secret)")))
                .build();
        return "trace_filter {" + TextFormat.printer().printToString(filter) + "}";
    }

    @Test
    void filtersAllPacketsButTheStatistics() throws Exception {
        try (TestConsumer consumer = consumer();
                EmulatedProducer producer =
                        new EmulatedProducer(new RawClient(service.connectProducer(), "ProducerPort"), "p", "s")) {
            consumer.enable(CONFIG + filter());
            producer.awaitStart();
            producer.write(packet("secret"), packet("open"));

            try (TestConsumer cloner = consumer();
                    TestConsumer unfiltered = consumer()) {
                assertEquals(List.of("P60RED", "open"), TestConsumer.texts(copy(cloner, false)));
                assertEquals(List.of("secret", "open"), TestConsumer.texts(copy(unfiltered, true)));
            }

            List<TracePacket> packets = consumer.stopAndRead();
            assertEquals(List.of("P60RED", "open"), TestConsumer.texts(packets));
            assertFalse(packets.stream().anyMatch(TracePacket::hasTraceConfig));
            TraceStats.FilterStats stats = packets.stream()
                    .filter(TracePacket::hasTraceStats)
                    .findFirst()
                    .orElseThrow()
                    .getTraceStats()
                    .getFilterStats();
            assertTrue(stats.getInputBytes() > stats.getOutputBytes());
            assertTrue(stats.getInputPackets() > 4);
            assertEquals(0, stats.getErrors());
            assertTrue(stats.getBytesDiscardedPerBuffer(0) > 0);
        }
    }

    private static List<TracePacket> copy(TestConsumer consumer, boolean skipsFilter) throws IOException {
        CloneSessionResponse response = CloneSessionResponse.parseFrom(consumer.client()
                .call(
                        "CloneSession",
                        CloneSessionRequest.newBuilder()
                                .setUniqueSessionName("n")
                                .setSkipTraceFilter(skipsFilter)
                                .build()));
        assertEquals("", response.getError());
        return consumer.read();
    }

    @Test
    void refusesAFilterThatIsDamaged() throws Exception {
        try (TestConsumer consumer = consumer()) {
            consumer.enable(CONFIG + "trace_filter { bytecode: 'abc' }");
            assertEquals("The trace_filter is invalid: the checksum of the bytecode is wrong", consumer.end());
        }
    }
}
