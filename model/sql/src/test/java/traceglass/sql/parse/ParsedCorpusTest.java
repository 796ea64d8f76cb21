package traceglass.sql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.testing.ConformanceLine;
import traceglass.store.testing.SharedData;

/// Parses all SQL in the repository.
class ParsedCorpusTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private static final Pattern HEADING = Pattern.compile("(?m)(?=^-- @case)");

    private final List<String> failures = new ArrayList<>();
    private int statements;

    private void check(String location, String text) {
        try {
            for (List<Token> tokens : SqlTokens.statements(SqlTokens.read(text))) {
                statements++;
                SqlParser.statement(tokens);
            }
        } catch (SqlSyntaxException e) {
            failures.add(location + ": " + e.getMessage() + " at " + e.offset);
        }
    }

    private void assertAllParsed(int atLeast) {
        assertEquals("", String.join("\n", failures));
        assertTrue(statements >= atLeast, statements + " statements");
    }

    @Test
    void parsesAllStandardModules() throws IOException {
        ModuleLibrary library = new ModuleLibrary();
        for (String module : library.names()) {
            check(module, library.text(module));
        }
        assertAllParsed(1000);
    }

    @Test
    void parsesTheQueriesOfTestsAndDocumentation() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : (Iterable<Path>) files.filter(ParsedCorpusTest::isSource)::iterator) {
                String text = Files.readString(file);
                if (text.contains("{{")) {
                    // A template of a metric.
                    continue;
                }
                if (file.toString().endsWith(".sql")) {
                    // Files of cases have one text after each heading.
                    for (String part : HEADING.split(text)) {
                        check(file.toString(), part);
                    }
                    continue;
                }
                Matcher block = BLOCK.matcher(text);
                while (block.find()) {
                    check(file.toString(), block.group(1));
                }
            }
        }
        assertAllParsed(300);
    }

    private static boolean isSource(Path file) {
        String path = file.toString();
        return !path.contains("/target/") && !path.contains("/.") && (path.endsWith(".sql") || path.endsWith(".md"));
    }

    @Test
    void parsesTheQueriesOfTheConformanceCases() throws IOException {
        Path folder = SharedData.folder().resolve("conformance");
        Assumptions.assumeTrue(Files.isDirectory(folder), "the conformance cases are missing");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".jsonl"))::iterator) {
                for (String line : Files.readAllLines(file)) {
                    if (!ConformanceLine.field(line, "expect").equals("error")) {
                        check(ConformanceLine.field(line, "id"), ConformanceLine.field(line, "sql"));
                    }
                }
            }
        }
        assertAllParsed(3000);
    }
}
