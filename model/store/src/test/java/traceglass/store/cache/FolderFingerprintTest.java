package traceglass.store.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderFingerprintTest {

    @TempDir
    Path folder;

    private Path trace(String name, String stream) throws Exception {
        Path trace = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(trace.resolve("kernel"));
        Files.writeString(trace.resolve("metadata"), "the same");
        Files.writeString(trace.resolve("kernel/stream"), stream);
        return trace;
    }

    @Test
    void copiesOfAFolderHaveTheSameFingerprint() throws Exception {
        String first = TraceFingerprint.of(trace("a", "events"));
        assertEquals(first, TraceFingerprint.of(trace("b", "events")));
        assertNotEquals(first, TraceFingerprint.of(trace("c", "others")));
        assertNotEquals(first, TraceFingerprint.of(trace("a", "events and more")));
    }
}
