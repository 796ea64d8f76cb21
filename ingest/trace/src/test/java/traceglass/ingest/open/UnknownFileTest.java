package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.TraceStorage;

class UnknownFileTest {

    @TempDir
    Path dir;

    private String problem(byte[] content) throws Exception {
        Path file = Files.write(dir.resolve("f"), content);
        return assertThrows(
                        TraceProblem.class,
                        () -> TraceFileReader.readAll(file, new TraceStorage(), new ImportProgress()))
                .getMessage();
    }

    private String problem(String content) throws Exception {
        return problem(content.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void namesFilesOfOtherProgramsAndTheirConverters() throws Exception {
        assertEquals("f is a Tracy trace; `tracy-csvexport` writes its zones as text", problem("tr\u00fdP and more"));
        assertEquals("f is a picture (PNG), not a trace", problem("\u0089PNG\r\n"));
        assertEquals(
                "f is a program or library (ELF), not a trace; use “Add symbols…” to add its symbols to a trace",
                problem("\u007fELF\u0002"));
    }

    @Test
    void namesJsonFilesOfOtherPrograms() throws Exception {
        assertEquals(
                "f is a DevTools snapshot without a timeline or samples. Export it on the performance page or in the"
                        + " CPU profiler.",
                problem("{\"devToolsSnapshot\": true}"));
        assertEquals("f is a profile of the React profiler", problem("{\"version\": 5, \"dataForRoots\": []}"));
        assertEquals(
                "f is a Firefox profile from 2013 or earlier; open it on profiler.firefox.com and save it there, which"
                        + " converts it",
                problem("{\"format\": \"profileJSON,1\", \"meta\": {\"interval\": 1}, \"profileJSON\": [{\"frames\":"
                        + " [0]}]}"));
        assertEquals(
                "f is a PyTorch execution trace, which has no timestamps; open the profiler trace of the same run",
                problem("{\"schema\": \"1.0.1\", \"pid\": 1, \"start_ts\": 2, \"nodes\": [{\"name\": \"a\"}]}"));
    }

    @Test
    void analysesOfTensorFlowAreNamed() {
        assertEquals(
                "is an analysis by TensorFlow's profiler, not a trace; open the file that ends in `.xplane.pb` or"
                        + " `.trace.json.gz` next to it",
                UnknownFile.describe(new byte[] {0x12, 0x24, 0x09, 0x41}, "host.Input_Pipeline.pb"));
    }

    @Test
    void portableHeapDumpsAreNamed() throws Exception {
        assertEquals(
                "f is a heap dump of OpenJ9 (PHD), which has no values of fields; Eclipse's Memory Analyzer with DTFJ"
                        + " shows it",
                problem("\0\u0012portable heap dump\0\0\0\u0005"));
    }

    @Test
    void profilesPrintedByPprofAreNamed() throws Exception {
        assertEquals(
                "f is a profile that `pprof -raw` printed as text; open the profile from which it was printed",
                problem("PeriodType: cpu nanoseconds\nPeriod: 10000000\n"));
    }

    @Test
    void metricsOfMetricKitAreNamed() throws Exception {
        assertEquals(
                "f is a MetricKit report with metrics, which are totals of a day without callstacks; its diagnostic"
                        + " reports can be opened",
                problem("{\"timeStampBegin\": \"2021-05-05\", \"timeStampEnd\": \"2021-05-05\", \"cpuMetrics\":"
                        + " {}}"));
    }

    @Test
    void picturesWithoutFlameGraphsAreNotOpened() throws Exception {
        String expected =
                "f is a picture (SVG) without values of a flame graph; open the profile or the collapsed stacks"
                        + " from which it was drawn";
        assertEquals(expected, problem("<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC"));
        assertEquals(expected, problem("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"));
        assertEquals(expected, problem("<svg><!-- Flame graph stack visualization. --></svg>"));
    }

    @Test
    void capturesAndLogsOfOtherToolsAreNamed() throws Exception {
        assertEquals(
                "f is a profile exported by Hotspot; open the perf.data file from which it was made",
                problem("QPERFSTREAM\0\0\0"));
        assertEquals(
                "f is a profile of gprof without names of functions; `gprof PROGRAM gmon.out` writes a report that can"
                        + " be opened",
                problem("gmon\1\0\0\0\0\0"));
        assertEquals(
                "f is a heap snapshot of .NET as XML; PerfView shows its objects",
                problem("<GCHeapDump>\n<TimeCollected>"));
        assertEquals(
                "f is a log of the garbage collector of OpenJ9; GCViewer shows it",
                problem("<verbosegc xmlns=\"http://www.ibm.com/j9/verbosegc\">"));
    }

    @Test
    void logsOfTheDevToolsProtocolAreNotTraces() throws Exception {
        assertEquals(
                "f is a log of Chrome's DevTools protocol; `chrome-har` converts it to an HTTP archive, which can be"
                        + " opened",
                problem("[{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"1\"}},{}]"));
    }

    /// A line feed is also the tag of a packet.
    @Test
    void textAfterAnEmptyLineIsNotAPerfettoTrace() throws Exception {
        assertEquals(
                "f is not a trace in a supported format: it begins with \" this is an unknown form\"",
                problem("\nthis\nis an unknown\nformat\n"));
    }

    /// Messages in field 1 that don't fit the packets of the schema: other wire types, or no messages at all.
    @Test
    void explainsProtobufMessagesThatAreNotPerfettoTraces() throws Exception {
        String expected =
                " is not a trace in a supported format: it is a protobuf message, but none of its parts is a packet"
                        + " of a Perfetto trace";
        for (String packet : new String[] {
            // A number where the schema has a message.
            "\u0008\u0005\u0010\u0007",
            // A string where the schema has a message.
            "\n\u0006Person",
            // A string where the schema has a number.
            "\n\u0009\n\u0007testing",
            // Only an unknown field.
            "\u00f8\u00ff\u0003\u0001"
        }) {
            String message = "\n" + (char) packet.length() + packet;
            assertEquals("f" + expected, problem(message.repeat(20)));
        }
    }

    @Test
    void theStartOfAPacketIsNotAPerfettoTrace() throws Exception {
        assertEquals(
                "f begins like a Perfetto trace, but has no complete packet in its 12 bytes; it may be truncated or of"
                        + " another kind",
                problem("\n\u0020\u0010\u0007\u0018\u0001\u0040\u0001\u0050\u0001\u005a\u0010"));
    }

    @Test
    void aMessageLikeAProfileNeedsAStringTable() throws Exception {
        assertEquals(
                "f has no string table: it is a truncated pprof profile or another kind of protobuf message",
                problem("\n\u0004\u0008\u0001\u0010\u0002\u0012\u0006\n\u0001\u0001\u0012\u0001\u0001"));
    }

    @Test
    void jsonThatEndsBeforeItsEventsIsNotATrace() throws Exception {
        assertEquals(
                "f is not a JSON trace: it has no traceEvents, but the key “a”", problem("{\"a\":".repeat(20_000)));
        assertEquals("f is not a JSON trace: it has no traceEvents, but the key “a”", problem("{\"a\": [1, 2"));
        assertEquals("f is not a JSON trace: it has no traceEvents, but the key “a”", problem("{\"a\": 1; 2}"));
    }

    @Test
    void otherFilesAreDescribedByTheirBeginning() throws Exception {
        assertEquals(
                "f is not a trace in a supported format: it begins with \"hello world, this is a l\"",
                problem("hello world, this is a letter"));
        assertEquals(
                "f is not a trace in a supported format: it begins with the bytes fe ed 00 01",
                problem(new byte[] {(byte) 0xfe, (byte) 0xed, 0, 1}));
        assertEquals("f begins with zeros only; it was probably never written completely", problem(new byte[5000]));
    }

    /// Some formats are recognized by few bytes, such as a space or a line feed.
    @Test
    void randomBytesAreDescribedByTheFirstOnes() throws Exception {
        Random random = new Random(25);
        byte[] bytes = new byte[5000];
        List<String> others = new ArrayList<>();
        for (int first = 0; first < 256; first++) {
            if (first == '\n') {
                // It is the tag of a packet, so the message names that.
                continue;
            }
            random.nextBytes(bytes);
            bytes[0] = (byte) first;
            String expected = "f is not a trace in a supported format: it begins with the bytes "
                    + HexFormat.ofDelimiter(" ").formatHex(bytes, 0, 8);
            String problem = problem(bytes);
            if (!problem.equals(expected)) {
                others.add(Integer.toHexString(first) + ": " + problem);
            }
        }
        assertEquals(List.of(), others);
    }
}
