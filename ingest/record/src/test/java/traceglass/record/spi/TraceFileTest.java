package traceglass.record.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
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
import traceglass.record.RecordingFiles;

class TraceFileTest {

    @TempDir
    Path folder;

    @Test
    @SuppressWarnings("try") // It is closed before the block ends.
    void writesPacketsOfAnySize() throws Exception {
        Random random = new Random(7);
        int[] sizes = {
            0,
            1,
            127,
            128,
            16_383,
            16_384,
            300_000,
            TraceFile.MAX_BUFFERED_BYTES - 1,
            TraceFile.MAX_BUFFERED_BYTES,
            TraceFile.MAX_BUFFERED_BYTES + 1,
            3 * TraceFile.MAX_BUFFERED_BYTES,
            5
        };
        byte[][] packets = new byte[sizes.length][];
        Path path = folder.resolve("t");
        try (TraceFile file = TraceFile.create(path)) {
            for (int i = 0; i < sizes.length; i++) {
                packets[i] = new byte[sizes[i]];
                random.nextBytes(packets[i]);
                int offset = 0;
                do {
                    int n = Math.min(sizes[i] - offset, 1 + random.nextInt(32_000));
                    file.writeSlice(packets[i], offset, n, offset + n == sizes[i]);
                    offset += n;
                } while (offset < sizes[i]);
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
    void removesAnIncompletePacket() throws Exception {
        for (int unfinished : new int[] {10, TraceFile.MAX_BUFFERED_BYTES + 10}) {
            Path path = folder.resolve("cut" + unfinished);
            try (TraceFile file = TraceFile.create(path)) {
                file.writeSlice(new byte[] {1, 2, 3}, 0, 3, true);
                byte[] chunk = new byte[4096];
                for (int offset = 0; offset < unfinished; offset += chunk.length) {
                    file.writeSlice(chunk, 0, chunk.length, false);
                }
            }
            assertArrayEquals(new byte[] {0x0A, 3, 1, 2, 3}, Files.readAllBytes(path));
        }
    }

    @Test
    void reportsWhyTheFileCannotBeCreated() {
        RecordProblem problem = assertThrows(RecordProblem.class, () -> TraceFile.create(folder));
        assertEquals(RecordProblem.Kind.DISK, problem.kind());
        Path file = assertDoesNotThrow(() -> Files.writeString(folder.resolve("file"), "no folder"));
        RecordProblem below = assertThrows(RecordProblem.class, () -> TraceFile.create(file.resolve("t")));
        assertEquals(
                "Can't write the trace to " + file.resolve("t") + ": " + file
                        + " is a file, not a folder. Choose another file.",
                below.getMessage());
    }

    @Test
    void keepsAnOlderTraceUntilTheFirstDataArrives() throws Exception {
        Path path = Files.writeString(folder.resolve("older"), "an older trace");
        TraceFile refused = TraceFile.create(path);
        refused.discard();
        assertEquals("an older trace", Files.readString(path));
        try (TraceFile file = TraceFile.create(path)) {
            file.writeSlice(new byte[] {1, 2, 3}, 0, 3, true);
        }
        assertArrayEquals(new byte[] {0x0A, 3, 1, 2, 3}, Files.readAllBytes(path));
        TraceFile given = TraceFile.create(path);
        given.writeSlice(new byte[] {4}, 0, 1, true);
        given.drain();
        given.discard();
        assertFalse(Files.exists(path));
    }

    @Test
    void allowsOnlyOneRecordingPerFile() throws Exception {
        Path path = folder.resolve("shared");
        try (TraceFile first = TraceFile.create(path)) {
            RecordProblem problem = assertThrows(RecordProblem.class, () -> TraceFile.create(path));
            assertEquals("Another recording is writing to " + path + ". Choose another file.", problem.getMessage());
            first.writeSlice(new byte[] {1, 2, 3}, 0, 3, true);
        }
        assertArrayEquals(new byte[] {0x0A, 3, 1, 2, 3}, Files.readAllBytes(path));
    }

    @Test
    void givesSimultaneousRecordingsDifferentNames() throws Exception {
        java.time.LocalDateTime time = java.time.LocalDateTime.of(2026, 11, 20, 16, 28);
        Path first = RecordingFiles.claim(folder, "Pixel 6a", time);
        Path second = RecordingFiles.claim(folder, "Pixel 6a", time);
        assertEquals("pixel6a-2026-11-20-1628.pftrace", first.getFileName().toString());
        assertEquals("pixel6a-2026-11-20-1628-2.pftrace", second.getFileName().toString());
        Files.writeString(first, "a trace");
        RecordingFiles.release(first);
        RecordingFiles.release(second);
        assertEquals("a trace", Files.readString(first));
        assertFalse(Files.exists(second));
    }

    @Test
    void reportsAFullDisk() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "there is no /dev/full");
        TraceFile file = TraceFile.create(full);
        IOException e = assertThrows(IOException.class, () -> {
            for (int i = 0; i < 1000; i++) {
                file.writeSlice(new byte[4096], 0, 4096, true);
            }
        });
        assertFalse(e.getMessage().isEmpty());
        assertThrows(IOException.class, file::close);
    }

    @Test
    void dataReadDuringTheRecordingDoesNotChange() throws Exception {
        Path path = folder.resolve("t");
        try (TraceFile file = TraceFile.create(path)) {
            file.writeSlice(new byte[100], 0, 100, true);
            assertEquals(0, file.readableBytes());
            file.drain();
            assertEquals(102, file.readableBytes());
            assertEquals(102, Files.size(path));
            // The length of a packet that is written in parts is filled in at its end.
            byte[] part = new byte[1 << 20];
            for (int i = 0; i < 6; i++) {
                file.writeSlice(part, 0, part.length, false);
                file.drain();
                assertEquals(102, file.readableBytes());
            }
            file.writeSlice(part, 0, part.length, true);
            file.drain();
            assertEquals(Files.size(path), file.readableBytes());
        }
    }
}
