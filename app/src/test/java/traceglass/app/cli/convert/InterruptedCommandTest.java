package traceglass.app.cli.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.app.cli.StartedProgram;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

/// Interrupts commands, as Ctrl+C does, while they write traces in other formats. They must leave no files behind.
@EnabledOnOs({OS.LINUX, OS.MAC})
class InterruptedCommandTest {

    private static final int SLICES = 200_000;
    private static final int INTERRUPTED = 130;
    private static final int MAX_WAITS = 6000;
    private static final int WAIT_MS = 10;

    @TempDir
    static Path inputs;

    private static Path trace;

    @TempDir
    Path dir;

    /// Writes a trace whose conversion takes a while.
    @BeforeAll
    static void writeTrace() throws IOException {
        trace = inputs.resolve("trace.pftrace");
        TracePacket.Builder track = TracePacket.newBuilder().setTrustedPacketSequenceId(2);
        track.getTrackDescriptorBuilder()
                .setUuid(1)
                .getThreadBuilder()
                .setPid(31)
                .setTid(32);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(trace))) {
            Trace.newBuilder().addPacket(track).build().writeTo(out);
            for (int i = 0; i < 2 * SLICES; i++) {
                TracePacket.Builder packet =
                        TracePacket.newBuilder().setTrustedPacketSequenceId(2).setTimestamp(1000L + 100L * i);
                TrackEvent.Builder event = packet.getTrackEventBuilder().setTrackUuid(1);
                if (i % 2 == 0) {
                    event.setType(TrackEvent.Type.TYPE_SLICE_BEGIN).setName("step " + i * 7919L % 10_007);
                    event.addDebugAnnotationsBuilder().setName("number").setIntValue(i);
                } else {
                    event.setType(TrackEvent.Type.TYPE_SLICE_END);
                }
                Trace.newBuilder().addPacket(packet).build().writeTo(out);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "export sqlite --no-cache",
                "convert json",
                "convert perfetto",
                "convert text",
                "cut --time 0..1s",
                "merge --archive --offset trace.pftrace=0s TRACE",
                "export sqlite",
                "export parquet",
                "export arrow"
            })
    void leavesNoFiles(String command) throws Exception {
        Path out = Files.createDirectory(dir.resolve("results"));
        Path cache = Files.createDirectory(dir.resolve("cache"));
        Path temporary = Files.createDirectory(dir.resolve("tmp"));
        List<Object> line = new ArrayList<>();
        Arrays.stream(command.split(" "))
                .map(w -> w.equals("TRACE") ? trace : w)
                .forEach(line::add);
        line.addAll(List.of(trace, "-o", out.resolve("result"), "--cache-dir", cache));
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        try (StartedProgram program = StartedProgram.start(dir, environment, line.toArray())) {
            List<String> written = List.of();
            for (int i = 0; i < MAX_WAITS && program.process().isAlive() && written.isEmpty(); i++) {
                Thread.sleep(WAIT_MS);
                written = names(out, "");
            }
            assertTrue(program.process().isAlive(), program.err());
            assertTrue(written.getFirst().matches("[.]result[.].*"), written::toString);
            program.kill("INT");
            assertEquals(INTERRUPTED, program.exitCode(), program.err());
        }
        assertEquals(List.of(), names(out, ""));
        assertEquals(List.of(), names(temporary, "traceglass-"));
        // A complete database in the cache may remain.
        assertEquals(List.of(), names(cache, "import-"));
        assertEquals(List.of(), names(cache, "traceglass-"));
    }

    private static List<String> names(Path folder, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> !f.equals(folder))
                    .map(f -> f.getFileName().toString())
                    .filter(n -> n.startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }
}
