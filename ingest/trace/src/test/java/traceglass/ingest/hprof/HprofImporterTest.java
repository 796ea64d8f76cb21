package traceglass.ingest.hprof;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class HprofImporterTest {

    private static final Object[] NONE = {};
    private static final int OBJECT = HprofType.OBJECT;
    private static final int INT = HprofType.INT;
    private static final int BYTE = HprofType.BYTE;

    private static TraceStorage read(byte[] bytes) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new HprofImporter()
                .read(
                        new TraceInput("test.hprof", new ByteArrayInputStream(bytes), session.progress()),
                        session.context(0, 0));
        session.finish();
        return storage;
    }

    /// A string at 100 with its characters at 101; an instance at 102 of a subclass refers to the string. A weak
    /// reference at 103 and an array at 104 refer to the instance.
    private static DumpBytes sample(int idSize) {
        return new DumpBytes(idSize)
                .loadClass(1, "java/lang/Object")
                .loadClass(2, "java/lang/String")
                .loadClass(3, "[B")
                .loadClass(4, "a/Base")
                .loadClass(5, "a/Sub")
                .loadClass(6, "java/lang/ref/Reference")
                .loadClass(7, "java/lang/ref/WeakReference")
                .loadClass(8, "[Ljava/lang/Object;")
                .classDump(1, 0, 0, NONE, NONE)
                .classDump(2, 1, 24, NONE, new Object[] {"value", OBJECT, "coder", BYTE})
                .classDump(4, 1, 12, new Object[] {"all", OBJECT, 104, "count", INT, -3}, new Object[] {"next", OBJECT})
                .classDump(5, 4, 16, NONE, new Object[] {"name", OBJECT, "age", INT})
                .classDump(6, 1, 8, NONE, new Object[] {"referent", OBJECT})
                .classDump(7, 6, 8, NONE, NONE)
                .instance(100, 2, OBJECT, 101, BYTE, 0)
                .primitiveArray(101, BYTE, 3, "abc".getBytes(StandardCharsets.US_ASCII))
                .instance(102, 5, OBJECT, 100, INT, 7, OBJECT, 105)
                .instance(103, 7, OBJECT, 102)
                .objectArray(104, 8, 0, 102, 999)
                .root(0x03, 103, 8)
                .root(0x08, 103, 8)
                .segment();
    }

    private static int row(TraceStorage s, String className) {
        Table objects = s.table("__intrinsic_heap_graph_object");
        for (int i = 0; i < objects.rowCount(); i++) {
            if (className.equals(name(s, objects.ints("type_id").get(i)))) {
                return i;
            }
        }
        throw new AssertionError("no " + className);
    }

    private static String name(TraceStorage s, int classRow) {
        return s.strings()
                .get(s.table("__intrinsic_heap_graph_class").strings("name").get(classRow));
    }

    private static String references(TraceStorage s, int object) {
        Table references = s.table("__intrinsic_heap_graph_reference");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < references.rowCount(); i++) {
            if (references.ints("owner_id").get(i) == object) {
                int owned = references.ints("owned_id").get(i);
                out.append(s.strings().get(references.strings("field_name").get(i)))
                        .append('=')
                        .append(owned == IntColumn.NULL ? "?" : owned)
                        .append(' ')
                        .append(s.strings()
                                .get(references.strings("field_type_name").get(i)))
                        .append(';');
            }
        }
        return out.toString();
    }

    @Test
    void readsObjectsAndReferencesWithIdsOfBothSizes() throws Exception {
        for (int idSize : new int[] {4, 8}) {
            TraceStorage s = read(sample(idSize).bytes());
            Table objects = s.table("__intrinsic_heap_graph_object");
            assertEquals(11, objects.rowCount());
            int string = row(s, "java.lang.String");
            int chars = row(s, "byte[]");
            int sub = row(s, "a.Sub");
            assertEquals(24, objects.longs("self_size").get(string));
            assertEquals(3, objects.longs("self_size").get(chars));
            assertEquals(3L * idSize, objects.longs("self_size").get(row(s, "java.lang.Object[]")));
            assertEquals(idSize + 4, objects.longs("self_size").get(row(s, "java.lang.Class<a.Base>")));
            assertEquals("a.Sub.name=" + string + " java.lang.String;a.Base.next=? unknown;", references(s, sub));
            assertEquals("[1]=" + sub + " a.Sub;", references(s, row(s, "java.lang.Object[]")));
            assertEquals(
                    "a.Base.all=" + row(s, "java.lang.Object[]") + " java.lang.Object[];",
                    references(s, row(s, "java.lang.Class<a.Base>")));
            assertEquals(1_700_000_000_123L, objects.longs("graph_sample_ts").get(0));
            assertEquals(1, s.table("__intrinsic_heap_graph").rowCount());
        }
    }

    @Test
    void readsThreadStacksAndTheFramesThatHoldRoots() throws Exception {
        byte[] dump = new DumpBytes(8)
                .frame(50, "inner", "A.java", 7)
                .frame(51, "outer", "A.java", -1)
                .stack(50, 51)
                .loadClass(2, "java/lang/String")
                .loadClass(3, "[B")
                .loadClass(5, "a/Worker")
                .classDump(2, 0, 24, NONE, new Object[] {"value", OBJECT, "coder", BYTE})
                .classDump(5, 0, 16, NONE, new Object[] {"name", OBJECT, "age", INT})
                .root(0x03, 101, 8)
                .root(0x08, 102, 8)
                .instance(100, 2, OBJECT, 101, BYTE, 0)
                .primitiveArray(101, BYTE, 3, "abc".getBytes(StandardCharsets.US_ASCII))
                .instance(102, 5, OBJECT, 100, INT, 7)
                .segment()
                .bytes();
        TraceStorage s = read(dump);
        Table frames = s.table("__intrinsic_heap_graph_thread_frame");
        Table objects = s.table("__intrinsic_heap_graph_object");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < frames.rowCount(); i++) {
            int type = objects.ints("type_id").get(frames.ints("object_id").get(i));
            text.append(name(s, type))
                    .append(' ')
                    .append(s.strings().get(frames.strings("thread_name").get(i)))
                    .append(' ')
                    .append(s.strings().get(frames.strings("function").get(i)))
                    .append(' ')
                    .append(frames.ints("line_number").get(i) == IntColumn.NULL ? "-" : "line")
                    .append("; ");
        }
        assertEquals(
                "a.Worker abc a.Worker.inner line; a.Worker abc a.Worker.outer -; byte[] abc a.Worker.inner line; ",
                text.toString());
        for (int i = 0; i < dump.length; i += 3) {
            dump[i] ^= 1;
            try {
                read(dump);
            } catch (TraceProblem e) {
                assertTrue(i < 40, e.getMessage());
            }
            dump[i] ^= 1;
        }
    }

    @Test
    void weakReferencesKeepNothingReachable() throws Exception {
        TraceStorage s = read(sample(4).bytes());
        Table objects = s.table("__intrinsic_heap_graph_object");
        int weak = row(s, "java.lang.ref.WeakReference");
        assertEquals(0, objects.ints("root_distance").get(weak));
        assertEquals("JAVA_FRAME", s.strings().get(objects.strings("root_type").get(weak)));
        assertEquals(0, objects.ints("reachable").get(row(s, "a.Sub")));
        assertEquals(-1, objects.ints("root_distance").get(row(s, "a.Sub")));
        // The reference itself is included.
        assertEquals("java.lang.ref.Reference.referent=" + row(s, "a.Sub") + " a.Sub;", references(s, weak));
        TraceStorage reachable =
                read(sample(4).root(0x05, 4, 0).root(0x90, 101, 0).segment().bytes());
        Table reachableObjects = reachable.table("__intrinsic_heap_graph_object");
        assertEquals(2, reachableObjects.ints("root_distance").get(row(reachable, "a.Sub")));
        assertEquals(4, reachableObjects.ints("root_distance").get(row(reachable, "byte[]")));
    }

    @Test
    void keepsTheElementsOfPrimitiveArrays() throws Exception {
        byte[] ints = {0, 0, 0, 5, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xfe};
        TraceStorage s = read(sample(8)
                .loadClass(9, "[I")
                .primitiveArray(200, INT, 2, ints)
                .primitiveArray(201, BYTE, HprofDump.MAX_ARRAY_BYTES + 1, new byte[HprofDump.MAX_ARRAY_BYTES + 1])
                .segment()
                .bytes());
        Table objects = s.table("__intrinsic_heap_graph_object");
        Table data = s.table("__intrinsic_heap_graph_object_data");
        Table arrays = s.table("__intrinsic_heap_graph_array");
        int array = (int) objects.longs("object_data_id").get(row(s, "int[]"));
        assertArrayEquals(
                new byte[] {5, 0, 0, 0, (byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff},
                arrays.blobs("data").get((int) data.longs("array_data_id").get(array)));
        assertEquals(2, arrays.rowCount(), "bytes of the string and the numbers, but not of the large array");
        int large = data.rowCount() - 1;
        assertEquals(
                HprofDump.MAX_ARRAY_BYTES + 1, data.longs("array_element_count").get(large));
        assertEquals(LongColumn.NULL, data.longs("array_data_id").get(large));
    }

    @Test
    void decodesStringsAndPrimitiveFields() throws Exception {
        TraceStorage s = read(sample(8).bytes());
        Table objects = s.table("__intrinsic_heap_graph_object");
        Table data = s.table("__intrinsic_heap_graph_object_data");
        int dataRow = (int) objects.longs("object_data_id").get(row(s, "java.lang.String"));
        assertEquals("abc", s.strings().get(data.strings("value_string").get(dataRow)));
        int array = (int) objects.longs("object_data_id").get(row(s, "byte[]"));
        assertEquals(3, data.longs("array_element_count").get(array));
        Table primitives = s.table("__intrinsic_heap_graph_primitive");
        StringBuilder ints = new StringBuilder();
        for (int i = 0; i < primitives.rowCount(); i++) {
            if (primitives.longs("int_value").get(i) != LongColumn.NULL) {
                ints.append(s.strings().get(primitives.strings("field_name").get(i)))
                        .append('=')
                        .append(primitives.longs("int_value").get(i))
                        .append(';');
            }
        }
        assertEquals("count=-3;a.Sub.age=7;", ints.toString());
    }

    @Test
    void decodesStringsOfBothWidthsAndStringsThatShareAnArray() throws Exception {
        TraceStorage s = read(new DumpBytes(4)
                .loadClass(2, "java.lang.String")
                .classDump(2, 0, 16, NONE, new Object[] {"value", OBJECT, "coder", BYTE, "offset", INT, "count", INT})
                .instance(100, 2, OBJECT, 101, BYTE, 1, INT, 1, INT, 2)
                .primitiveArray(101, BYTE, 6, "xé!".getBytes(StandardCharsets.UTF_16LE))
                .instance(102, 2, OBJECT, 103, BYTE, 0, INT, 0, INT, 2)
                .primitiveArray(103, HprofType.CHAR, 2, "ok".getBytes(StandardCharsets.UTF_16BE))
                .instance(104, 2, OBJECT, 103, BYTE, 0, INT, 1, INT, 2)
                .segment()
                .bytes());
        Table data = s.table("__intrinsic_heap_graph_object_data");
        Table objects = s.table("__intrinsic_heap_graph_object");
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < objects.rowCount(); i++) {
            long dataRow = objects.longs("object_data_id").get(i);
            if (dataRow != LongColumn.NULL) {
                texts.append(s.strings().get(data.strings("value_string").get((int) dataRow)))
                        .append(' ');
            }
        }
        // The dump lacks the classes of arrays, and the last string refers beyond its array.
        assertEquals("é! null ok null null ", texts.toString());
        assertEquals("char[]", name(s, objects.ints("type_id").get(row(s, "char[]"))));
    }

    @Test
    void addsNativeMemoryToTheObjectsThatOwnIt() throws Exception {
        String registry = "libcore.util.NativeAllocationRegistry";
        TraceStorage s = read(new DumpBytes(4)
                .loadClass(1, "java.lang.ref.Reference")
                .loadClass(2, "sun.misc.Cleaner")
                .loadClass(3, registry)
                .loadClass(4, registry + "$CleanerThunk")
                .loadClass(5, "android.graphics.Bitmap")
                .classDump(1, 0, 8, NONE, new Object[] {"referent", OBJECT})
                .classDump(2, 1, 8, NONE, new Object[] {"thunk", OBJECT})
                .classDump(3, 0, 8, NONE, new Object[] {"size", HprofType.LONG})
                .classDump(4, 0, 8, NONE, new Object[] {"this$0", OBJECT})
                .classDump(5, 0, 8, NONE, NONE)
                .instance(20, 2, OBJECT, 21, OBJECT, 23)
                .instance(21, 4, OBJECT, 22)
                .instance(22, 3, HprofType.LONG, 4_096)
                .instance(23, 5)
                .instance(24, 2, OBJECT, 21, OBJECT, 23)
                .segment()
                .bytes());
        Table objects = s.table("__intrinsic_heap_graph_object");
        assertEquals(8_192, objects.longs("native_size").get(row(s, "android.graphics.Bitmap")));
    }

    @Test
    void namesHeapsAndKindsOfReferences() throws Exception {
        TraceStorage s = read(new DumpBytes("JAVA PROFILE 1.0.3", 4, 5)
                .loadClass(1, "java.lang.ref.SoftReference")
                .loadClass(2, "a.Soft")
                .heapName("zygote")
                .classDump(1, 0, 8, NONE, NONE)
                .heapName("app")
                .classDump(2, 1, 8, NONE, NONE)
                .segment()
                .bytes());
        Table objects = s.table("__intrinsic_heap_graph_object");
        assertEquals("zygote", s.strings().get(objects.strings("heap_type").get(0)));
        assertEquals("app", s.strings().get(objects.strings("heap_type").get(1)));
        Table classes = s.table("__intrinsic_heap_graph_class");
        assertEquals(
                "KIND_SOFT_REFERENCE", s.strings().get(classes.strings("kind").get(1)));
        assertEquals(0, classes.ints("superclass_id").get(1));
    }

    @Test
    void readsSegmentsWithWrongLengths() throws Exception {
        byte[] tooShort = new DumpBytes(4)
                .loadClass(1, "a.A")
                .classDump(1, 0, 8, NONE, NONE)
                .instance(10, 1)
                .segment(5)
                .record(0x2C, new byte[0])
                .bytes();
        assertEquals(2, read(tooShort).table("__intrinsic_heap_graph_object").rowCount());
        byte[] unfinished = new DumpBytes(4)
                .loadClass(1, "a.A")
                .classDump(1, 0, 8, NONE, NONE)
                .instance(10, 1)
                .root(0x05, 1, 0)
                .segment(0)
                .record(0x2C, new byte[0])
                .bytes();
        TraceStorage s = read(unfinished);
        assertEquals(2, s.table("__intrinsic_heap_graph_object").rowCount());
        assertEquals(0, stat(s, "hprof_heap_dump_errors"));
    }

    @Test
    void readsDumpsLargerThanTheBufferInMemory(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("large.hprof");
        LargeDump.write(file, 1_000_000);
        assertTrue(Files.size(file) > HprofSpool.MEMORY);
        TraceStorage s = read(Files.readAllBytes(file));
        Table objects = s.table("__intrinsic_heap_graph_object");
        // Objects, arrays of maps, and classes.
        assertEquals(1_000_000 + 200 + 6, objects.rowCount());
        // Five references for each order; every fourth node but the first has a next node; every seventh slot of a map
        // is empty.
        assertEquals(
                5 * 200_000 + 49_999 + 171_428,
                s.table("__intrinsic_heap_graph_reference").rowCount());
    }

    @Test
    void refusesTextAndUnusableHeaders() {
        byte[] text = "JAVA PROFILE 1.0.1, created Mon".getBytes(StandardCharsets.US_ASCII);
        assertTrue(new HprofImporter().sniff(text));
        assertTrue(
                assertThrows(TraceProblem.class, () -> read(text)).getMessage().contains("jcmd"));
        assertThrows(TraceProblem.class, () -> read(new DumpBytes(5).bytes()));
        assertThrows(TraceProblem.class, () -> read("JAVA PROFILE 1.0.2".getBytes(StandardCharsets.US_ASCII)));
        assertFalse(new HprofImporter().sniff("JAVA".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void keepsWholeObjectsOfTruncatedFiles() throws Exception {
        byte[] complete = sample(8).bytes();
        int before = 0;
        for (int i = 1; i <= 50; i++) {
            byte[] truncated = Arrays.copyOf(complete, 31 + (complete.length - 31) * i / 50);
            TraceStorage s = read(truncated);
            int rows = s.table("__intrinsic_heap_graph_object").rowCount();
            assertTrue(rows >= before, rows + " after " + before);
            before = rows;
        }
        assertEquals(11, before);
        assertEquals(1, stat(read(Arrays.copyOf(complete, complete.length - 1)), "hprof_truncated"));
    }

    @Test
    void survivesDamage() throws Exception {
        byte[] complete = sample(4).bytes();
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = complete.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                int offset = 31 + random.nextInt(damaged.length - 31);
                damaged[offset] ^= (byte) (1 << random.nextInt(8));
            }
            read(damaged);
        }
    }

    @Test
    void hashesArraysAsTraceProcessorDoes() {
        ArrayHash complete = new ArrayHash();
        byte[] data = new byte[23];
        new Random(1).nextBytes(data);
        complete.start(1, data.length);
        complete.add(data, 0, data.length);
        ArrayHash parts = new ArrayHash();
        parts.start(1, data.length);
        for (int i = 0; i < data.length; i += 3) {
            parts.add(data, i, Math.min(3, data.length - i));
        }
        assertEquals(complete.finish(), parts.finish());
        // Two big-endian ints are hashed as little-endian bytes.
        ArrayHash ints = new ArrayHash();
        ints.start(4, 8);
        ints.add(new byte[] {0, 0, 0, 1, 0, 0, 0, 2}, 0, 8);
        ArrayHash bytes = new ArrayHash();
        bytes.start(1, 8);
        bytes.add(new byte[] {1, 0, 0, 0, 2, 0, 0, 0}, 0, 8);
        assertEquals(bytes.finish(), ints.finish());
    }

    private static DumpBytes smallDump(DumpBytes bytes, int objects) {
        bytes.classDump(1, 0, 0, NONE, NONE).classDump(4, 1, 12, NONE, new Object[] {"next", OBJECT});
        for (int i = 0; i < objects; i++) {
            bytes.instance(200 + i, 4, OBJECT, 200).root(0x01, 200 + i, 4);
        }
        return bytes;
    }

    /// The HPROF agent adds a dump on each request, with the names of classes only in the first.
    @Test
    void readsEachDumpOfAFile() throws Exception {
        for (boolean areRecords : new boolean[] {true, false}) {
            DumpBytes file = new DumpBytes(4).loadClass(1, "java/lang/Object").loadClass(4, "a/Base");
            for (int objects = 1; objects <= 3; objects++) {
                smallDump(file.at(2_500_000 * objects), objects);
                if (areRecords) {
                    file.wholeDump();
                } else {
                    file.segment().record(0x2C, new byte[0]);
                }
            }
            TraceStorage s = read(file.bytes());
            Table graphs = s.table("__intrinsic_heap_graph");
            assertEquals(3, graphs.rowCount());
            assertEquals(1_700_000_000_123L, graphs.longs("ts").get(0));
            assertEquals(1_700_000_005_123L, graphs.longs("ts").get(1));
            assertEquals(1_700_000_007_623L, graphs.longs("ts").get(2));
            Table objects = s.table("__intrinsic_heap_graph_object");
            assertEquals(3 + 4 + 5, objects.rowCount());
            int last = objects.rowCount() - 1;
            assertEquals(1_700_000_007_623L, objects.longs("graph_sample_ts").get(last));
            assertEquals("a.Base", name(s, objects.ints("type_id").get(last)));
            assertEquals("a.Base.next=9 a.Base;", references(s, last));
        }
    }
}
