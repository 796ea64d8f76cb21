package traceglass.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;

/// Runs the PySpark examples of the documentation through Spark's Java API, whose methods have the same names.
class NotebookSparkTest {

    private static final Pattern EXAMPLE = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);
    private static final Pattern READ =
            Pattern.compile("(\\w+) = spark\\.read\\.format\\(\"(\\w+)\"\\)((?:\\.option\\(\"\\w+\","
                    + " \"[^\"]*\"\\))*)\\.load\\(\"([^\"]*)\"\\)");
    private static final Pattern OPTION = Pattern.compile("\\.option\\(\"(\\w+)\", \"([^\"]*)\"\\)");
    private static final Pattern VIEW = Pattern.compile("(\\w+)\\.createOrReplaceTempView\\(\"(\\w+)\"\\)");
    private static final Pattern SQL =
            Pattern.compile("spark\\.sql\\((?:\"\"\"(.*?)\"\"\"|\"(.*?)\")\\)", Pattern.DOTALL);

    @TempDir
    private static Path folder;

    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        for (int run = 1; run <= 2; run++) {
            SparkTraces.write(folder.resolve("runs"), "main/phone-" + run + ".pftrace", 1000 + run, 1);
        }
        Fleet.create(folder.resolve("bench.fleet"))
                .add(FleetImport.of(List.of(folder.resolve("runs").toString())));
        spark = SparkRows.session("local[2]").getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void examplesOfThePageAboutNotebooksRun() throws IOException {
        assertEquals(
                List.of("[main, inner, 2, 0.001]", "[phone-1.pftrace, work, 1001000]", "[1, 2]"),
                firstRows("notebooks.md"));
    }

    @Test
    void examplesOfThePageAboutScaleRun() throws IOException {
        assertFalse(firstRows("fleets-at-scale.md").isEmpty());
    }

    /// Returns the first row of the last statement of each example, sorted.
    private static List<String> firstRows(String page) throws IOException {
        Matcher examples = EXAMPLE.matcher(Files.readString(Path.of("../../packaging/docs", page)));
        List<String> rows = new ArrayList<>();
        while (examples.find()) {
            String example = examples.group(1).replaceAll("\\s*\\\\\n\\s*", "");
            if (example.contains("spark.read")) {
                rows.add(SparkRows.of(run(example)).getFirst());
            }
        }
        return rows;
    }

    private static Dataset<Row> run(String example) {
        Matcher read = READ.matcher(example);
        assertTrue(read.find(), example);
        DataFrameReader reader = spark.read().format(read.group(2));
        Matcher options = OPTION.matcher(read.group(3));
        while (options.find()) {
            reader = reader.option(options.group(1), options.group(2));
        }
        Dataset<Row> rows =
                reader.load(folder.resolve("x").resolveSibling(read.group(4)).toString());
        Matcher view = VIEW.matcher(example);
        if (view.find()) {
            assertEquals(read.group(1), view.group(1));
            rows.createOrReplaceTempView(view.group(2));
        }
        Matcher sql = SQL.matcher(example);
        while (sql.find()) {
            rows = spark.sql(sql.group(1) != null ? sql.group(1) : sql.group(2));
        }
        return rows;
    }
}
