package traceglass.convert.merge;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;

class MergeArchiveTest {

    private static final int LARGE = 4 << 20;

    @TempDir
    Path dir;

    @Test
    void aTimelineCanBeCanceledWithinAFile() throws Exception {
        Path large = Files.write(dir.resolve("large.json"), new byte[LARGE]);
        Path other = Files.writeString(dir.resolve("other.json"), "[]");
        ImportProgress progress = new ImportProgress();
        AtomicLong written = new AtomicLong();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                written.incrementAndGet();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (written.addAndGet(length) > LARGE / 4) {
                    progress.cancel();
                }
            }
        };
        assertThrows(ImportCancelled.class, () -> MergeArchive.writeTimeline(List.of(large, other), out, progress));
        assertTrue(written.get() < LARGE / 2, written::toString);
    }
}
