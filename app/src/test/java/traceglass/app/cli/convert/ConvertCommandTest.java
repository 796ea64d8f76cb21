package traceglass.app.cli.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.testing.SampledTraces;

class ConvertCommandTest {

    @TempDir
    Path dir;

    private Path trace;
    private String errors = "";

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.write(
                dir.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(dir.getFileName().toString()));
    }

    private String run(int code, Object... args) {
        CommandRun run = CommandRun.of(args).assertExitCode(code);
        errors = run.err();
        return run.out();
    }

    @Test
    void convertingToTextAndBackYieldsTheSameBytes() throws Exception {
        Path text = dir.resolve("trace.textproto");
        Path binary = dir.resolve("binary.pftrace");
        run(0, "convert", "text", trace, "-o", text);
        assertTrue(Files.readString(text).startsWith("packet {\n  "), Files.readString(text));
        run(0, "convert", "binary", text, "-o", binary);
        assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(binary));
        Path plain = dir.resolve("plain.pftrace");
        run(0, "decompress", trace, "-o", plain);
        assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(plain));
    }

    @Test
    void readsStandardInputAndWritesStandardOutput() throws Exception {
        InputStream previousIn = System.in;
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(trace)));
        try {
            assertTrue(run(0, "convert", "text", "-", "-o", "-").startsWith("packet {"));
        } finally {
            System.setIn(previousIn);
        }
    }

    @Test
    void mergesTraces() throws Exception {
        Path other = Files.copy(trace, dir.resolve("other.pftrace"));
        Path out = dir.resolve("merged.pftrace");
        CommandRun.of("merge", trace, other, "-o", out, "--offset", "other.pftrace=-1.5ms")
                .assertExitCode(0);
        assertTrue(Files.size(out) > 2 * Files.size(trace) - 200);
        run(1, "merge", trace, other, "-o", other, "--force", "--offset", "other.pftrace=1s");
        assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(other));
        run(2, "merge", trace, "-o", out, "--force");
        run(2, "merge", trace, other, "-o", out, "--force", "--offset", "none=1s");
        run(2, "merge", trace, other, "-o", out, "--force", "--offset", "other.pftrace=soon");
        run(0, "merge", trace, other, "-o", dir.resolve("m.tar"), "--archive", "--offset", other + "=2s");
    }

    @Test
    void existingFilesAndWrongFormatsAreRejected() throws Exception {
        Path out = Files.writeString(dir.resolve("out"), "old");
        run(1, "convert", "text", trace, "-o", out);
        assertEquals("traceglass: " + out + " exists; use --force to replace it\n", errors);
        run(1, "convert", "systrace", trace, "-o", out, "--force");
        assertEquals("traceglass: the trace has no ftrace events, and a systrace file contains nothing else\n", errors);
        assertEquals("old", Files.readString(out));
        run(1, "convert", "text", trace, "-o", trace, "--force");
        assertEquals("traceglass: " + trace + " is the trace itself; choose another name\n", errors);
        run(2, "convert", "nosuch", trace, "-o", out);
        assertTrue(errors.startsWith("traceglass: unknown format 'nosuch'; formats: text, "), errors);
        run(2, "convert", "text", trace);
        assertTrue(errors.contains("--output"), errors);
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(
                    List.of("out", "sampled.pftrace"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void cutsATimeRange() throws Exception {
        Path cut = dir.resolve("cut.pftrace");
        String samples = "SELECT count(*) AS n, min(ts) AS first FROM perf_sample";
        String all = run(0, "query", "--no-cache", samples, trace);
        assertTrue(all.endsWith(",1000000\n"), all);
        run(0, "cut", trace, "--time", "@1500000..@2500000", "-o", cut);
        assertEquals("\"n\",\"first\"\n1,2000000\n", run(0, "query", "--no-cache", samples, cut));
        run(1, "cut", trace, "--time", "5s..6s", "-o", cut, "--force");
        assertTrue(errors.startsWith("traceglass: no events in this range; the trace begins at @1000000ns"), errors);
        run(1, "cut", trace, "--time", "0..1ms", "-o", trace, "--force");
        assertEquals("traceglass: " + trace + " is the trace itself; choose another name\n", errors);
        run(2, "cut", trace, "-o", cut, "--force");
        assertTrue(errors.contains("specify what to cut: --time, --process, --sequence or --keep"), errors);
        run(2, "cut", trace, "--keep", "sched,music", "-o", cut, "--force");
        assertTrue(errors.contains("unknown content 'music'; kinds of content: sched, atrace, "), errors);
        run(1, "cut", trace, "--keep", "logs", "-o", cut, "--force");
        assertTrue(errors.contains(" has no events in this selection"), errors);
        run(0, "cut", trace, "--keep", "samples", "-o", cut, "--force");
        assertEquals(all, run(0, "query", "--no-cache", samples, cut));
        run(1, "cut", trace, "--process", "cinema", "-o", cut, "--force");
        assertTrue(errors.contains("no process \"cinema\" in the trace"), errors);
        run(2, "cut", trace, "--time", "2s..1s", "-o", cut);
        assertTrue(errors.contains("2s..1s"), errors);
    }

    @Test
    void listsTheSizesOfFields() throws Exception {
        String table = run(0, "trace-size", trace);
        assertTrue(table.lines().findFirst().orElseThrow().endsWith("Field"), table);
        assertTrue(table.contains("  perf_sample\n"), table);
        Path profile = dir.resolve("sizes.pb.gz");
        run(0, "trace-size", trace, "--pprof", profile);
        String total = run(0, "query", "--no-cache", "SELECT count(*) > 3 AS n FROM stack_profile_frame", profile);
        assertEquals("\"n\"\n1\n", total);
    }
}
