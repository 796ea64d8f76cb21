package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.database.PacketOptions;

/// Query on a trace and its result, by Perfetto's trace processor or another tool: one line of a file with cases.
///
/// @param source the trace, and how it is read
record ConformanceCase(
        String id, String area, String needs, Source source, String sql, boolean expectsError, String expected) {

    /// @param file null for an empty trace
    record Source(Path file, PacketOptions packets) {}

    /// Reads all files of cases in a folder.
    static List<ConformanceCase> all(Path folder) throws IOException {
        List<ConformanceCase> cases = new ArrayList<>();
        for (String file : List.of("golden.jsonl", "tests.jsonl", "formats.jsonl", "formats-beyond.jsonl")) {
            if (Files.exists(folder.resolve(file))) {
                cases.addAll(read(folder.resolve(file)));
            }
        }
        return cases;
    }

    static List<ConformanceCase> read(Path jsonl) throws IOException {
        List<ConformanceCase> cases = new ArrayList<>();
        for (String line : Files.readAllLines(jsonl)) {
            Map<String, String> m = object(line);
            cases.add(new ConformanceCase(
                    m.get("id"),
                    m.get("area"),
                    m.get("needs"),
                    new Source(
                            m.get("trace") == null
                                    ? null
                                    : jsonl.resolveSibling(m.get("trace")).normalize(),
                            packets(m.get("flag"))),
                    m.get("sql"),
                    "error".equals(m.get("expect")),
                    m.get("expected")));
        }
        return cases;
    }

    /// @param flag option of the trace processor, or null
    private static PacketOptions packets(String flag) {
        return new PacketOptions("--crop-track-events".equals(flag), "--analyze-trace-proto-content".equals(flag));
    }

    Path trace() {
        return source.file;
    }

    /// Parses a JSON object whose values are strings, numbers, booleans or null.
    private static Map<String, String> object(String json) {
        Map<String, String> members = new HashMap<>();
        int[] at = {json.indexOf('{') + 1};
        while (at[0] < json.length()) {
            at[0] = json.indexOf('"', at[0]);
            if (at[0] < 0) {
                break;
            }
            String key = string(json, at);
            at[0] = json.indexOf(':', at[0]) + 1;
            while (json.charAt(at[0]) == ' ') {
                at[0]++;
            }
            if (json.charAt(at[0]) == '"') {
                members.put(key, string(json, at));
            } else {
                int end = at[0];
                while (",}".indexOf(json.charAt(end)) < 0) {
                    end++;
                }
                String word = json.substring(at[0], end).strip();
                members.put(key, word.equals("null") ? null : word);
                at[0] = end + 1;
            }
        }
        return members;
    }

    private static String string(String json, int[] at) {
        StringBuilder s = new StringBuilder();
        int i = at[0] + 1;
        for (; json.charAt(i) != '"'; i++) {
            char c = json.charAt(i);
            if (c != '\\') {
                s.append(c);
                continue;
            }
            c = json.charAt(++i);
            switch (c) {
                case 'n' -> s.append('\n');
                case 't' -> s.append('\t');
                case 'r' -> s.append('\r');
                case 'b' -> s.append('\b');
                case 'f' -> s.append('\f');
                case 'u' -> {
                    s.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> s.append(c);
            }
        }
        at[0] = i + 1;
        return s.toString();
    }

    /// Returns whether the result matches the expected one, ignoring leading and trailing whitespace of each line
    /// and empty lines at the start and end.
    boolean isExpected(String actual) {
        return lines(expected).equals(lines(actual));
    }

    static List<String> lines(String text) {
        String t = text.replace("\r\n", "\n");
        int from = 0;
        int to = t.length();
        while (from < to && t.charAt(from) == '\n') {
            from++;
        }
        while (to > from && t.charAt(to - 1) == '\n') {
            to--;
        }
        return t.substring(from, to).lines().map(String::strip).toList();
    }
}
