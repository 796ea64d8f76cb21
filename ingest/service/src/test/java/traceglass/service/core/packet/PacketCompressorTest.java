package traceglass.service.core.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.ipc.LocalService;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

class PacketCompressorTest {

    private static final List<byte[]> PACKETS = IntStream.range(0, 1000)
            .mapToObj(i -> TracePacket.newBuilder()
                    .setForTesting(TestEvent.newBuilder().setStr("packet " + i))
                    .build()
                    .toByteArray())
            .toList();

    private static TraceConfig config(String text) throws IOException {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormat.merge(text, config);
        return config.build();
    }

    /// Compresses all packets with a config and returns the only packet of the result.
    private static TracePacket compress(String config) throws IOException {
        List<byte[]> compressed = PacketCompressor.compress(config(config), PACKETS);
        assertEquals(1, compressed.size());
        return TracePacket.parseFrom(compressed.getFirst());
    }

    private static List<TracePacket> zstd(TracePacket packet) throws IOException {
        return read(new ZstdInputStream(
                new ByteArrayInputStream(packet.getZstdCompressedPackets().toByteArray())));
    }

    private static List<TracePacket> read(InputStream decompressed) throws IOException {
        try (decompressed) {
            return Trace.parseFrom(decompressed).getPacketList();
        }
    }

    private static void assertWhole(List<TracePacket> packets) {
        assertEquals(
                PACKETS.stream().map(ByteString::copyFrom).toList(),
                packets.stream().map(TracePacket::toByteString).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compression { zstd {} }",
                "compression { zstd { level: 1 } }",
                "compression { zstd { level: 1000 } deflate {} }",
                "compression { zstd { level: -2000000000 } } compression_type: COMPRESSION_TYPE_DEFLATE"
            })
    void usesZstandardIfTheConfigHasIt(String config) throws Exception {
        TracePacket packet = compress(config);
        assertFalse(packet.hasCompressedPackets());
        assertWhole(zstd(packet));
    }

    @Test
    void compressesByTheLevelOfTheConfig() throws Exception {
        int fast = compress("compression { zstd { level: -1000 } }").getSerializedSize();
        int defaultSize = compress("compression { zstd {} }").getSerializedSize();
        assertTrue(fast > 2 * defaultSize, fast + " and " + defaultSize + " bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compression { deflate {} }", "compression_type: COMPRESSION_TYPE_DEFLATE"})
    void usesDeflateOtherwise(String config) throws Exception {
        TracePacket packet = compress(config);
        assertFalse(packet.hasZstdCompressedPackets());
        assertWhole(read(new InflaterInputStream(
                new ByteArrayInputStream(packet.getCompressedPackets().toByteArray()))));
    }

    @Test
    void leavesPacketsUnchangedWithoutOptions() throws Exception {
        assertSame(PACKETS, PacketCompressor.compress(config(""), PACKETS));
        List<byte[]> none = List.of();
        assertSame(none, PacketCompressor.compress(config("compression { zstd {} }"), none));
    }

    @Test
    @Timeout(120)
    void sessionsAreReadAsCompressedPackets() throws Exception {
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        try (LocalService service = new LocalService("test", problems::add);
                TestConsumer consumer = new TestConsumer(new RawClient(service.connectConsumer(), "ConsumerPort"));
                EmulatedProducer producer =
                        new EmulatedProducer(new RawClient(service.connectProducer(), "ProducerPort"), "p", "s")) {
            consumer.enable("buffers { size_kb: 1024 } data_sources { config { name: 's' } } compression { zstd {} }");
            producer.awaitStart();
            producer.write(EmulatedProducer.packet("first"), EmulatedProducer.packet("second"));
            List<TracePacket> packets = new ArrayList<>();
            for (TracePacket packet : consumer.stopAndRead()) {
                assertTrue(packet.hasZstdCompressedPackets());
                packets.addAll(zstd(packet));
            }
            assertEquals(List.of("first", "second"), TestConsumer.texts(packets));
            assertTrue(packets.stream().anyMatch(TracePacket::hasTraceStats));
        }
        assertEquals(List.of(), problems);
    }
}
