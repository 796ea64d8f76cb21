package traceglass.ingest.pprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class PprofImporterTest {

    /// Builds a message field by field.
    private static final class Message {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        private void varint(long value) {
            long v = value;
            while ((v & ~0x7fL) != 0) {
                out.write((int) (v & 0x7f | 0x80));
                v >>>= 7;
            }
            out.write((int) v);
        }

        Message number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(int field, byte[] value) {
            varint((long) field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message texts(int field, String... values) {
            for (String value : values) {
                text(field, value);
            }
            return this;
        }

        Message message(int field, Message value) {
            return bytes(field, value.toBytes());
        }

        byte[] toBytes() {
            return out.toByteArray();
        }
    }

    private static Message message() {
        return new Message();
    }

    /// A profile with two kinds of values, an inlined function, labels, sparse ids, and its strings at the end.
    private static byte[] profile() {
        long location = 1L << 40;
        return message()
                .message(1, message().number(1, 1).number(2, 2))
                .message(1, message().number(1, 3).number(2, 4))
                .message(
                        2,
                        message()
                                .bytes(1, new byte[] {7, 8})
                                .number(2, 3)
                                .number(2, 30)
                                .message(3, message().number(1, 9).number(2, 10)))
                .message(
                        2,
                        message()
                                .number(1, location)
                                .number(1, 8)
                                .number(2, -1)
                                .number(2, 20)
                                .message(
                                        3, message().number(1, 11).number(3, 64).number(4, 4)))
                .message(2, message().number(1, 99).number(2, 1000).number(2, 1000))
                .message(
                        3,
                        message()
                                .number(1, 5)
                                .number(2, 0x1000)
                                .number(3, 0x2000)
                                .number(4, 0x100)
                                .number(5, 5)
                                .number(6, 12))
                .message(
                        4,
                        message()
                                .number(1, 7)
                                .number(2, 5)
                                .number(3, 0x1234)
                                .message(4, message().number(1, 1).number(2, 17))
                                .message(4, message().number(1, 2)))
                .message(
                        4,
                        message().number(1, 8).message(4, message().number(1, 2).number(2, 5)))
                .message(4, message().number(1, location).number(3, 0xabc))
                .message(5, message().number(1, 1).number(2, 6).number(4, 8))
                .message(5, message().number(1, 2).number(2, 7).number(4, 8).number(5, 3))
                .texts(6, "", "samples", "count", "cpu", "nanoseconds", "/bin/demo", "inner", "main", "main.go")
                .texts(6, "thread", "worker", "bytes", "0aFf")
                .number(9, 1_700_000_000_000_000_000L)
                .number(10, 5_000_000_000L)
                .number(12, 10_000_000)
                .number(14, 3)
                .toBytes();
    }

    private static String rows(TraceStorage storage, String table, String... columns) {
        Table t = storage.table(table);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            for (String column : columns) {
                out.append(
                                switch (column.charAt(0)) {
                                    case 's' ->
                                        storage.strings()
                                                .get(t.strings(column.substring(2))
                                                        .get(i));
                                    case 'l' ->
                                        t.longs(column.substring(2)).get(i) == Long.MIN_VALUE
                                                ? "-"
                                                : String.valueOf(t.longs(column.substring(2))
                                                        .get(i));
                                    case 'd' ->
                                        String.valueOf((long)
                                                t.doubles(column.substring(2)).get(i));
                                    default ->
                                        String.valueOf(
                                                t.ints(column.substring(2)).get(i));
                                })
                        .append(' ');
            }
            out.append('\n');
        }
        return out.toString();
    }

    @Test
    void recognizesProfilesByTheirFields() {
        PprofImporter importer = new PprofImporter();
        assertTrue(importer.sniff(profile()));
        assertTrue(importer.sniff(Arrays.copyOf(profile(), 60)), "the inspected bytes end in a field");
        assertFalse(importer.sniff(message()
                .message(1, message().text(1, "packet"))
                .message(1, message())
                .toBytes()));
        assertFalse(importer.sniff(message().text(6, "12345678").number(16, 1).toBytes()), "an unknown field");
        assertFalse(importer.sniff("2!strings of text 2!".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff(new byte[0]));
        byte[] analysis = message()
                .message(2, message().message(1, message().number(1, 1)))
                .message(4, message().message(1, message().number(1, 1)))
                .toBytes();
        assertFalse(importer.sniff(analysis), "a location that begins with a message");
    }

    @Test
    void writesOneAggregateProfileForEachKindOfValue() throws Exception {
        TraceStorage storage = DamagedFile.read(profile());
        assertEquals(
                "pprof_file pprof samples samples count \npprof_file pprof cpu cpu nanoseconds \n",
                rows(
                        storage,
                        "__intrinsic_aggregate_profile",
                        "s:scope",
                        "s:name",
                        "s:sample_type_type",
                        "s:sample_type_unit"));
        assertEquals(
                "0 1 3 \n1 1 30 \n0 2 -1 \n1 2 20 \n",
                rows(storage, "__intrinsic_aggregate_sample", "i:aggregate_profile_id", "i:callsite_id", "d:value"));
        assertEquals(
                "0 0 \n1 0 \n2 1 \n3 1 \n",
                rows(storage, "__intrinsic_aggregate_sample_labels", "i:aggregate_sample_id", "l:label_set_id"));
    }

    @Test
    void namesFramesAfterTheInnermostFunction() throws Exception {
        TraceStorage storage = DamagedFile.read(profile());
        assertEquals(
                "inner 564 \nmain 0 \n[unknown] 2748 \n",
                rows(storage, "__intrinsic_stack_profile_frame", "s:name", "l:rel_pc"));
        assertEquals(
                "inner main.go 17 1 \nmain main.go 3 0 \nmain main.go 5 0 \n",
                rows(
                        storage,
                        "__intrinsic_stack_profile_symbol",
                        "s:name",
                        "s:source_file",
                        "l:line_number",
                        "l:inlined"));
        assertEquals(
                "/bin/demo 0aff 256 4096 8192 ",
                rows(
                                storage,
                                "__intrinsic_stack_profile_mapping",
                                "s:name",
                                "s:build_id",
                                "l:exact_offset",
                                "l:start",
                                "l:end")
                        .lines()
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void keepsLabels() throws Exception {
        TraceStorage storage = DamagedFile.read(profile());
        assertEquals(
                "0 thread worker - null \n1 bytes null 64 nanoseconds \n",
                rows(
                        storage,
                        "__intrinsic_aggregate_label",
                        "l:label_set_id",
                        "s:key",
                        "s:str_value",
                        "l:int_value",
                        "s:unit"));
    }

    @Test
    void refusesProfilesWithoutStrings() {
        byte[] bare = message()
                .message(2, message().number(1, 1))
                .number(9, 1)
                .number(10, 1)
                .number(12, 3)
                .toBytes();
        assertThrows(TraceProblem.class, () -> DamagedFile.read(bare));
    }

    @Test
    void readsProfilesWithoutSamples() throws Exception {
        byte[] empty = message()
                .message(1, message().number(1, 1))
                .text(6, "")
                .text(6, "samples")
                .toBytes();
        TraceStorage storage = DamagedFile.read(empty);
        assertEquals(1, storage.table("__intrinsic_aggregate_profile").rowCount());
        assertEquals(1, stat(storage, "pprof_without_samples"));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(profile(), 2);
    }
}
