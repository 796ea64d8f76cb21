package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {

    @TempDir
    Path folder;

    @Test
    void writesPacketsOfAnySizeSoThatTheyCanBeReadBack() throws Exception {
        Random random = new Random(7);
        int[] sizes = {0, 1, 127, 128, 16_383, 16_384, 300_000, TraceFile.LARGE_PACKET - 1, TraceFile.LARGE_PACKET, TraceFile.LARGE_PACKET + 1,
                3 * TraceFile.LARGE_PACKET, 5};
        byte[][] packets = new byte[sizes.length][];
        Path path = folder.resolve("t");
        try (TraceFile file = TraceFile.create(path)) {
            for (int i = 0; i < sizes.length; i++) {
                packets[i] = new byte[sizes[i]];
                random.nextBytes(packets[i]);
                int at = 0;
                do {
                    int n = Math.min(sizes[i] - at, 1 + random.nextInt(32_000));
                    file.slice(packets[i], at, n, at + n == sizes[i]);
                    at += n;
                } while (at < sizes[i]);
            }
            file.close();
            assertEquals(Files.size(path), file.bytes());
        }
        CodedInputStream in = CodedInputStream.newInstance(Files.readAllBytes(path));
        for (byte[] packet : packets) {
            assertEquals(0x0A, in.readTag());
            assertArrayEquals(packet, in.readByteArray());
        }
        assertEquals(0, in.readTag());
    }

    @Test
    void takesOutAPacketWhoseEndNeverCame() throws Exception {
        for (int unfinished : new int[] {10, TraceFile.LARGE_PACKET + 10}) {
            Path path = folder.resolve("cut" + unfinished);
            try (TraceFile file = TraceFile.create(path)) {
                file.slice(new byte[] {1, 2, 3}, 0, 3, true);
                byte[] some = new byte[4096];
                for (int at = 0; at < unfinished; at += some.length) {
                    file.slice(some, 0, some.length, false);
                }
            }
            assertArrayEquals(new byte[] {0x0A, 3, 1, 2, 3}, Files.readAllBytes(path));
        }
    }

    @Test
    void saysWhyItCannotBeMade() {
        RecordProblem problem = assertThrows(RecordProblem.class, () -> TraceFile.create(folder));
        assertEquals(RecordProblem.Kind.DISK, problem.kind());
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "there is no /dev/full");
        TraceFile file = TraceFile.create(full);
        IOException e = assertThrows(IOException.class, () -> {
            for (int i = 0; i < 1000; i++) {
                file.slice(new byte[4096], 0, 4096, true);
            }
        });
        assertFalse(e.getMessage().isEmpty());
        assertThrows(IOException.class, file::close);
    }
}
