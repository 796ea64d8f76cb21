package traceglass.ingest.tracker.stats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the lists of known names beside this class: one entry a line, words with spaces between, `#` starts a comment.
final class NameLists {

    /// What a value is kept for.
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

    /// @param words the last of so many words is all the rest of the line; 0 for any number of words
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
