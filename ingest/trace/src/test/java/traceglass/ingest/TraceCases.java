package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs trace cases for people who write them: `[--quiet] [--write] FOLDER-OR-SQL-FILE…` prints every answer and
/// marks those that differ from the file. With `--quiet` it prints only the different ones; with `--write` it
/// replaces the answers files.
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
                    Map<String, String> answers = c.answers(folder);
                    wrong += print(c, answers, isQuiet);
                    if (isWrite) {
                        c.write(answers);
                    }
                }
            }
        } finally {
            delete(folder);
        }
        System.out.println(wrong + " answers differ");
    }

    private static int print(TraceCase c, Map<String, String> answers, boolean isQuiet) throws IOException {
        Map<String, String> expected = c.expected();
        int wrong = 0;
        for (Map.Entry<String, String> a : answers.entrySet()) {
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
