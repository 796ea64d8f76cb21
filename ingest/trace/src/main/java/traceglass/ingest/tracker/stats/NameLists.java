package traceglass.ingest.tracker.stats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the lists of known names in the resources of this package: one entry per line, words separated by spaces,
/// comments start with `#`.
final class NameLists {

    private NameLists() {}

    static List<String[]> read(String resource) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(NameLists.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .map(l -> l.split(" "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
