package traceglass.app.cli.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.protos.trace.Trace;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;

/// Writes to a disk that is too small for the result. It is simulated by the operating system's limit on file sizes,
/// as in `FullDiskTest` of the importers.
@EnabledOnOs(OS.LINUX)
class ConvertFullDiskTest {

    private static final int SLICES = 20_000;
    private static final int LIMIT = 20_000;

    @TempDir
    Path dir;

    private void writeTrace(Path file) throws IOException {
        Trace.Builder trace = Trace.newBuilder();
        TrackDescriptor.Builder track = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(2)
                .getTrackDescriptorBuilder()
                .setUuid(1);
        track.getThreadBuilder().setPid(31).setTid(32);
        for (int i = 0; i < 2 * SLICES; i++) {
            TrackEvent.Builder event = trace.addPacketBuilder()
                    .setTrustedPacketSequenceId(2)
                    .setTimestamp(1000L + 100L * i)
                    .getTrackEventBuilder()
                    .setTrackUuid(1);
            if (i % 2 == 0) {
                event.setType(TrackEvent.Type.TYPE_SLICE_BEGIN).setName("step " + i * 7919L % 10_007);
            } else {
                event.setType(TrackEvent.Type.TYPE_SLICE_END);
            }
        }
        Files.write(file, trace.build().toByteArray());
    }

    @Test
    void everyCommandReportsTheFullDiskInOneLineAndLeavesNoFiles() throws Exception {
        Path trace = dir.resolve("trace.pftrace");
        writeTrace(trace);
        Path out = Files.createDirectory(dir.resolve("out"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx300m",
                "-cp",
                System.getProperty("java.class.path"),
                Commands.class.getName(),
                trace.toString(),
                out.toString(),
                dir.resolve("cache").toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("output").toFile())
                .start();
        try {
            assertTrue(process.waitFor(300, TimeUnit.SECONDS), "the process did not exit");
        } finally {
            process.destroyForcibly();
        }
        String reports = Files.readString(dir.resolve("output"), StandardCharsets.UTF_8);
        assertEquals(Commands.ALL.size(), reports.lines().count(), reports);
        List<String> lines = reports.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String expected = Commands.ALL.get(i).getFirst() + " 1 traceglass: can't write " + out.resolve("result")
                    + ": (File too large|No space left on device|Disk I/O error)";
            assertTrue(lines.get(i).matches(expected), lines.get(i));
        }
        try (Stream<Path> left = Files.list(out)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /// Main class of the process with the limit.
    static final class Commands {

        /// Command lines without the trace and the result.
        static final List<List<String>> ALL = List.of(
                List.of("convert", "text"),
                List.of("convert", "json"),
                List.of("convert", "perfetto"),
                List.of("cut", "--time", "0..1s"),
                List.of("merge", "--offset", "trace.pftrace=0s", "TRACE"),
                List.of("merge", "--archive", "--offset", "trace.pftrace=0s", "TRACE"),
                List.of("decompress"),
                List.of("export", "sqlite"),
                List.of("export", "duckdb"),
                List.of("export", "parquet"),
                List.of("export", "arrow"),
                List.of("export", "csv"));

        private static final int RLIMIT_FSIZE = 1;

        private Commands() {}

        public static void main(String[] args) throws Throwable {
            Path trace = Path.of(args[0]);
            // Libraries unpack their native code to files, which must not fail here; the trace comes from the cache.
            Path first = trace.resolveSibling("first");
            CommandRun.of("export", "sqlite", trace, "-o", first, "--cache-dir", args[2])
                    .assertExitCode(0);
            limitFiles();
            StringBuilder reports = new StringBuilder();
            for (List<String> words : ALL) {
                List<Object> line = new ArrayList<>(words);
                line.replaceAll(w -> w.equals("TRACE") ? trace : w);
                line.addAll(List.of(trace, "-o", Path.of(args[1], "result"), "--cache-dir", args[2]));
                CommandRun run = CommandRun.of(line.toArray());
                reports.append(words.getFirst()).append(' ').append(run.code()).append(' ');
                // Earlier lines report how traces were aligned.
                reports.append(run.err().lines().reduce((_, last) -> last).orElse(""))
                        .append('\n');
            }
            System.out.print(reports);
            System.out.flush();
            System.exit(0);
        }

        private static void limitFiles() throws Throwable {
            Linker linker = Linker.nativeLinker();
            var setrlimit = linker.downcallHandle(
                    linker.defaultLookup().find("setrlimit").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment limits = arena.allocateFrom(ValueLayout.JAVA_LONG, LIMIT, LIMIT);
                if ((int) setrlimit.invokeExact(RLIMIT_FSIZE, limits) != 0) {
                    throw new IllegalStateException("couldn't set the limit");
                }
            }
        }
    }
}
