package traceglass.app.cli.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.testing.MemoryTraces;
import traceglass.app.testing.SampledTraces;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

/// Passes unusable input to the commands that write traces in other formats: each must report the error in one line,
/// and write nothing.
class ConvertBadInputTest {

    private static final int SLICES = 6;

    @TempDir
    Path dir;

    private Path out;
    private Path samples;
    private Path heap;
    private Path slices;
    private Path json;
    private Path textFile;

    @BeforeEach
    void writeInputs() throws IOException {
        out = Files.createDirectory(dir.resolve("out")).resolve("result");
        samples = Files.write(dir.resolve("samples.pftrace"), SampledTraces.withoutNames("bad-input"));
        heap = MemoryTraces.heapDumps(dir.resolve("heap.pftrace"), 26, 40);
        slices = Files.write(dir.resolve("slices.pftrace"), slices(5000));
        json = Files.writeString(
                dir.resolve("trace.json"),
                "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":10,\"dur\":5,\"name\":\"a\"}]}");
        textFile = Files.writeString(dir.resolve("words.txt"), "these words are no trace\n");
    }

    private static TracePacket.Builder packet(Trace.Builder trace, long ts) {
        return trace.addPacketBuilder().setTimestamp(ts).setTrustedPacketSequenceId(3);
    }

    /// Returns a trace without clocks.
    private static byte[] slices(long start) {
        Trace.Builder trace = Trace.newBuilder();
        packet(trace, start)
                .getTrackDescriptorBuilder()
                .setUuid(9)
                .getThreadBuilder()
                .setPid(71)
                .setTid(72);
        for (int i = 0; i < SLICES; i++) {
            packet(trace, start + 100L * i)
                    .getTrackEventBuilder()
                    .setTrackUuid(9)
                    .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                    .setName("slice " + i);
            packet(trace, start + 100L * i + 50)
                    .getTrackEventBuilder()
                    .setTrackUuid(9)
                    .setType(TrackEvent.Type.TYPE_SLICE_END);
        }
        return trace.build().toByteArray();
    }

    /// Asserts that a command fails with this sentence and writes no file.
    private void assertFails(String message, Object... command) throws IOException {
        List<Object> line = new ArrayList<>(List.of(command));
        line.addAll(List.of("-o", out, "--no-cache"));
        assertEquals(
                "traceglass: " + message,
                CommandRun.of(line.toArray()).assertExitCode(1).errorLine());
        try (Stream<Path> remaining = Files.list(out.getParent())) {
            assertEquals(List.of(), remaining.toList(), line::toString);
        }
    }

    @Test
    void unsuitableFormatsAreReported() throws IOException {
        assertFails(
                "the trace has no ftrace events, and a systrace file contains nothing else",
                "convert",
                "systrace",
                heap);
        assertFails(
                "the trace has no ftrace events, and a ctrace file contains nothing else", "convert", "ctrace", json);
        assertFails("the trace has no callstack samples and no heap profile", "convert", "profile", slices);
        assertFails(
                "the trace has no callstack samples and no heap profile of this kind",
                "convert",
                "profile",
                "--perf",
                heap);
        assertFails("no profile matches this process and time", "convert", "profile", "--pid", "999999", samples);
        assertFails("the trace has no callstack samples and no profile", "convert", "collapsed", json);
        assertFails("the trace has no callstack samples and no profile", "convert", "speedscope", json);
        assertFails(
                "the trace has no callstack samples and no slices of threads",
                "convert",
                "firefox",
                Files.writeString(
                        dir.resolve("counter.json"),
                        "[{\"ph\":\"C\",\"pid\":1,\"ts\":1,\"name\":\"c\",\"args\":{\"v\":1}}]"));
        String noTrace = json + " is not a Perfetto trace; its format is Chrome JSON trace";
        assertFails(noTrace, "convert", "text", json);
        assertFails(noTrace, "decompress", json);
        assertFails(noTrace, "merge", slices, json, "--offset", "trace.json=1s");
        assertFails(
                json + " is not a Perfetto trace; other formats can only be cut by time range",
                "cut",
                "--keep",
                "sched",
                json);
        for (String format : List.of("json", "systrace", "perfetto", "profile")) {
            assertFails(
                    "words.txt is not a trace in a supported format: it begins with \"these words are no trace\"",
                    "convert",
                    format,
                    textFile);
        }
    }

    @Test
    void missingRangesProcessesAndClocksAreReported() throws IOException {
        String noEvents = "no events in this range; the trace begins at @5000ns and lasts 550 ns";
        assertFails(noEvents, "cut", "--time", "5s..6s", slices);
        assertFails(noEvents, "cut", "--time", "@0..@4000", slices);
        assertFails(noEvents, "cut", "--time", "@5010..@5040", slices);
        assertFails(
                "no events in this range; the trace begins at @10000ns and lasts 5.000 µs",
                "cut",
                "--time",
                "@1s..@2s",
                json);
        assertFails(
                "no process \"cinema\" in the trace; use a name from the process table, or a pid",
                "cut",
                "--process",
                "cinema",
                slices);
        Path other = Files.write(dir.resolve("other.pftrace"), slices(90));
        assertFails(
                "other.pftrace has no clock in common with the first trace; use --offset other.pftrace=TIME or --align"
                        + " with the name of an event that both have",
                "merge",
                slices,
                other);
        assertFails("the first trace has no event named 'none'", "merge", slices, other, "--align", "none");
        assertFails("no trace has the events guest_clock_sync of a guest", "merge", slices, other, "--main", "guest");
    }

    @Test
    void theTraceIsNeverTheOutput() throws IOException {
        byte[] before = Files.readAllBytes(samples);
        for (List<Object> command : List.<List<Object>>of(
                List.of("convert", "json"),
                List.of("convert", "profile"),
                List.of("export", "sqlite"),
                List.of("export", "parquet"),
                List.of("cut", "--time", "0..1s"),
                List.of("merge", slices),
                List.of("decompress"),
                List.of("bundle"),
                List.of("symbolize"))) {
            List<Object> line = new ArrayList<>(command);
            line.addAll(List.of(samples, "-o", samples, "--force", "--no-cache"));
            assertEquals(
                    "traceglass: " + samples + " is the trace itself; choose another name",
                    CommandRun.of(line.toArray()).assertExitCode(1).errorLine());
            assertArrayEquals(before, Files.readAllBytes(samples));
        }
        CommandRun size = CommandRun.of("trace-size", samples, "--pprof", samples, "--force");
        assertEquals(
                "traceglass: " + samples + " is the trace itself; choose another name",
                size.assertExitCode(1).errorLine());
        assertArrayEquals(before, Files.readAllBytes(samples));
    }

    /// Returns a copy of the trace with slices whose last packet is truncated.
    private Path damaged() throws IOException {
        byte[] bytes = Files.readAllBytes(slices);
        return Files.write(dir.resolve("damaged.pftrace"), Arrays.copyOf(bytes, bytes.length - 3));
    }

    @Test
    void theIntactPartOfADamagedTraceIsWrittenAndTheLossIsCounted() throws IOException {
        Path damaged = damaged();
        String count = "SELECT count(*) AS n FROM slice WHERE name LIKE 'slice %'";
        List<List<Object>> commands = List.of(
                List.of("convert", "json"),
                List.of("convert", "perfetto"),
                List.of("convert", "binary"),
                List.of("cut", "--time", "0..1s"),
                List.of("decompress"));
        for (List<Object> command : commands) {
            Path result = dir.resolve("of-" + command.getFirst() + command.getLast());
            List<Object> line = new ArrayList<>(command);
            line.addAll(List.of(damaged, "-o", result, "--no-cache"));
            String loss = CommandRun.of(line.toArray()).assertExitCode(0).err();
            assertTrue(loss.matches("traceglass: [^\\n]*damaged[^\\n]*\\n"), command + ": " + loss);
            String found = CommandRun.of("query", "--no-cache", count, result)
                    .assertExitCode(0)
                    .out();
            assertEquals("\"n\"\n" + SLICES + "\n", found, command::toString);
        }
        CommandRun text = CommandRun.of("convert", "text", damaged, "-o", "-").assertExitCode(0);
        assertTrue(text.err().contains("the trace is damaged at byte "), text.err());
        assertEquals(2 * SLICES, text.out().split("packet \\{", -1).length - 1);
        CommandRun csv = CommandRun.of("export", "csv", damaged, "--tables", "slice", "-o", "-", "--no-cache")
                .assertExitCode(0);
        assertTrue(csv.err().contains("damaged"), csv.err());
        assertEquals(1 + SLICES, csv.out().lines().count());
        CommandRun merged = CommandRun.of(
                        "merge", slices, damaged, "--offset", "damaged.pftrace=0s", "-o", dir.resolve("merged"))
                .assertExitCode(0);
        assertTrue(merged.err().contains(damaged + ": the trace is damaged at byte "), merged.err());
    }
}
