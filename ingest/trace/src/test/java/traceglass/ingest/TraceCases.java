package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs trace cases for people who write them: `[--quiet] [--write] FOLDER-OR-SQL-FILE…` prints every result and
/// marks those that differ from the file. With `--quiet` it prints only the different ones; with `--write` it
/// replaces the results files.
final class TraceCases {

    private TraceCases() {}

    public static void main(String[] args) throws IOException {
        boolean isWrite = List.of(args).contains("--write");
        boolean isQuiet = List.of(args).contains("--quiet");
        Path folder = Files.createTempDirectory("traceglass-cases-");
        int wrong = 0;
        try {
            for (String arg : args) {
                for (TraceCase c : arg.startsWith("--") ? List.<TraceCase>of() : TraceCase.findIn(Path.of(arg))) {
                    Map<String, String> results = c.results(folder);
                    wrong += print(c, results, isQuiet);
                    if (isWrite) {
                        c.write(results);
                    }
                }
            }
        } finally {
            delete(folder);
        }
        System.out.println(wrong + " results differ");
    }

    private static int print(TraceCase c, Map<String, String> results, boolean isQuiet) throws IOException {
        Map<String, String> expected = c.expected();
        int wrong = 0;
        for (Map.Entry<String, String> a : results.entrySet()) {
            boolean isSame = a.getValue().equals(expected.getOrDefault(a.getKey(), ""));
            wrong += isSame ? 0 : 1;
            if (!isQuiet && !a.getValue().isEmpty() || !isSame) {
                System.out.println("=== " + c.name() + ": " + a.getKey() + (isSame ? "" : "  (DIFFERS)"));
                System.out.println(a.getValue());
            }
        }
        return wrong;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
