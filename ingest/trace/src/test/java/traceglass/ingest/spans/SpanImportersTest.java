package traceglass.ingest.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.Importer;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.spans.jaeger.JaegerImporter;
import traceglass.ingest.spans.otlp.OtlpJsonImporter;
import traceglass.ingest.spans.otlp.OtlpProtoImporter;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SpanImportersTest {

    private static byte[] sample(String name) throws Exception {
        try (InputStream in = SpanImportersTest.class.getResourceAsStream("/cases/spans/" + name)) {
            return in.readAllBytes();
        }
    }

    private static int sliceCount(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount();
    }

    private static void check(Importer importer, String name) throws Exception {
        byte[] bytes = sample(name);
        assertTrue(importer.sniff(bytes));
        DamagedInputs.check(importer, bytes, SpanImportersTest::sliceCount);
    }

    @Test
    void damagedOtlpJsonYieldsItsValidPart() throws Exception {
        check(new OtlpJsonImporter(), "otlp.json");
    }

    @Test
    void damagedJaegerJsonYieldsItsValidPart() throws Exception {
        check(new JaegerImporter(), "jaeger.json");
        check(new JaegerImporter(), "jaeger_lines.json");
        check(new JaegerImporter(), "jaeger_array.json");
        check(new JaegerImporter(), "jaeger_messages.json");
    }

    @Test
    void damagedZipkinJsonYieldsItsValidPart() throws Exception {
        check(new ZipkinImporter(), "zipkin.json");
        check(new ZipkinImporter(), "zipkin_old.json");
    }

    @Test
    void damagedOtlpMessagesYieldTheirValidPart() throws Exception {
        byte[] bytes = traces(40).toByteArray();
        assertTrue(new OtlpProtoImporter().sniff(bytes));
        DamagedInputs.check(new OtlpProtoImporter(), bytes, SpanImportersTest::sliceCount);
    }

    @Test
    void readsMessagesPrecededByTheirLengths() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int i = 0; i < 2; i++) {
            byte[] message = traces(3 + i).toByteArray();
            file.write(ByteBuffer.allocate(4).putInt(message.length).array());
            file.write(message);
        }
        byte[] bytes = file.toByteArray();
        assertTrue(new OtlpProtoImporter().sniff(bytes));
        TraceStorage s = DamagedInputs.read(new OtlpProtoImporter(), bytes);
        // The first three spans of both messages are equal.
        assertEquals(4, sliceCount(s));
        Table slices = s.table("__intrinsic_slice");
        assertEquals(1_000, slices.longs("ts").get(0));
        assertEquals(50, slices.longs("dur").get(0));
    }

    private static byte[] bytesOfCase(String name) throws Exception {
        return CaseBytes.of(Path.of(
                SpanImportersTest.class.getResource("/cases/spans/" + name).toURI()));
    }

    private static int sampleCount(TraceStorage storage) {
        return storage.table("__intrinsic_profiler_sample").rowCount();
    }

    /// Each message has tables of its own.
    @Test
    void readsProfileMessagesPrecededByTheirLengths() throws Exception {
        byte[] message = bytesOfCase("otlp_profiles_proto.wire");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int i = 0; i < 2; i++) {
            file.write(ByteBuffer.allocate(4).putInt(message.length).array());
            file.write(message);
        }
        assertTrue(new OtlpProtoImporter().sniff(file.toByteArray()));
        TraceStorage s = DamagedInputs.read(new OtlpProtoImporter(), file.toByteArray());
        assertEquals(6, sampleCount(s));
        assertEquals(3, s.table("__intrinsic_stack_profile_callsite").rowCount());
    }

    @Test
    void profilesKeepTheSamplesBeforeDamage() throws Exception {
        DamagedFile.assertSurvives(bytesOfCase("otlp_profiles_proto.wire"), 5);
        byte[] json = bytesOfCase("otlp_profiles.json");
        DamagedFile.assertSurvives(json, 6);
        TraceStorage truncated = DamagedFile.read(Arrays.copyOf(json, json.length - 40));
        assertEquals(6, sampleCount(truncated));
        assertEquals(1, stat(truncated, "spans_truncated"));
    }

    /// An index beyond the end of a table is treated as unset.
    @Test
    void readsProfilesWithIndexesBeyondTheirTables() throws Exception {
        TraceStorage s = DamagedInputs.read(
                new OtlpJsonImporter(),
                ("{\"dictionary\":{\"stackTable\":[{\"locationIndices\":[7,-1,4000000000]}]},\"resourceProfiles\":[{"
                                + "\"scopeProfiles\":[{\"profiles\":[{\"samples\":[{\"attributeIndices\":[5],\"linkIndex\":9},{\"stackIndex\":-1,\"timestampsUnixNano\":[\"5\"]},3]},"
                                + " 4]}]}]}")
                        .getBytes(StandardCharsets.UTF_8));
        assertEquals(1, sampleCount(s));
        assertEquals(2, s.table("__intrinsic_aggregate_sample").rowCount());
    }

    @Test
    void keepsCloudTraceSpansBeforeDamage() throws Exception {
        for (String name : new String[] {"cloud_trace_v1.json", "cloud_trace_v2.json"}) {
            byte[] bytes = bytesOfCase(name);
            assertTrue(new CloudTraceImporter().sniff(bytes), name);
            DamagedInputs.check(new CloudTraceImporter(), bytes, SpanImportersTest::sliceCount);
        }
        byte[] single = "[{\"name\":\"projects/p/traces/0af7651916cd43dd8448eb211c80319c/spans/1\",\"spanId\":\"1\","
                .concat("\"startTime\":\"2024-05-01T10:00:00Z\"},3]")
                .getBytes(StandardCharsets.UTF_8);
        assertTrue(new CloudTraceImporter().sniff(single));
        assertEquals(1, sliceCount(DamagedInputs.read(new CloudTraceImporter(), single)));
    }

    @Test
    void rejectsOtherFormats() {
        for (String other : new String[] {
            "",
            "{\"traceEvents\":[{\"ph\":\"X\",\"id\":1}]}",
            "[{\"ph\":\"X\",\"id\":\"1\",\"traceId\":\"1\"}]",
            "[]",
            "{\"data\":[]}",
            "{\"spans\":[{\"traceId\":\"1\",\"spanId\":2,\"operationName\":\"a\"}]}",
            "[{\"traceID\":\"1\",\"spanID\":\"2\",\"spanName\":\"a\",\"timestamp\":\"2024-09-21T19:20:49Z\"}]"
        }) {
            byte[] bytes = other.getBytes(StandardCharsets.UTF_8);
            assertFalse(new OtlpJsonImporter().sniff(bytes), other);
            assertFalse(new JaegerImporter().sniff(bytes), other);
            assertFalse(new ZipkinImporter().sniff(bytes), other);
            assertFalse(new CloudTraceImporter().sniff(bytes), other);
            assertFalse(new OtlpProtoImporter().sniff(bytes), other);
        }
    }

    @Test
    void readsDeepNesting() throws Exception {
        String deep = "[".repeat(50_000) + "]".repeat(50_000);
        String text = "{\"resourceSpans\":[{\"x\":" + deep + ",\"scopeSpans\":[{\"spans\":[{\"y\":" + deep
                + ",\"name\":\"s\",\"startTimeUnixNano\":\"5\",\"attributes\":[{\"key\":\"k\",\"value\":{\"arrayValue\":"
                + deep
                + "}}]}]}]}]}";
        assertEquals(1, sliceCount(DamagedInputs.read(new OtlpJsonImporter(), text.getBytes(StandardCharsets.UTF_8))));
    }

    private static UnknownFieldSet traces(int spans) {
        UnknownFieldSet.Builder scope = UnknownFieldSet.newBuilder();
        for (int i = 0; i < spans; i++) {
            scope.mergeField(2, bytes(span(i)));
        }
        UnknownFieldSet attribute = UnknownFieldSet.newBuilder()
                .addField(1, text("service.name"))
                .addField(
                        2,
                        bytes(UnknownFieldSet.newBuilder()
                                .addField(1, text("web"))
                                .build()))
                .build();
        UnknownFieldSet resource =
                UnknownFieldSet.newBuilder().addField(1, bytes(attribute)).build();
        UnknownFieldSet resourceSpans = UnknownFieldSet.newBuilder()
                .addField(1, bytes(resource))
                .addField(2, bytes(scope.build()))
                .build();
        return UnknownFieldSet.newBuilder().addField(1, bytes(resourceSpans)).build();
    }

    private static UnknownFieldSet span(int i) {
        byte[] id = ByteBuffer.allocate(8).putLong(i + 1).array();
        return UnknownFieldSet.newBuilder()
                .addField(
                        1,
                        Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(new byte[16]))
                                .build())
                .addField(
                        2,
                        Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFrom(id))
                                .build())
                .addField(5, text("span"))
                .addField(7, Field.newBuilder().addFixed64(1_000 + i * 100L).build())
                .addField(8, Field.newBuilder().addFixed64(1_050 + i * 100L).build())
                .build();
    }

    private static Field bytes(UnknownFieldSet message) {
        return Field.newBuilder().addLengthDelimited(message.toByteString()).build();
    }

    private static Field text(String text) {
        return Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8(text))
                .build();
    }
}
