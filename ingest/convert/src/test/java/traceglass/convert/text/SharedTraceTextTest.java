package traceglass.convert.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.ImportProgress;
import traceglass.store.testing.SharedData;

/// Converting the text of real traces back gives exactly the canonical encoding of the trace. By default only small
/// traces are converted; with the system property `traceglass.texts` all traces, including compressed ones.
class SharedTraceTextTest {

    private static final boolean IS_ALL = Boolean.getBoolean("traceglass.texts");
    /// Larger traces contain no other kinds of data.
    private static final long MAX_SIZE = IS_ALL ? Long.MAX_VALUE : 3 << 20;

    @TempDir
    Path dir;

    @Test
    void roundTripsGiveTheSameBytes() throws Exception {
        int traces = 0;
        for (Path trace : traces()) {
            Path text = dir.resolve("trace.textproto");
            try (OutputStream out = Files.newOutputStream(text)) {
                TraceText.write(trace, out, new ImportProgress());
            }
            assertArrayEquals(digest(trace), digest(text), trace.getFileName().toString());
            traces++;
        }
        assertTrue(traces > 10, traces + " traces");
    }

    private static List<Path> traces() throws IOException {
        Path folder = SharedData.file("traces/perfetto");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(SharedTraceTextTest::isSmallTrace)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isSmallTrace(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Files.size(file) < MAX_SIZE
                    && (PacketFile.isPerfettoTrace(in.readNBytes(4096))
                            || IS_ALL && file.toString().endsWith(".pftrace.gz"));
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] digest(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            TraceText.encode(file, out, new ImportProgress());
        }
        return digest.digest();
    }
}
