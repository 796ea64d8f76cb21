package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.RecordProblem;

class DetachedRecordingsTest {

    @TempDir
    Path folder;

    private static DetachedRecording recording(String key, long startedMs) {
        return new DetachedRecording(key, "adb:1234", "Pixel 6a", 4711, "/data/" + key, startedMs, 60_000);
    }

    @Test
    void storesRecordingsAndListsThemOldestFirst() throws Exception {
        DetachedRecording late = recording("a", 2000);
        DetachedRecording early = recording("b", 1000);
        DetachedRecordings recordings = new DetachedRecordings(folder.resolve("new"));
        assertEquals(List.of(), recordings.all());
        recordings.add(late);
        recordings.add(early);
        assertEquals(List.of(early, late), new DetachedRecordings(folder.resolve("new")).all());
        assertEquals(Optional.of(late), recordings.find("a"));
        assertEquals(Optional.empty(), recordings.find("c"));
    }

    @Test
    void removesFetchedRecordingsFromTheList() throws Exception {
        DetachedRecordings recordings = new DetachedRecordings(folder);
        recordings.add(recording("a", 1));
        recordings.add(recording("b", 2));
        recordings.remove("a");
        recordings.remove("unknown");
        assertEquals(List.of(recording("b", 2)), recordings.all());
    }

    @Test
    void ignoresOtherAndDamagedFiles() throws Exception {
        DetachedRecordings recordings = new DetachedRecordings(folder);
        recordings.add(recording("a", 1));
        Files.copy(folder.resolve("a.properties"), folder.resolve("notes.txt"));
        Files.writeString(folder.resolve("damaged.properties"), "pid=many\n");
        assertEquals(List.of(recording("a", 1)), recordings.all());
    }

    @Test
    void reportsWhereTheTraceIsIfTheListCannotBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        RecordProblem p = assertThrows(RecordProblem.class, () -> new DetachedRecordings(file).add(recording("a", 1)));
        assertEquals(RecordProblem.Kind.DISK, p.kind());
        assertTrue(p.getMessage().endsWith("Its trace file is /data/a."), p.getMessage());
        assertEquals(List.of(), new DetachedRecordings(file).all());
    }
}
