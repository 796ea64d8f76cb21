package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that errors of the file system and of the database are explained by their causes.
class StoreExceptionTest {

    private static String reason(Throwable cause) {
        return StoreException.of("can't write x.db", cause).getMessage().substring("can't write x.db: ".length());
    }

    @Test
    void namesTheCauseOfAnError() {
        String denied = "the folder can't be written to; choose another with --cache-dir, or use --no-cache";
        assertEquals(denied, reason(new AccessDeniedException("/cache/x.db")));
        assertEquals(denied, reason(new FileSystemException("/cache/x.db", null, "Read-only file system")));
        assertEquals("/cache/x.db does not exist", reason(new NoSuchFileException("/cache/x.db")));
        assertEquals(
                "/cache/x.db: Input/output error",
                reason(new FileSystemException("/cache/x.db", null, "Input/output error")));
        assertEquals(
                "the disk is full; free some space, or choose another folder with --cache-dir",
                reason(new IOException("No space left on device")));
        assertEquals("the memory limit is too small; increase it with --memory-limit", reason(new OutOfMemoryError()));
        assertEquals("first line", reason(new IOException("first line\nsecond line")));
        assertEquals("inner", reason(new IllegalStateException(null, new IOException("inner"))));
    }

    @Test
    void suggestsNoOtherCacheFolderForAnOutputFile() {
        for (String text : List.of("No space left on device", "File too large", "Permission denied")) {
            String message = StoreException.ofOutput("can't write x", new IOException(text))
                    .getMessage();
            assertFalse(message.contains("cache"), message);
        }
    }

    @Test
    void keepsAnErrorThatIsAlreadyExplained() {
        StoreException cause = new StoreException("the disk is full");
        assertSame(cause, StoreException.of("can't write x.db", cause));
    }
}
