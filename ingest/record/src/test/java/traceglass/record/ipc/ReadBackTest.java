package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadBackTest {

    @Test
    void readsATraceFarLargerThanItsMemory(@TempDir Path folder) throws Exception {
        String figures = ReadBackBench.run(32, 400, folder.resolve("t"));
        System.out.println("read back: " + figures);
        // The reported heap does not include memory reserved by the garbage collector.
        Matcher heap =
                Pattern.compile("^(\\d+) MB .* heap of at most (\\d+) MB").matcher(figures);
        assertTrue(heap.find(), figures);
        assertTrue(Integer.parseInt(heap.group(1)) >= 400, figures);
        assertTrue(Integer.parseInt(heap.group(2)) <= 32, figures);
    }
}
