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
        String results = ReadBackBench.run(32, 400, folder.resolve("t"));
        System.out.println("read back: " + results);
        // The reported heap does not include memory reserved by the garbage collector.
        Matcher heap =
                Pattern.compile("^(\\d+) MB .* heap of at most (\\d+) MB").matcher(results);
        assertTrue(heap.find(), results);
        assertTrue(Integer.parseInt(heap.group(1)) >= 400, results);
        assertTrue(Integer.parseInt(heap.group(2)) <= 32, results);
    }
}
