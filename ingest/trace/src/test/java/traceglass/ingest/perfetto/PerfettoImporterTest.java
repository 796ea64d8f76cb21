package traceglass.ingest.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.protos.extension.AndroidJobName;
import traceglass.protos.extension.AndroidJobSchedulerJob;
import traceglass.protos.extension.FrameworksBaseInternedData;
import traceglass.protos.extension.FrameworksBaseTrackEvent;
import traceglass.protos.system.InodeFileMap;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.DebugAnnotationValueTypeName;
import traceglass.protos.trackevent.EventCategory;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class PerfettoImporterTest {

    private static final TrackEvent.Type BEGIN = TrackEvent.Type.TYPE_SLICE_BEGIN;
    private static final TrackEvent.Type END = TrackEvent.Type.TYPE_SLICE_END;
    private static final TrackEvent.Type INSTANT = TrackEvent.Type.TYPE_INSTANT;

    private static TraceBuilder example() {
        TraceBuilder b = new TraceBuilder().names("outer", "inner").thread(5, 6);
        b.event(100, BEGIN, 1)
                .event(110, BEGIN, 2)
                .event(120, END, 0)
                .event(130, INSTANT, 2)
                .event(200, END, 0);
        return b;
    }

    private static String slices(TraceStorage s) {
        Table t = s.table("__intrinsic_slice");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(t.longs("ts").get(i))
                    .append('+')
                    .append(t.longs("dur").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("name").get(i)))
                    .append('@')
                    .append(t.ints("depth").get(i))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void distinguishesTracesFromTextThatBeginsWithALineFeed() {
        PerfettoImporter importer = new PerfettoImporter();
        byte[] trace = example().bytes();
        for (int end = 2; end <= trace.length; end++) {
            assertTrue(importer.sniff(java.util.Arrays.copyOf(trace, end)));
        }
        assertFalse(importer.sniff(new byte[0]));
        assertFalse(importer.sniff("\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        assertFalse(importer.sniff("\n\nsome text".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        assertFalse(importer.sniff("\n(text)".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }

    @Test
    void nestsTheSlicesOfAThread() {
        assertEquals(
                "100+100 outer@0; 110+10 inner@1; 130+0 inner@1; ",
                slices(TraceBuilder.read(example().bytes())));
    }

    @Test
    void unpacksDeflatedPackets() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(example().bytes());
        }
        Trace trace = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder().setCompressedPackets(ByteString.copyFrom(packed.toByteArray())))
                .build();
        assertEquals(
                "100+100 outer@0; 110+10 inner@1; 130+0 inner@1; ", slices(TraceBuilder.read(trace.toByteArray())));
    }

    @Test
    void sortsEventsByTime() {
        TraceBuilder b = new TraceBuilder().names("a", "b").thread(5, 6);
        b.event(50, INSTANT, 2).event(40, INSTANT, 1);
        assertEquals("40+0 a@0; 50+0 b@0; ", slices(TraceBuilder.read(b.bytes())));
    }

    @Test
    void keepsEventsBeforeATruncation() {
        byte[] complete = example().bytes();
        int before = 0;
        for (int end = 0; end <= complete.length; end++) {
            TraceStorage truncated = TraceBuilder.readIfTrace(java.util.Arrays.copyOf(complete, end));
            int n = truncated == null ? 0 : truncated.table("__intrinsic_slice").rowCount();
            assertTrue(n >= before, "fewer slices with more bytes");
            before = n;
        }
        assertEquals(3, before);
    }

    @Test
    void namesEventsByTheirSequenceStateRatherThanALaterOne() {
        TraceBuilder b = new TraceBuilder().names("first").thread(5, 6);
        b.event(10, INSTANT, 1);
        b.names("second").event(20, INSTANT, 1);
        assertEquals("10+0 first@0; 20+0 second@0; ", slices(TraceBuilder.read(b.bytes())));
    }

    @Test
    void skipsEventsAfterALossUntilTheirStateIsRestored() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.event(10, INSTANT, 1);
        b.event(20, INSTANT, 1);
        b.trace.getPacketBuilder(b.trace.getPacketCount() - 1).setPreviousPacketDropped(1);
        b.names("name").event(30, INSTANT, 1);
        TraceStorage s = TraceBuilder.read(b.bytes());
        assertEquals("10+0 name@0; 30+0 name@0; ", slices(s));
        assertEquals(1, TraceBuilder.stat(s, "packet_skipped_seq_needs_incremental_state_invalid"));
    }

    @Test
    void showsAnEventWithAMissingInternedName() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.event(10, INSTANT, 77);
        TraceStorage s = TraceBuilder.read(b.bytes());
        assertEquals("10+0 null@0; ", slices(s));
        assertEquals(1, TraceBuilder.stat(s, "interned_data_tokenizer_errors"));
    }

    @Test
    void defersEventsUntilASnapshotRelatesTheirClock() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.event(10, INSTANT, 1);
        b.trace.getPacketBuilder(b.trace.getPacketCount() - 1).setTimestampClockId(64);
        b.packet(0)
                .clearTimestamp()
                .setClockSnapshot(ClockSnapshot.newBuilder()
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(6).setTimestamp(1000))
                        .addClocks(
                                ClockSnapshot.Clock.newBuilder().setClockId(64).setTimestamp(5)));
        assertEquals("1005+0 name@0; ", slices(TraceBuilder.read(b.bytes())));
    }

    @Test
    void keepsTheFirstDefinitionOfAnIid() {
        TraceBuilder b = new TraceBuilder().names("first").thread(5, 6);
        b.packet(5)
                .setInternedData(InternedData.newBuilder()
                        .addEventNames(EventName.newBuilder().setIid(1).setName("other")));
        b.event(10, INSTANT, 1);
        assertEquals("10+0 first@0; ", slices(TraceBuilder.read(b.bytes())));
    }

    @Test
    void missingInternedStringsAreEmpty() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.packet(5)
                .setInternedData(InternedData.newBuilder()
                        .addEventCategories(EventCategory.newBuilder().setIid(8))
                        .addEventCategories(EventCategory.newBuilder().setIid(9).setName("known"))
                        .addDebugAnnotationValueTypeNames(
                                DebugAnnotationValueTypeName.newBuilder().setIid(7)));
        b.packet(10)
                .setTrackEvent(TrackEvent.newBuilder()
                        .setType(INSTANT)
                        .setTrackUuid(TraceBuilder.THREAD_UUID)
                        .setName("e")
                        .addCategoryIids(8)
                        .addCategoryIids(9)
                        .addDebugAnnotations(DebugAnnotation.newBuilder()
                                .setName("no type")
                                .setProtoTypeNameIid(7)
                                .setProtoValue(ByteString.copyFromUtf8("x"))));
        TraceStorage s = TraceBuilder.read(b.bytes());
        assertEquals("e|known", Rows.of(s, "__intrinsic_slice", "name:s", "category:s"));
        assertEquals(1, TraceBuilder.stat(s, "track_event_parser_errors"));
    }

    @Test
    void writesAnnotationsOfAnyShapeAsArguments() {
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        DebugAnnotation list = DebugAnnotation.newBuilder()
                .setName("list")
                .addArrayValues(DebugAnnotation.newBuilder().setIntValue(1))
                .addArrayValues(DebugAnnotation.newBuilder().setStringValue("two"))
                .build();
        b.packet(10)
                .setTrackEvent(TrackEvent.newBuilder()
                        .setType(INSTANT)
                        .setTrackUuid(TraceBuilder.THREAD_UUID)
                        .setName("e")
                        .addDebugAnnotations(
                                DebugAnnotation.newBuilder().setName("a.b").setDoubleValue(1.5))
                        .addDebugAnnotations(
                                DebugAnnotation.newBuilder().setName("dict").addDictEntries(list)));
        TraceStorage s = TraceBuilder.read(b.bytes());
        Table args = s.table("__intrinsic_args");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < args.rowCount(); i++) {
            String key = s.strings().get(args.strings("key").get(i));
            if (key.startsWith("debug.")) {
                text.append(key)
                        .append('/')
                        .append(s.strings().get(args.strings("flat_key").get(i)))
                        .append(' ');
            }
        }
        assertEquals(
                "debug.a_b/debug.a_b debug.dict.list[0]/debug.dict.list debug.dict.list[1]/debug.dict.list ",
                text.toString());
    }

    @Test
    void keepsThePathsOfInodes() {
        TraceBuilder b = new TraceBuilder();
        b.packet(0)
                .setInodeFileMap(InodeFileMap.newBuilder()
                        .setBlockDeviceId(66)
                        .addMountPoints("/data")
                        .addEntries(InodeFileMap.Entry.newBuilder()
                                .setInodeNumber(7)
                                .addPaths("/data/a")
                                .addPaths("/data/b")
                                .setType(InodeFileMap.Entry.Type.FILE)));
        TraceStorage s = TraceBuilder.read(b.bytes());
        Table t = s.table("__intrinsic_inode_file");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(t.longs("block_device_id").get(i) + " "
                    + s.strings().get(t.strings("mount_point").get(i)) + " "
                    + t.longs("inode_number").get(i) + " "
                    + s.strings().get(t.strings("type").get(i)) + " "
                    + s.strings().get(t.strings("path").get(i)));
        }
        assertEquals(List.of("66 /data 7 FILE /data/a", "66 /data 7 FILE /data/b"), rows);
    }

    @Test
    void resolvesInternedJobNames() {
        TraceBuilder b = new TraceBuilder();
        b.packet(0)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                .setInternedData(InternedData.newBuilder()
                        .addExtension(
                                FrameworksBaseInternedData.androidJobName,
                                AndroidJobName.newBuilder()
                                        .setIid(9)
                                        .setName("backup")
                                        .build()));
        b.thread(1, 2);
        for (long iid : new long[] {9, 10}) {
            b.packet(iid)
                    .setSequenceFlags(TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
                    .setTrackEvent(TrackEvent.newBuilder()
                            .setType(TrackEvent.Type.TYPE_INSTANT)
                            .setTrackUuid(TraceBuilder.THREAD_UUID)
                            .setName("job")
                            .setExtension(
                                    FrameworksBaseTrackEvent.jobSchedulerJob,
                                    AndroidJobSchedulerJob.newBuilder()
                                            .setJobNameIid(iid)
                                            .build()));
        }
        TraceStorage s = TraceBuilder.read(b.bytes());
        Table args = s.table("__intrinsic_args");
        List<String> found = new ArrayList<>();
        for (int i = 0; i < args.rowCount(); i++) {
            String key = s.strings().get(args.strings("key").get(i));
            if (key.startsWith("job_scheduler_job.")) {
                found.add(key + " "
                        + (args.strings("string_value").isNull(i)
                                ? String.valueOf(args.longs("int_value").get(i))
                                : s.strings().get(args.strings("string_value").get(i))));
            }
        }
        assertEquals(List.of("job_scheduler_job.job_name backup", "job_scheduler_job.job_name_iid 10"), found);
    }

    @Test
    void keepsTheNamesOfInterrupts() {
        TraceBuilder b = new TraceBuilder();
        b.packet(1000)
                .getInterruptInfoBuilder()
                .addIrqMappingBuilder()
                .setIrqId(9)
                .setName("vgic");
        b.packet(1001).getInterruptInfoBuilder().addIrqMappingBuilder().setIrqId(700);
        TraceStorage storage = TraceBuilder.read(b.bytes());
        Table mappings = storage.table("_linux_interrupt_mapping");
        assertEquals(2, mappings.rowCount());
        assertEquals(9, mappings.longs("irq_id").get(0));
        assertEquals("vgic", storage.strings().get(mappings.strings("name").get(0)));
        assertEquals(700, mappings.longs("irq_id").get(1));
    }

    @Test
    void acceptsVeryDeeplyNestedAnnotations() {
        DebugAnnotation deep =
                DebugAnnotation.newBuilder().setName("x").setIntValue(1).build();
        ByteString bytes = deep.toByteString();
        for (int i = 0; i < 5000; i++) {
            // Built by hand because protobuf's classes reject this depth.
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(new byte[] {0x52, 1, 'x', 0x5A});
            for (int n = bytes.size(); ; n >>>= 7) {
                out.write(n > 127 ? n & 127 | 128 : n);
                if (n <= 127) {
                    break;
                }
            }
            bytes = ByteString.copyFrom(out.toByteArray()).concat(bytes);
        }
        TraceBuilder b = new TraceBuilder().names("name").thread(5, 6);
        b.event(10, INSTANT, 1);
        byte[] annotation = bytes.toByteArray();
        TrackEvent event = TrackEvent.newBuilder()
                .setType(INSTANT)
                .setTrackUuid(TraceBuilder.THREAD_UUID)
                .build();
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        field.writeBytes(event.toByteArray());
        field.write(0x22);
        for (int n = annotation.length; ; n >>>= 7) {
            field.write(n > 127 ? n & 127 | 128 : n);
            if (n <= 127) {
                break;
            }
        }
        field.writeBytes(annotation);
        TraceStorage s = TraceBuilder.read(concat(b.bytes(), packetWithEvent(field.toByteArray())));
        assertEquals(2, s.table("__intrinsic_slice").rowCount());
        assertEquals(1, TraceBuilder.stat(s, "track_event_parser_errors"));
    }

    private static byte[] packetWithEvent(byte[] event) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(TracePacket.newBuilder()
                .setTimestamp(20)
                .setTrustedPacketSequenceId(1)
                .build()
                .toByteArray());
        packet.write(0x5A);
        varint(packet, event.length);
        packet.writeBytes(event);
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        trace.write(0x0A);
        varint(trace, packet.size());
        trace.writeBytes(packet.toByteArray());
        return trace.toByteArray();
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int n = value;
        for (; n > 127; n >>>= 7) {
            out.write(n & 127 | 128);
        }
        out.write(n);
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    @Test
    void countsAPacketThatClaimsAHugeLength() {
        byte[] claim = {0x0A, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f, 1, 2, 3};
        TraceStorage s = TraceBuilder.read(concat(example().bytes(), claim));
        assertEquals(3, s.table("__intrinsic_slice").rowCount());
        assertEquals(1, TraceBuilder.stat(s, "tokenizer_skipped_packets"));
    }

    @Test
    void keepsTheUuidOfATraceAndCountsOneThatIsDamaged() {
        byte[] uuid = {
            0x08,
            0x11,
            0x10,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            1
        };
        TraceStorage s = TraceBuilder.read(ofUuid(uuid, uuid.length));
        assertEquals("00000000-0000-0011-ffff-ffffffffffff", metadata(s, "trace_uuid"));
        assertEquals(0, TraceBuilder.stat(s, "tokenizer_skipped_packets"));
        TraceStorage truncated = TraceBuilder.read(
                concat(ofUuid(uuid, uuid.length - 1), example().bytes()));
        assertNull(metadata(truncated, "trace_uuid"));
        assertEquals(1, TraceBuilder.stat(truncated, "tokenizer_skipped_packets"));
    }

    private static byte[] ofUuid(byte[] uuid, int length) {
        byte[] head = {
            0x0A,
            (byte) (length + 3),
            (byte) (TracePacket.TRACE_UUID_FIELD_NUMBER << 3 & 0x7f | 0x82),
            (byte) (TracePacket.TRACE_UUID_FIELD_NUMBER >> 4),
            (byte) length
        };
        return concat(head, java.util.Arrays.copyOf(uuid, length));
    }

    private static String metadata(TraceStorage s, String name) {
        var table = s.table("__intrinsic_metadata");
        for (int i = 0; i < table.rowCount(); i++) {
            if (name.equals(s.strings().get(table.strings("name").get(i)))) {
                return s.strings().get(table.strings("str_value").get(i));
            }
        }
        return null;
    }

    @Test
    void readsAnyDamagedTraceWithoutAnException() {
        byte[] complete = example().bytes();
        Random random = new Random(4);
        for (int i = 0; i < 1500; i++) {
            byte[] damaged = complete.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                int offset = random.nextInt(damaged.length);
                damaged[offset] = random.nextBoolean()
                        ? (byte) random.nextInt()
                        : (byte) (damaged[offset] ^ 1 << random.nextInt(8));
            }
            TraceBuilder.readIfTrace(java.util.Arrays.copyOf(
                    damaged, random.nextInt(4) == 0 ? random.nextInt(damaged.length) : damaged.length));
        }
    }
}
