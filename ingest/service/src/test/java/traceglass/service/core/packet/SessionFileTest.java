package traceglass.service.core.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Descriptor;

@EnabledOnOs(OS.LINUX)
class SessionFileTest {

    private static final int LIMIT = 100_000;

    @TempDir
    private Path folder;

    private static List<byte[]> packets(int count) {
        return Collections.nCopies(
                count,
                TracePacket.newBuilder()
                        .setForTesting(TestEvent.newBuilder().setStr("x".repeat(1000)))
                        .build()
                        .toByteArray());
    }

    @Test
    void endsBeforeThePacketThatExceedsTheLimit() throws Exception {
        Path path = folder.resolve("limited");
        try (SessionFile file = new SessionFile(Descriptor.create(path.toString()), 5000)) {
            assertTrue(file.append(packets(3)));
            assertFalse(file.append(packets(3)));
        }
        assertEquals(4, Trace.parseFrom(Files.readAllBytes(path)).getPacketCount());
    }

    /// Simulates a full disk with the file size limit of the operating system, in a separate process.
    @Test
    void keepsWholePacketsOnAFullDisk() throws Exception {
        Path path = folder.resolve("full");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        path.toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(output.contains("FULL"), output);
        } finally {
            process.destroyForcibly();
        }
        byte[] bytes = Files.readAllBytes(path);
        int each = PacketCompressor.framed(packets(1).getFirst()).length;
        assertTrue(bytes.length > LIMIT - each && bytes.length <= LIMIT, bytes.length + " bytes");
        assertEquals(bytes.length / each, Trace.parseFrom(bytes).getPacketCount());
        assertEquals(0, bytes.length % each, "the file ends after a packet");
    }

    /// Main class of the process with the file size limit.
    static final class Writer {

        private static final int RLIMIT_FSIZE = 1;

        private Writer() {}

        public static void main(String[] args) throws Throwable {
            Linker linker = Linker.nativeLinker();
            var setrlimit = linker.downcallHandle(
                    linker.defaultLookup().find("setrlimit").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            try (SessionFile file = new SessionFile(Descriptor.create(args[0]), 0);
                    Arena arena = Arena.ofConfined()) {
                file.append(packets(10));
                MemorySegment limits = arena.allocateFrom(ValueLayout.JAVA_LONG, LIMIT, LIMIT);
                if ((int) setrlimit.invokeExact(RLIMIT_FSIZE, limits) != 0) {
                    throw new IllegalStateException("couldn't set the limit");
                }
                file.append(packets(500));
            } catch (IOException e) {
                System.out.println("FULL " + e.getMessage());
            }
        }
    }
}
