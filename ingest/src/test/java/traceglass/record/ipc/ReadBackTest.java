package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadBackTest {

    @Test
    void readsATraceFarLargerThanItsMemory(@TempDir Path folder) throws Exception {
        String figures = ReadBackBench.run(32, 400, folder.resolve("t"));
        System.out.println("read back: " + figures);
        assertTrue(figures.contains("heap of at most 31 MB") || figures.contains("heap of at most 30 MB") || figures.contains("heap of at most 32 MB"), figures);
    }
}
