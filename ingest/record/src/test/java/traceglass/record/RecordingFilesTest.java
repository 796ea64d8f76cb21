package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFilesTest {

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 20, 16, 28);

    @TempDir
    Path folder;

    @Test
    void namesContainTargetAndTimeAndANumberIfTheFileExists() throws Exception {
        Path first = RecordingFiles.next(folder, "Pixel 6a", TIME);
        assertEquals(folder.resolve("pixel6a-2026-11-20-1628.pftrace"), first);
        Files.createFile(first);
        Path second = folder.resolve("pixel6a-2026-11-20-1628-2.pftrace");
        assertEquals(second, RecordingFiles.claim(folder, "Pixel 6a", TIME));
        assertTrue(Files.exists(second));
        assertEquals(
                folder.resolve("pixel6a-2026-11-20-1628-3.pftrace"), RecordingFiles.next(folder, "Pixel 6a", TIME));
        assertEquals(folder.resolve("trace-2026-11-20-1628.pftrace"), RecordingFiles.next(folder, "…", TIME));
    }

    @Test
    void claimingCreatesTheFolder() {
        Path claimed = RecordingFiles.claim(folder.resolve("a/b"), "x", TIME);
        assertTrue(Files.exists(claimed));
    }

    @Test
    void returnsANameEvenIfTheFolderCannotBeCreated() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(file.resolve("x-2026-11-20-1628.pftrace"), RecordingFiles.claim(file, "x", TIME));
    }

    @Test
    void releasingDeletesOnlyEmptyFiles() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty"));
        Path full = Files.writeString(folder.resolve("full"), "x");
        RecordingFiles.release(empty);
        RecordingFiles.release(full);
        RecordingFiles.release(folder);
        assertFalse(Files.exists(empty));
        assertTrue(Files.exists(full) && Files.exists(folder));
    }

    @Test
    void snapshotsAreNumberedNextToTheRecording() throws Exception {
        Path recording = folder.resolve("a.pftrace");
        Path first = RecordingFiles.snapshot(recording);
        assertEquals(folder.resolve("a-snapshot1.pftrace"), first);
        Files.createFile(first);
        assertEquals(folder.resolve("a-snapshot2.pftrace"), RecordingFiles.snapshot(recording));
        assertEquals(
                folder.resolve("other.bin-snapshot1.pftrace"), RecordingFiles.snapshot(folder.resolve("other.bin")));
    }
}
