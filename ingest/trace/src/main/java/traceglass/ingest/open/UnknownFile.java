package traceglass.ingest.open;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import traceglass.ingest.text.JsonHead;

/// Describes files that no importer reads, for error messages: their kind, if their first bytes identify it,
/// and how to convert them.
final class UnknownFile {

    /// Maximum number of keys of a JSON document that are listed.
    private static final int MAX_KEYS = 8;
    private static final int MAX_SHOWN_BYTES = 24;
    private static final List<String> NSIGHT_REPORTS = List.of(".nsys-rep", ".qdrep", ".qdstrm");
    /// Files that TensorFlow's profiler derives from a trace and writes next to it.
    private static final List<String> TENSORFLOW_ANALYSES = List.of(
            ".input_pipeline.pb",
            ".kernel_stats.pb",
            ".memory_profile.pb",
            ".op_stats.pb",
            ".overview_page.pb",
            ".tensorflow_stats.pb",
            ".input_pipeline.json",
            ".memory_viewer.json",
            ".op_profile.json",
            ".overview_page.json",
            ".pod_viewer.json");

    private UnknownFile() {}

    /// Returns a description of the file, to be appended to its name: `is a picture (PNG), not a trace`.
    ///
    /// @param name file name, which distinguishes formats whose first bytes do not
    static String describe(byte[] head, String name) {
        boolean isAllZero = true;
        for (byte b : head) {
            isAllZero &= b == 0;
        }
        if (isAllZero) {
            return "begins with zeros only; it was probably never written completely";
        }
        Optional<String> description = describeKnown(head);
        if (description.isPresent()) {
            return description.get();
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (NSIGHT_REPORTS.stream().anyMatch(lower::endsWith)) {
            return "is a report of Nsight Systems; convert it with `nsys export --type sqlite` and open the database";
        }
        if (TENSORFLOW_ANALYSES.stream().anyMatch(lower::endsWith)) {
            return "is an analysis by TensorFlow's profiler, not a trace; open the file that ends in `.xplane.pb` or"
                    + " `.trace.json.gz` next to it";
        }
        List<String> keys = JsonHead.of(head).keys().stream()
                .filter(k -> k.indexOf('.') < 0)
                .limit(MAX_KEYS)
                .toList();
        return "is not a trace in a supported format: "
                + (keys.isEmpty()
                        ? "it begins with " + beginning(head)
                        : "it is JSON with " + (keys.size() == 1 ? "the key " : "the keys ")
                                + keys.stream().map(k -> "“" + k + "”").collect(Collectors.joining(", ")));
    }

    /// Returns a description, like [#describe], of a file whose first bytes identify it as another kind of
    /// file; empty for other files.
    static Optional<String> describeKnown(byte[] head) {
        JsonHead json = JsonHead.of(head);
        for (String line : Lines.ALL) {
            int bar = line.indexOf(" | ");
            if (matches(line.substring(0, bar).strip(), head, json)) {
                return Optional.of("is " + line.substring(bar + 3).strip());
            }
        }
        return Optional.empty();
    }

    private static boolean matches(String pattern, byte[] head, JsonHead json) {
        if (pattern.startsWith("json ")) {
            return json.has(pattern.substring("json ".length()).split(" +"));
        }
        int index = pattern.indexOf('@');
        int offset = index < 0 ? 0 : Integer.parseInt(pattern.substring(index + 1));
        byte[] mark = HexFormat.of().parseHex(index < 0 ? pattern : pattern.substring(0, index));
        return head.length >= offset + mark.length
                && Arrays.equals(head, offset, offset + mark.length, mark, 0, mark.length);
    }

    /// Returns the first bytes: as text if printable, otherwise in hexadecimal.
    private static String beginning(byte[] head) {
        int n = Math.min(head.length, MAX_SHOWN_BYTES);
        boolean isText = n > 0;
        for (int i = 0; i < n; i++) {
            isText &= head[i] >= 0x20 && head[i] < 0x7f || head[i] == '\n' || head[i] == '\t' || head[i] == '\r';
        }
        if (isText) {
            return '"' + new String(head, 0, n, StandardCharsets.US_ASCII).replaceAll("\\s+", " ") + '"';
        }
        StringBuilder hex = new StringBuilder("the bytes");
        for (int i = 0; i < Math.min(n, 8); i++) {
            hex.append(String.format(Locale.ROOT, " %02x", head[i]));
        }
        return hex.toString();
    }

    /// Descriptions of known files; loaded only when a file cannot be opened.
    private static final class Lines {
        static final List<String> ALL = read();

        private static List<String> read() {
            try (InputStream in = UnknownFile.class.getResourceAsStream("known_files.txt");
                    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                return lines.lines()
                        .filter(l -> !l.isBlank() && !l.startsWith("#"))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
