package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.source.FleetLabels;

/// Runs the examples of the documentation page about notebooks with a small fleet.
class NotebookExamplesTest {

    private static final Path PAGE = Path.of("../../packaging/docs/notebooks.md");

    @TempDir
    private Path folder;

    @BeforeEach
    void importTraces() throws IOException {
        int us = 1000;
        for (String branch : List.of("main", "fix")) {
            for (int run = 1; run <= 2; run++) {
                FleetTraces.write(folder.resolve("runs"), branch + "/phone-" + run + ".pftrace", us += 100);
            }
        }
        Fleet.create(folder.resolve("bench.fleet"))
                .add(new FleetImport(
                        List.of(folder.resolve("runs").toString()),
                        FleetLabels.of(null, "{branch}/{device}-{run}.pftrace"),
                        1,
                        0,
                        null));
    }

    private static List<String> examples(String language) throws IOException {
        Matcher blocks =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> examples = new ArrayList<>();
        while (blocks.find()) {
            examples.add(blocks.group(1));
        }
        return examples;
    }

    private String useTestFolder(String example) {
        return example.replace(
                "bench.fleet", folder.resolve("bench.fleet").toString().replace('\\', '/'));
    }

    /// Returns the first row of the last statement.
    private List<String> run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            List<String> row = new ArrayList<>();
            for (String one : useTestFolder(sql).split(";")) {
                if (!one.isBlank() && statement.execute(one)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        assertTrue(rows.next(), one);
                        row.clear();
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            row.add(rows.getString(i));
                        }
                    }
                }
            }
            return row;
        }
    }

    @Test
    void sqlForDuckDbRuns() throws IOException, SQLException {
        List<String> examples = examples("sql");
        assertEquals(2, examples.size());
        assertEquals("work", run(examples.get(0)).get(1));
        assertEquals(List.of("app", "work", "5.0"), run(examples.get(1)));
    }

    @Test
    void sqlInPythonRuns() throws IOException, SQLException {
        StringBuilder all = new StringBuilder();
        for (String example : examples("python")) {
            Matcher sql = Pattern.compile("connection\\.sql\\(\"(.*?)\"\\)").matcher(example);
            while (sql.find()) {
                all.append(sql.group(1)).append(';');
            }
        }
        assertEquals("1400000", run(all.toString()).get(2));
    }

    @Test
    void columnsInPythonExist() throws IOException, SQLException {
        Set<String> existing = new TreeSet<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        useTestFolder("SELECT name FROM parquet_schema('bench.fleet/tables/slice/*.parquet')"))) {
            while (rows.next()) {
                existing.add(rows.getString(1));
            }
        }
        Set<String> named = new TreeSet<>();
        Pattern names = Pattern.compile("columns=\\[(.*?)]|polars\\.col\\((.*?)\\)|polars.*group_by\\((.*?)\\)");
        for (String example : examples("python")) {
            Matcher matcher = names.matcher(example);
            while (matcher.find()) {
                String list = Stream.of(1, 2, 3)
                        .map(matcher::group)
                        .filter(g -> g != null)
                        .findFirst()
                        .orElseThrow();
                Stream.of(list.split(", ")).forEach(n -> named.add(n.replace("\"", "")));
            }
        }
        assertTrue(named.containsAll(Set.of("trace_id", "name", "dur")), named::toString);
        named.removeAll(existing);
        assertEquals(Set.of(), named);
    }

    @Test
    void pythonExamplesAreCorrectPython() throws Exception {
        assumeTrue(python("import ast") == 0, "no Python");
        for (String example : examples("python")) {
            Path file = Files.writeString(folder.resolve("example.py"), example);
            assertEquals(0, python("import ast; ast.parse(open('" + file + "').read())"), example);
        }
    }

    @Test
    void pythonExamplesRunIfTheirPackagesAreInstalled() throws Exception {
        Path startups = folder.resolve("startups.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 'main' AS branch, 'p' AS package, 5 AS dur) TO '" + startups + "'");
        }
        int run = 0;
        for (String example : examples("python")) {
            boolean isForSpark = example.contains("spark.");
            String packages = example.contains("import pandas") ? "pandas, pyarrow" : moduleOf(example);
            if (!isForSpark && python("import " + packages) == 0) {
                assertEquals(
                        0, python(useTestFolder(example).replace("startups.parquet", startups.toString())), example);
                run++;
            }
        }
        assumeTrue(run > 0, "neither pandas with pyarrow nor polars nor duckdb is installed");
    }

    private static String moduleOf(String example) {
        return example.contains("import polars") ? "polars" : "duckdb";
    }

    private int python(String program) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("python3", "-c", program)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("python.log").toFile())
                    .start();
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), program);
            return process.exitValue();
        } catch (IOException e) {
            return 127;
        }
    }
}
