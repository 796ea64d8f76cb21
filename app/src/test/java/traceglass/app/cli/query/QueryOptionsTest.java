package traceglass.app.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;

/// Tests parameters, time limits and files of `query`.
class QueryOptionsTest {

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.writeString(
                folder.resolve("options.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"options\", \"ts\": 1, \"dur\": 5}]");
    }

    private CommandRun query(Object... args) {
        return CommandRun.of(
                Stream.concat(Stream.of("query", "--no-cache"), Stream.of(args)).toArray());
    }

    @Test
    void parametersHaveTheTypesOfTheirValuesUnlessSpecified() {
        String sql = "SELECT typeof($a) AS a, typeof(:b) AS b, typeof($c) AS c, typeof($d) AS d, $e AS e, $f + 1 AS f,"
                + " $g IS NULL AS g, $h AS h, $i AS i";
        assertEquals(
                "a,b,c,d,e,f,g,h,i\r\ninteger,real,text,text,it's; -- $a,256,1,1,-5\r\n",
                query(
                                "--mode=csv",
                                "--param",
                                "a=7",
                                "--param",
                                ":b=1.5e3",
                                "--param",
                                "c=7 ",
                                "--param",
                                "d:text=7",
                                "--param",
                                "$e=it's; -- $a",
                                "--param",
                                "f:int=0xff",
                                "--param",
                                "g:null",
                                "--param",
                                "h:bool=yes",
                                "--param",
                                "i=-5",
                                sql,
                                trace)
                        .assertExitCode(0)
                        .out());
    }

    @Test
    void errorPositionsAfterAParameterReferToTheTextAsTyped() {
        String error = query("--param=x=a long text", "SELECT $x AS x,\n  $x, nope FROM slice", trace)
                .assertExitCode(1)
                .err();
        assertTrue(error.contains("line 2, column 7: no such column: nope"), error);
    }

    @Test
    void aParameterCanBeSetOnlyOnce() {
        String error = query("--param", "x=1", "--param=$x=2", "SELECT $x", trace)
                .assertExitCode(2)
                .err();
        assertTrue(error.contains("--param: x is given twice"), error);
    }

    @Test
    void sqlWithoutAStatementIsAnError() {
        for (String sql : List.of("", " ;; ", "/* nothing */")) {
            String error = query(sql, trace).assertExitCode(1).err();
            assertTrue(error.contains("the SQL has no statement"), error);
            String json = query("--agent", sql, trace).assertExitCode(1).err();
            assertTrue(json.contains("{\"error\":{\"kind\":\"sql\",\"message\":\"the SQL has no statement\"}}"), json);
        }
    }

    @Test
    void sqlAndTraceInTheWrongOrderAreAUsageError() {
        String error = query(trace, "SELECT 1").assertExitCode(2).err();
        assertTrue(error.contains("SELECT 1 is not: the SQL comes before the trace"), error);
        String missing = query("SELECT 1", trace + ".missing").assertExitCode(1).err();
        assertTrue(missing.contains("does not exist"), missing);
    }

    @Test
    void invalidAndUnusedParametersAreUsageErrors() {
        for (String bad : List.of("x", "5=x", "x:date=1", "x:int=a", "x:real=", "x:bool=maybe", "other=1")) {
            String error =
                    query("--param", bad, "SELECT $x", trace).assertExitCode(2).errorLine();
            assertTrue(error.contains("--param"), error);
        }
    }

    @Test
    @Timeout(60)
    void sqlThatTakesTooLongIsCanceled() {
        String error = query("--timeout=300ms", "SELECT count(*) FROM range(100000000000) a(i) WHERE i % 3 = 1", trace)
                .assertExitCode(124)
                .errorLine();
        assertEquals("traceglass: the SQL was canceled after 300.0 ms (--timeout)", error);
        assertEquals(
                "\"a\"\n1\n",
                query("--timeout", "1h", "SELECT 1 AS a", trace)
                        .assertExitCode(0)
                        .out());
        for (String bad : List.of("soon", "0", "-1s", "5d")) {
            query("--timeout=" + bad, "SELECT 1", trace).assertExitCode(2).errorLine();
        }
    }

    @Test
    void aParquetFileContainsTheRowsWithTheirTypes() throws Exception {
        Path file = folder.resolve("rows.parquet");
        query(
                        "--mode=parquet",
                        "-o",
                        file,
                        "SELECT i AS n, i / 2.0 AS r, 'n' || i AS t, NULL AS x, x'00ff' AS b, i > 5 AS c, i AS N,"
                                + " sum(i) OVER () AS s FROM range(300000) t(i)",
                        trace)
                .assertExitCode(0);
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            try (ResultSet r = s.executeQuery("SELECT count(*), sum(n), sum(r), count(DISTINCT t), count(x),"
                    + " sum(c), sum(\"N_2\"), max(s), max(t) FROM '" + file + "'")) {
                r.next();
                assertEquals(
                        List.of(
                                "300000",
                                "44999850000",
                                "22499925000",
                                "300000",
                                "0",
                                "299994",
                                "44999850000",
                                "44999850000",
                                "n99999"),
                        texts(r, 9).stream()
                                .map(t -> t.replace(".0", "").replace("2.2499925E10", "22499925000"))
                                .toList());
            }
            try (ResultSet r =
                    s.executeQuery("SELECT string_agg(column_type, ' ') FROM (DESCRIBE FROM '" + file + "')")) {
                r.next();
                assertEquals("BIGINT DOUBLE VARCHAR BIGINT BLOB BIGINT BIGINT BIGINT", r.getString(1));
            }
        }
    }

    private static List<String> texts(ResultSet row, int columns) throws Exception {
        List<String> texts = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            texts.add(row.getString(i));
        }
        return texts;
    }

    @Test
    void singleTableFormatsRequireOneResult() throws Exception {
        for (String mode : List.of("parquet", "arrow")) {
            Path file = folder.resolve("x." + mode);
            String two = query("--mode", mode, "-o", file, "SELECT 1; SELECT 2", trace)
                    .assertExitCode(1)
                    .errorLine();
            assertTrue(two.contains("one result"), two);
            String none = query("--mode", mode, "-o", file, "CREATE VIEW v AS SELECT 1", trace)
                    .assertExitCode(1)
                    .errorLine();
            assertTrue(none.contains("no statement returned rows"), none);
            query("--mode", mode, "-o", file, "SELECT absent FROM slice", trace)
                    .assertExitCode(1)
                    .sqlError();
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(List.of(trace), left.toList());
            }
        }
        byte[] bytes = query("--mode=parquet", "CREATE VIEW v AS SELECT name FROM slice; SELECT * FROM v", trace)
                .assertExitCode(0)
                .bytes();
        assertEquals("PAR1", new String(bytes, 0, 4, StandardCharsets.US_ASCII));
        assertEquals("PAR1", new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII));
        String wide = query("--mode=parquet", "SELECT 170141183460469231731687303715884105727::HUGEINT AS w", trace)
                .assertExitCode(1)
                .sqlError();
        assertTrue(wide.contains("w: 170141183460469231731687303715884105727 does not fit"), wide);
    }

    /// RFC 4180: records end with CRLF, fields with commas, quotes and line ends are quoted, quotes are doubled.
    @Test
    void csvCanBeReadBack() {
        List<String> texts = List.of(
                "plain",
                "",
                " spaces ",
                "a,b",
                "say \"x\"",
                "\"",
                "two\nlines",
                "two\r\nlines",
                "\r",
                "ü€😀",
                "=1+1",
                "\t");
        StringBuilder sql =
                new StringBuilder("SELECT t AS \"a \"\"name\"\",\", NULL AS \"null\", t AS again FROM (VALUES ");
        for (int i = 0; i < texts.size(); i++) {
            sql.append(i == 0 ? "(" : ", (")
                    .append(i)
                    .append(", '")
                    .append(texts.get(i))
                    .append("')");
        }
        String csv = query("--mode=csv", sql.append(") v(i, t) ORDER BY i"), trace)
                .assertExitCode(0)
                .out();
        List<List<String>> records = parse(csv);
        assertEquals(List.of("a \"name\",", "null", "again"), records.getFirst());
        for (int i = 0; i < texts.size(); i++) {
            assertEquals(List.of(texts.get(i), "", texts.get(i)), records.get(i + 1));
        }
        assertEquals(texts.size() + 1, records.size());
        assertTrue(csv.contains("\r\n\"\",,\"\"\r\n"), "an empty string differs from NULL");
        assertEquals(
                "x\r\n\"\"\r\n",
                query("--mode=csv", "SELECT NULL AS x", trace).assertExitCode(0).out());
    }

    /// Parses CSV strictly according to RFC 4180.
    private static List<List<String>> parse(String csv) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        int i = 0;
        while (i < csv.length()) {
            StringBuilder field = new StringBuilder();
            if (csv.charAt(i) == '"') {
                for (i++; csv.charAt(i) != '"' || i + 1 < csv.length() && csv.charAt(i + 1) == '"'; i++) {
                    field.append(csv.charAt(i));
                    i += csv.charAt(i) == '"' ? 1 : 0;
                }
                i++;
            } else {
                for (; csv.charAt(i) != ',' && csv.charAt(i) != '\r'; i++) {
                    assertFalse("\"\n".indexOf(csv.charAt(i)) >= 0, "not quoted");
                    field.append(csv.charAt(i));
                }
            }
            record.add(field.toString());
            if (csv.charAt(i) == ',') {
                i++;
            } else {
                assertEquals("\r\n", csv.substring(i, i + 2));
                i += 2;
                records.add(record);
                record = new ArrayList<>();
            }
        }
        return records;
    }
}
