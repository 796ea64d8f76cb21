package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests clients in the same process as the service, which work on every operating system.
@Timeout(120)
class LocalServiceTest {

    private static final String CONFIG = "buffers { size_kb: 1024 } data_sources { config { name: 's' } }";

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

    private EmulatedProducer producer() throws IOException {
        return new EmulatedProducer(new RawClient(service.connectProducer(), "ProducerPort"), "p", "s");
    }

    @Test
    void recordsFromAProducerInTheSameProcess() throws Exception {
        try (TestConsumer consumer = consumer();
                EmulatedProducer producer = producer()) {
            consumer.enable(CONFIG);
            producer.awaitStart();
            producer.write(packet("a"), packet("b"));
            producer.write(packet("c"));
            List<TracePacket> packets = consumer.stopAndRead();
            assertEquals(List.of("a", "b", "c"), TestConsumer.texts(packets));
            TracePacket first = packets.stream()
                    .filter(TracePacket::hasForTesting)
                    .findFirst()
                    .orElseThrow();
            assertEquals(ProcessHandle.current().pid(), first.getTrustedPid());
            assertEquals(0, first.getMachineId());
        }
    }

    @Test
    void passesMoreThanAPipeCanBuffer() throws Exception {
        try (TestConsumer consumer = consumer();
                EmulatedProducer producer = producer()) {
            consumer.enable(CONFIG);
            producer.awaitStart();
            byte[] large = packet("x".repeat(60_000));
            for (int i = 0; i < 10; i++) {
                producer.write(large);
            }
            assertEquals(10, TestConsumer.texts(consumer.stopAndRead()).size());
        }
    }

    @Test
    void endsTheSessionOfAConsumerThatDisconnects() throws Exception {
        try (EmulatedProducer producer = producer()) {
            TestConsumer consumer = consumer();
            consumer.enable(CONFIG);
            producer.awaitStart();
            consumer.close();
            assertTrue(producer.command().hasStopDataSource());
        }
    }

    @Test
    void disconnectsItsClientsAtTheEnd() throws Exception {
        ByteChannel channel = service.connectConsumer();
        RawClient client = new RawClient(channel, "ConsumerPort");
        service.close();
        assertThrows(IOException.class, () -> client.awaitReply(1));
        assertThrows(IOException.class, service::connectConsumer);
    }
}
