package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.database.StoreOptions;

/// Tests cache folders to which no user can write.
class UnwritableCacheTest {

    @TempDir
    Path folder;

    @Test
    void opensATraceWithAWarningIfTheCacheFolderIsNotWritable() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("a.json"), "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":2}]");
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        List<Path> caches = new ArrayList<>(List.of(file, file.resolve("below")));
        Path kernel = Path.of("/proc/sys/kernel");
        if (Files.isDirectory(kernel)) {
            // Not even root can create files in this folder.
            caches.add(kernel);
        }
        for (Path cache : caches) {
            TraceOpener.Opened opened = TraceOpener.open(
                    trace, StoreOptions.cachedIn(cache).withTempDir(folder.resolve("temp")), new ImportProgress());
            try (var store = opened.store();
                    var connection = store.connection();
                    var s = connection.createStatement();
                    var r = s.executeQuery("SELECT count(*) FROM slice")) {
                assertTrue(r.next());
                assertEquals(1, r.getLong(1));
            }
            assertEquals(1, opened.warnings().size());
            assertTrue(
                    opened.warnings().getFirst().contains("can't be cached in " + cache),
                    opened.warnings().getFirst());
        }
        assertEquals("no folder", Files.readString(file));
    }
}
