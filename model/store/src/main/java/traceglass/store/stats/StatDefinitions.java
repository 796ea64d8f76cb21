package traceglass.store.stats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All statistics of an import, from the resource `stats.txt`.
public final class StatDefinitions {

    private static final Map<String, StatDefinition> BY_NAME = read();

    private StatDefinitions() {}

    /// Returns all statistics in the order of their keys.
    public static Collection<StatDefinition> all() {
        return BY_NAME.values();
    }

    /// Returns a statistic, or null if there is none with this name.
    public static @Nullable StatDefinition of(String name) {
        return BY_NAME.get(name);
    }

    private static Map<String, StatDefinition> read() {
        Map<String, StatDefinition> out = new LinkedHashMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                StatDefinitions.class.getResourceAsStream("stats.txt"), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank() && line.charAt(0) != '#') {
                    StatDefinition stat = parse(line, out.size());
                    out.put(stat.name(), stat);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out;
    }

    private static StatDefinition parse(String line, int key) {
        String[] fields = new String[6];
        int start = 0;
        for (int i = 0; i < fields.length; i++) {
            int end = line.indexOf('|', start);
            end = end < 0 ? line.length() : end;
            fields[i] = line.substring(start, end).strip();
            start = Math.min(end + 1, line.length());
        }
        String[] properties = fields[1].split(" ");
        return new StatDefinition(
                key,
                fields[0],
                properties[0].equals("indexed"),
                properties[1],
                properties[2],
                ValueScope.valueOf(properties[3].toUpperCase(Locale.ROOT)),
                fields[2],
                fields[3],
                fields[4],
                fields[5]);
    }
}
