package traceglass.convert.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.ImportProgress;
import traceglass.protos.config.TestConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

class TraceTextTest {

    @TempDir
    Path dir;

    private PacketFile.Summary summary;

    private String text(byte[] trace) throws Exception {
        Path file = Files.write(dir.resolve("trace.pftrace"), trace);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        summary = TraceText.write(file, out, new ImportProgress());
        return out.toString(StandardCharsets.UTF_8);
    }

    private byte[] encode(byte[] traceOrText) throws Exception {
        Path file = Files.write(dir.resolve("encoded.txt"), traceOrText);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceText.encode(file, out, new ImportProgress());
        return out.toByteArray();
    }

    private byte[] encode(String text) throws Exception {
        return encode(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TracePacket.Builder packetWith(TestConfig.DummyFields.Builder fields) {
        TracePacket.Builder packet = TracePacket.newBuilder();
        packet.getTraceConfigBuilder()
                .addDataSourcesBuilder()
                .getConfigBuilder()
                .getForTestingBuilder()
                .setDummyFields(fields);
        return packet;
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static int number(Random random) {
        return random.nextInt() >> random.nextInt(32);
    }

    private static TracePacket random(Random random) {
        TracePacket.Builder packet = packetWith(TestConfig.DummyFields.newBuilder()
                .setFieldUint32(number(random))
                .setFieldInt32(number(random))
                .setFieldUint64(random.nextLong() >> random.nextInt(64))
                .setFieldInt64(random.nextLong() >> random.nextInt(64))
                .setFieldFixed64(random.nextLong())
                .setFieldSfixed64(random.nextLong())
                .setFieldFixed32(random.nextInt())
                .setFieldSfixed32(random.nextInt())
                .setFieldDouble(random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian())
                .setFieldFloat(random.nextInt(4) == 0 ? Float.NaN : (float) random.nextGaussian() * 1e20f)
                .setFieldSint64(random.nextLong() >> random.nextInt(64))
                .setFieldSint32(number(random))
                .setFieldString("caf\u00e9 \"x\" 'y' \\ \u0001\n" + random.nextInt())
                .setFieldBytes(ByteString.copyFrom(bytes(random, random.nextInt(40)))));
        packet.setTimestamp(random.nextLong()).setSequenceFlags(random.nextInt(4));
        packet.getFtraceEventsBuilder().setCpu(random.nextInt(8));
        for (int i = random.nextInt(5); i > 0; i--) {
            packet.getFtraceEventsBuilder()
                    .getCompactSchedBuilder()
                    .addSwitchTimestamp(random.nextLong() >>> 20)
                    .addSwitchNextPrio(number(random));
        }
        packet.setUnknownFields(UnknownFieldSet.newBuilder()
                .addField(
                        90_001,
                        UnknownFieldSet.Field.newBuilder()
                                .addVarint(random.nextLong())
                                .addFixed32(random.nextInt())
                                .addFixed64(random.nextLong())
                                .addLengthDelimited(ByteString.copyFrom(bytes(random, 9)))
                                .build())
                .build());
        return packet.build();
    }

    @Test
    void randomPacketsSurviveTheConversionToText() throws Exception {
        Random random = new Random(26);
        Trace.Builder trace = Trace.newBuilder();
        for (int i = 0; i < 300; i++) {
            trace.addPacket(random(random));
        }
        byte[] binary = trace.build().toByteArray();
        String text = text(binary);
        assertEquals(300, summary.packets());
        assertArrayEquals(binary, encode(text));
        assertArrayEquals(binary, encode(binary), "canonical form");
    }

    /// The protobuf library's implementation of the text format must read the same message.
    @Test
    void theProtobufLibraryReadsTheSameText() throws Exception {
        Random random = new Random(27);
        for (int i = 0; i < 100; i++) {
            TracePacket packet = random(random).toBuilder()
                    .setUnknownFields(UnknownFieldSet.getDefaultInstance())
                    .build();
            Trace trace = Trace.newBuilder().addPacket(packet).build();
            assertEquals(trace, TextFormat.parse(text(trace.toByteArray()), Trace.class));
            assertArrayEquals(
                    trace.toByteArray(),
                    encode(TextFormat.printer().printToString(trace)),
                    () -> "read " + TextFormat.printer().printToString(trace));
        }
    }

    @Test
    void fieldsAreInTheOrderOfTheFileWithTheirNames() throws Exception {
        ProtoOutput packet = new ProtoOutput();
        int start = packet.begin(1);
        packet.varint(10, 3);
        packet.varint(8, 100);
        packet.varint(13, 77);
        packet.fixed32(9999, 0x12345678);
        packet.bytes(8, new byte[] {'a', (byte) 0xFF});
        packet.end(start);
        assertEquals("""
                packet {
                  trusted_packet_sequence_id: 3
                  timestamp: 100
                  sequence_flags: 77
                  9999: 0x12345678
                  8: "a\\377"
                }
                """, text(packet.toByteArray()));
        assertArrayEquals(packet.toByteArray(), encode(text(packet.toByteArray())));
    }

    @Test
    void fieldsDescribedByTheTraceHaveNames() throws Exception {
        FileDescriptorSet set = FileDescriptorSet.newBuilder()
                .addFile(FileDescriptorProto.newBuilder()
                        .setName("extra.proto")
                        .setPackage("example")
                        .addMessageType(DescriptorProto.newBuilder()
                                .setName("Extra")
                                .addField(field("text", 1, FieldDescriptorProto.Type.TYPE_STRING)))
                        .addExtension(field("extra", 9902, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".example.Extra")
                                .setExtendee(".perfetto.protos.TrackEvent"))
                        .addExtension(field("level", 9903, FieldDescriptorProto.Type.TYPE_INT32)
                                .setExtendee(".perfetto.protos.TrackEvent")))
                .build();
        Trace.Builder described = Trace.newBuilder();
        described
                .addPacketBuilder()
                .getExtensionDescriptorBuilder()
                .setExtensionSet(traceglass.protos.common.FileDescriptorSet.parseFrom(set.toByteArray()));
        ProtoOutput event = new ProtoOutput();
        int packet = event.begin(1);
        int track = event.begin(11);
        int extra = event.begin(9902);
        event.bytes(1, "hello".getBytes(StandardCharsets.UTF_8));
        event.end(extra);
        event.varint(9903, 5);
        event.end(track);
        event.end(packet);
        byte[] trace = concat(described.build().toByteArray(), event.toByteArray());
        String text = text(trace);
        assertTrue(text.endsWith("""
                packet {
                  track_event {
                    [example.extra] {
                      text: "hello"
                    }
                    [example.level]: 5
                  }
                }
                """), text);
        assertArrayEquals(trace, encode(text));
    }

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static byte[] concat(byte[] a, byte[] b) {
        return ByteString.copyFrom(a).concat(ByteString.copyFrom(b)).toByteArray();
    }

    @Test
    void packetsOfCompressedBundlesAreOpened() throws Exception {
        Trace inner = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder().setTimestamp(5))
                .build();
        Deflater deflater = new Deflater();
        deflater.setInput(inner.toByteArray());
        deflater.finish();
        byte[] compressed = new byte[100];
        int size = deflater.deflate(compressed);
        Trace.Builder outer = Trace.newBuilder();
        outer.addPacketBuilder().setCompressedPackets(ByteString.copyFrom(compressed, 0, size));
        assertEquals("packet {\n  timestamp: 5\n}\n", text(outer.build().toByteArray()));
    }

    @Test
    void aDamagedTraceKeepsItsIntactPackets() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder().setTimestamp(1);
        trace.addPacketBuilder().setTimestamp(2);
        byte[] binary = trace.build().toByteArray();
        byte[] cut = Arrays.copyOf(binary, binary.length - 1);
        assertEquals("packet {\n  timestamp: 1\n}\n", text(cut));
        assertEquals(1, summary.damages());
        assertTrue(summary.loss().startsWith("the trace is damaged at byte 4"), summary.loss());
    }

    @Test
    void readsAllSyntaxVariantsOfHandwrittenConfigs() throws Exception {
        String text = """
                # Comment
                buffers: { size_kb: 0x1000, fill_policy: RING_BUFFER };
                buffers < size_kb: 010 >
                data_sources { config {
                  name: "linux." 'ftrace'  # two strings
                  ftrace_config {
                    ftrace_events: ["sched/sched_switch", "power/*"]
                    buffer_size_kb: 4096
                    symbolize_ksyms: True
                  }
                } }
                duration_ms: 10000
                priority_boost { policy: POLICY_SCHED_FIFO priority: 3 }
                """;
        TraceConfig config = TraceConfig.parseFrom(
                TraceText.encode("c.cfg", text.getBytes(StandardCharsets.UTF_8), TraceText.Root.CONFIG));
        assertEquals(0x1000, config.getBuffers(0).getSizeKb());
        assertEquals(
                TraceConfig.BufferConfig.FillPolicy.RING_BUFFER,
                config.getBuffers(0).getFillPolicy());
        assertEquals(8, config.getBuffers(1).getSizeKb());
        assertEquals("linux.ftrace", config.getDataSources(0).getConfig().getName());
        assertEquals(
                List.of("sched/sched_switch", "power/*"),
                config.getDataSources(0).getConfig().getFtraceConfig().getFtraceEventsList());
        assertEquals(
                TextFormat.parse(text, TraceConfig.class), config, "the result equals that of the protobuf library");
    }

    @Test
    void errorsHaveLineAndColumn() {
        assertProblem("buffers {\n  size_kbb: 4\n}\n", "c.cfg:2:3: no field size_kbb; did you mean size_kb?");
        assertProblem("duration_ms: 1\nduration_ms: 2\n", "c.cfg:2:1: duration_ms is set twice");
        assertProblem("duration_ms: many", "c.cfg:1:14: expected an integer for duration_ms, found \"many\"");
        assertProblem("duration_ms: -1", "c.cfg:1:15: duration_ms must be from 0 to 4294967295, not -1");
        assertProblem("buffers {\n", "c.cfg:2:1: expected \"}\" before the end of the text");
        assertProblem("unique_session_name: \"a\nb\"", "c.cfg:1:22: this string has no closing quote");
        assertProblem("buffers { fill_policy: RINGS }", "c.cfg:1:24: fill_policy has no value RINGS");
        assertProblem("buffers: 4", "c.cfg:1:10: expected \"{\" after buffers, found \"4\"");
        assertProblem("}", "c.cfg:1:1: expected the name of a field, found \"}\"");
        assertProblem("duration_ms 4", "c.cfg:1:13: expected \":\" after duration_ms, found \"4\"");
    }

    private static void assertProblem(String text, String message) {
        ConvertProblem e = Assertions.assertThrows(
                ConvertProblem.class,
                () -> TraceText.encode("c.cfg", text.getBytes(StandardCharsets.UTF_8), TraceText.Root.CONFIG));
        assertEquals(message, e.getMessage());
    }

    @Test
    void damagedTextIsReportedAsAProblem() {
        Random random = new Random(28);
        String text = TextFormat.printer()
                .printToString(Trace.newBuilder().addPacket(random(random)).build());
        for (int i = 0; i < 2000; i++) {
            StringBuilder damaged = new StringBuilder(text);
            for (int n = random.nextInt(3); n >= 0; n--) {
                damaged.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
            }
            damaged.setLength(random.nextInt(text.length()));
            try {
                TraceText.encode("t", damaged.toString().getBytes(StandardCharsets.UTF_8), TraceText.Root.TRACE);
            } catch (ConvertProblem e) {
                assertTrue(e.getMessage().matches("(?s)t:\\d+:\\d+: .+"), e.getMessage());
            }
        }
    }

    @Test
    void deepNestingIsRefused() {
        String text = "packet { track_event { debug_annotations " + "{ dict_entries ".repeat(5000);
        assertProblemContains(text, "nested more than 200 levels deep");
    }

    private static void assertProblemContains(String text, String part) {
        ConvertProblem e = Assertions.assertThrows(
                ConvertProblem.class,
                () -> TraceText.encode("t", text.getBytes(StandardCharsets.UTF_8), TraceText.Root.TRACE));
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
