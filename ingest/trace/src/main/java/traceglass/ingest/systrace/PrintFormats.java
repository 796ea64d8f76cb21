package traceglass.ingest.systrace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Formats in which kernel events are printed, from `print_formats.txt`.
///
/// @param patterns patterns of the whole text, in the order in which they are tried
/// @param keys fields whose printed name or number format differs from the schema, by printed name
/// @param isComplete whether the text has all fields needed for slices and counters
record PrintFormats(List<PrintFormat> patterns, Map<String, PrintFormat.Field> keys, boolean isComplete) {

    private static final PrintFormats NONE = new PrintFormats(List.of(), Map.of(), true);
    private static final String INCOMPLETE = "-";
    private static final Map<String, PrintFormats> BY_EVENT = read();

    /// Returns the print formats of an event.
    static PrintFormats of(String event) {
        return BY_EVENT.getOrDefault(event, NONE);
    }

    private static Map<String, PrintFormats> read() {
        Map<String, List<String>> lines = new HashMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                PrintFormats.class.getResourceAsStream("print_formats.txt"), StandardCharsets.UTF_8))) {
            in.lines().filter(l -> !l.startsWith("#") && !l.isBlank()).forEach(line -> {
                int space = line.indexOf(' ');
                for (String event : line.substring(0, space).split(",")) {
                    lines.computeIfAbsent(event, e -> new ArrayList<>()).add(line.substring(space + 1));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, PrintFormats> formats = new HashMap<>();
        lines.forEach((event, patterns) -> formats.put(event, parse(patterns)));
        return formats;
    }

    private static PrintFormats parse(List<String> lines) {
        List<PrintFormat> patterns = new ArrayList<>();
        Map<String, PrintFormat.Field> keys = new HashMap<>();
        for (String line : lines) {
            if (line.equals(INCOMPLETE)) {
                continue;
            }
            if (line.indexOf('{') >= 0) {
                patterns.add(new PrintFormat(line));
                continue;
            }
            for (String key : line.split(" ")) {
                int arrow = key.indexOf('>');
                int colon = key.indexOf(':', arrow);
                String name = key.substring(arrow + 1, colon < 0 ? key.length() : colon);
                FieldFormat format = colon < 0 ? FieldFormat.PLAIN : FieldFormat.of(key.substring(colon + 1));
                keys.put(arrow < 0 ? name : key.substring(0, arrow), new PrintFormat.Field(name, format));
            }
        }
        return new PrintFormats(patterns, keys, !lines.contains(INCOMPLETE));
    }
}
