package traceglass.app.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.start.Main;

/// Runs the tests that Perfetto's Python package has for its own client, with this program as `bin_path`. Takes several
/// minutes, because each test starts a server. `TRACEGLASS_PERFETTO_PYTHON` is the folder with the packages `perfetto`
/// and `test`; the system's Python needs `protobuf` and `pandas`.
@EnabledIfEnvironmentVariable(named = "TRACEGLASS_PERFETTO_PYTHON", matches = ".+")
class PerfettoApiTest {

    /// Durations of the first slices of the trace that the tests download.
    private static final long[] DURATIONS = {
        178646, 119740, 58073, 155000, 173177, 20209377, 3589167, 90104, 275312, 65313
    };

    private static final Pattern FAILED = Pattern.compile("(?m)^(?:ERROR|FAIL): (\\w+) ");
    private static final Pattern COUNT = Pattern.compile("(?m)^Ran (\\d+) tests");

    @TempDir
    private Path folder;

    @Test
    @Timeout(900)
    void theClientsOwnTestsPass() throws Exception {
        Path data = Files.createDirectories(folder.resolve("test/data"));
        Files.write(data.resolve("example_android_trace_30s.pb"), trace());
        Path output = folder.resolve("output");
        ProcessBuilder tests = new ProcessBuilder("/usr/bin/python3", "-m", "unittest", "test.api_integrationtest")
                .directory(Path.of(System.getenv("TRACEGLASS_PERFETTO_PYTHON")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        tests.environment().put("SHELL_PATH", launcher().toString());
        tests.environment().put("ROOT_DIR", folder.toString());
        tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = tests.start();
        try {
            assertTrue(process.waitFor(850, TimeUnit.SECONDS), "still running");
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        Set<String> failed = new TreeSet<>();
        FAILED.matcher(text).results().forEach(m -> failed.add(m.group(1)));
        assertEquals(Set.of(), failed, text);
        Matcher count = COUNT.matcher(text);
        assertTrue(count.find() && Integer.parseInt(count.group(1)) > 30, text);
    }

    /// Creates a script that starts this program, for the client.
    private Path launcher() throws IOException {
        Path launcher = folder.resolve("trace_processor");
        String line = "exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED"
                + " -cp '%s' %s \"$@\"";
        Files.writeString(
                launcher,
                "#!/bin/sh\n"
                        + line.formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName())
                        + "\n");
        return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    /// Returns a trace of atrace marks, whose slices are in the first kilobyte, because one test reads only
    /// this part.
    private static byte[] trace() {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        writeVarint(events, 1 << 3, 0);
        long ts = 1000;
        for (long duration : DURATIONS) {
            writeBytes(events, 2, mark(ts, "B|200|s"));
            writeBytes(events, 2, mark(ts + duration, "E|200"));
            ts += duration + 10;
        }
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        writeBytes(packet, 1, events.toByteArray());
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        writeBytes(trace, 1, packet.toByteArray());
        // The rest exceeds the first kilobyte, so that reading only this part truncates the trace.
        events.reset();
        writeVarint(events, 1 << 3, 0);
        writeBytes(events, 2, mark(ts, "B|200|" + "x".repeat(1500)));
        packet.reset();
        writeBytes(packet, 1, events.toByteArray());
        writeBytes(trace, 1, packet.toByteArray());
        return trace.toByteArray();
    }

    private static byte[] mark(long ts, String text) {
        ByteArrayOutputStream print = new ByteArrayOutputStream();
        writeBytes(print, 2, text.getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        writeVarint(event, 1 << 3, ts);
        writeVarint(event, 2 << 3, 200);
        writeBytes(event, 3, print.toByteArray());
        return event.toByteArray();
    }

    private static void writeBytes(ByteArrayOutputStream out, int field, byte[] content) {
        writeVarint(out, field << 3 | 2, content.length);
        out.writeBytes(content);
    }

    private static void writeVarint(ByteArrayOutputStream out, int tag, long value) {
        for (long rest : new long[] {tag, value}) {
            long remaining = rest;
            while (remaining > 0x7F) {
                out.write((int) (remaining & 0x7F | 0x80));
                remaining >>>= 7;
            }
            out.write((int) remaining);
        }
    }
}
