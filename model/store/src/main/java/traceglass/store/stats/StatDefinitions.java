package traceglass.store.stats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All statistics of an import, from the resource `stats.txt`.
public final class StatDefinitions {

    private static final ValueScope[] SCOPES = ValueScope.values();

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
        String text;
        try (InputStream in = StatDefinitions.class.getResourceAsStream("stats.txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Every import runs this once, before the code is compiled, so it does little for each line.
        Map<String, StatDefinition> out = new LinkedHashMap<>(1024);
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end > start && text.charAt(start) != '#') {
                StatDefinition stat = parse(text.substring(start, end), out.size());
                out.put(stat.name(), stat);
            }
            start = end + 1;
        }
        return out;
    }

    private static StatDefinition parse(String line, int key) {
        int nameEnd = line.indexOf('|');
        int propertiesEnd = line.indexOf('|', nameEnd + 1);
        String[] properties = words(line, nameEnd + 2, propertiesEnd < 0 ? line.length() : propertiesEnd);
        return new StatDefinition(
                key,
                line.substring(0, nameEnd - 1),
                properties[0].equals("indexed"),
                properties[1],
                properties[2],
                scope(properties[3]),
                propertiesEnd < 0 ? "" : line.substring(propertiesEnd + 1));
    }

    /// Splits the four words of the properties.
    private static String[] words(String line, int start, int end) {
        String[] words = new String[4];
        int from = start;
        for (int i = 0; i < words.length; i++) {
            int space = line.indexOf(' ', from);
            int to = space < 0 || space > end ? end : space;
            words[i] = line.substring(from, to);
            from = to + 1;
        }
        return words;
    }

    private static ValueScope scope(String word) {
        for (ValueScope scope : SCOPES) {
            if (scope.name().equalsIgnoreCase(word)) {
                return scope;
            }
        }
        throw new IllegalArgumentException(word);
    }
}
