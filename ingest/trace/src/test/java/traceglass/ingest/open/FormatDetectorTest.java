package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.Importer;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Tests which formats are recognized by their first bytes, and in which order they are tried.
class FormatDetectorTest {

    private static final byte[] PERFETTO = Trace.newBuilder()
            .addPacket(TracePacket.newBuilder().setTimestamp(1).setTrustedPacketSequenceId(1))
            .build()
            .toByteArray();

    private static Optional<String> of(String text) {
        return FormatDetector.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] packed(byte[] bytes) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    /// Magic numbers are tried before JSON keys, these before line formats, and these before protobuf fields.
    @Test
    void formatsAreTriedFromTheMostToTheLeastCertain() {
        List<String> order = List.of(
                "perf",
                "simpleperf_proto",
                "gecko",
                "json",
                "android_logcat",
                "collapsed_stack",
                "perf_text",
                "strace",
                "systrace",
                "symbols",
                "pprof",
                "proto",
                "android_dumpstate");
        assertEquals(
                order,
                Importers.builtIn().all().stream()
                        .map(Importer::id)
                        .filter(order::contains)
                        .toList());
    }

    @Test
    void formatsHaveDisplayNames() {
        assertEquals("Perfetto trace", Importers.builtIn().formatName("proto"));
        assertEquals("Android log", Importers.builtIn().formatName("android_logcat"));
        assertEquals("other", Importers.builtIn().formatName("other"));
    }

    @Test
    void binaryFormatsAreRecognized() throws Exception {
        assertEquals(Optional.of("Perfetto trace"), FormatDetector.of(PERFETTO));
        assertEquals(Optional.of("Perfetto trace"), FormatDetector.of(packed(PERFETTO)));
        assertEquals(Optional.of("simpleperf samples"), of("SIMPLEPERF\1\0"));
        assertEquals(Optional.empty(), FormatDetector.of(new byte[] {0, 1, 2, 3}));
        assertEquals(Optional.empty(), FormatDetector.of(new byte[0]));
    }

    @Test
    void readsCompressedDataThatIsTruncated() throws Exception {
        byte[] complete = packed(("[{\"ph\":\"X\"}" + ",{}".repeat(100_000)).getBytes(StandardCharsets.UTF_8));
        assertEquals(
                Optional.of("Chrome JSON trace"), FormatDetector.of(Arrays.copyOf(complete, complete.length - 20)));
        assertEquals(Optional.empty(), FormatDetector.of(new byte[] {0x1f, (byte) 0x8b, 8, 0}));
    }

    @Test
    void onlyTextThatIsUnlikelyToBeSomethingElseIsRecognized() {
        assertEquals(Optional.of("Chrome JSON trace"), of("{\"traceEvents\":[]}"));
        assertEquals(Optional.empty(), of(" {\"traceEvents\":[]}"));
        assertEquals(Optional.of("systrace or ftrace text"), of("# tracer: nop\n#\n"));
        assertEquals(Optional.empty(), of("buffers { size_kb: 1 }\n"));
        // These would be recognized as a log and a dump if they were opened as a trace.
        assertEquals(Optional.empty(), of("2023-06-24 16:34:23.441532 23153 23154 I a:tag  : a: message\n"));
    }
}
