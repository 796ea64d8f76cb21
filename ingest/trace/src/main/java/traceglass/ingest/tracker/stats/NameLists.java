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

    /// Scope of a value.
    enum Scope {
        GLOBAL,
        MACHINE,
        TRACE,
        MACHINEANDTRACE;

        boolean perMachine() {
            return this == MACHINE || this == MACHINEANDTRACE;
        }

        boolean perTrace() {
            return this == TRACE || this == MACHINEANDTRACE;
        }
    }

    private NameLists() {}

    static List<String[]> read(String resource) {
        return read(resource, 0);
    }

    /// @param words maximum number of words per line, the last of which contains the rest of the line; 0 for no
    ///     limit
    static List<String[]> read(String resource, int words) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(NameLists.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .map(l -> l.split(" ", words))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
