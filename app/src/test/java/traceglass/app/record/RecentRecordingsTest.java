package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the list of recent recordings.
class RecentRecordingsTest {

    @TempDir
    Path folder;

    private Path file(String name, long modified) throws Exception {
        return Files.setLastModifiedTime(Files.createFile(folder.resolve(name)), FileTime.fromMillis(modified));
    }

    @Test
    void listsTheNewestTracesFirst() throws Exception {
        Path older = file("b.pftrace", 1_000);
        Path newer = file("a.pftrace", 2_000);
        file("notes.txt", 3_000);
        assertEquals(List.of(newer, older), RecentRecordings.in(folder));
    }

    @Test
    void listsOnlyTheNewestOfManyTraces() throws Exception {
        for (int i = 0; i < 20; i++) {
            file(i + ".pftrace", i * 1_000L);
        }
        List<Path> files = RecentRecordings.in(folder);
        assertEquals(12, files.size());
        assertEquals(folder.resolve("19.pftrace"), files.getFirst());
    }

    @Test
    void aMissingFolderContainsNoTraces() {
        assertEquals(List.of(), RecentRecordings.in(folder.resolve("none")));
    }
}
