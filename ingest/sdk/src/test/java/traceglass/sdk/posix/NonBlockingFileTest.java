package traceglass.sdk.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
class NonBlockingFileTest {

    @TempDir
    private Path folder;

    @Test
    void readingAnEmptyPipeDoesNotBlock() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        try (RandomAccessFile writer = new RandomAccessFile(pipe.toFile(), "rw");
                NonBlockingFile file = NonBlockingFile.open(pipe.toString(), 8)) {
            byte[] bytes = new byte[8];
            assertEquals(NonBlockingFile.AGAIN, file.read(bytes, 0, 8));
            writer.write(new byte[] {1, 2, 3});
            assertEquals(3, file.read(bytes, 2, 6));
            assertArrayEquals(new byte[] {0, 0, 1, 2, 3, 0, 0, 0}, bytes);
            assertEquals(NonBlockingFile.AGAIN, file.read(bytes, 0, 8));
        }
    }

    @Test
    void readingAtTheEndOfAFileReturnsNoBytes() throws Exception {
        Path path = Files.write(folder.resolve("file"), new byte[] {7, 8});
        try (NonBlockingFile file = NonBlockingFile.open(path.toString(), 8)) {
            byte[] bytes = new byte[8];
            assertEquals(2, file.read(bytes, 0, 8));
            assertEquals(0, file.read(bytes, 0, 8));
            assertThrows(IllegalArgumentException.class, () -> file.read(bytes, 0, 9));
        }
    }

    @Test
    void theErrorNamesAMissingFile() {
        String missing = folder.resolve("missing").toString();
        PosixException error = assertThrows(PosixException.class, () -> NonBlockingFile.open(missing, 8));
        assertTrue(String.valueOf(error.getMessage()).contains(missing));
    }
}
