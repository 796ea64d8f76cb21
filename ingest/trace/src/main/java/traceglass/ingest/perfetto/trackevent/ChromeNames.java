package traceglass.ingest.perfetto.trackevent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.store.table.StringPool;

/// Names of Chrome's processes and threads by type (resource `chrome_names.txt`).
final class ChromeNames {

    private final Map<Integer, Integer> processes = new HashMap<>();
    private final Map<Integer, Integer> threads = new HashMap<>();

    ChromeNames(StringPool strings) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ChromeNames.class.getResourceAsStream("chrome_names.txt"), StandardCharsets.UTF_8))) {
            in.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).forEach(line -> {
                String[] w = line.split(" ", 3);
                (w[0].equals("process") ? processes : threads).put(Integer.valueOf(w[1]), strings.intern(w[2]));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the string id of the name for a process type, or [StringPool#NULL].
    int process(int type) {
        return processes.getOrDefault(type, StringPool.NULL);
    }

    /// Returns the string id of the name for a thread type, or [StringPool#NULL].
    int thread(int type) {
        return threads.getOrDefault(type, StringPool.NULL);
    }
}
