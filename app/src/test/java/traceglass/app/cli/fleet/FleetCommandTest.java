package traceglass.app.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;

class FleetCommandTest {

    @TempDir
    Path folder;

    private void write(String name, int us) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"fleet work\", \"ts\": 1, \"dur\": " + us + "}]");
    }

    private Path imported() throws IOException {
        write("runs/main/a.json", 100);
        write("runs/main/b.json", 110);
        write("runs/fix/a.json", 200);
        Path fleet = folder.resolve("fleet");
        String out = CommandRun.of(
                        "fleet", "import", folder.resolve("runs"), "-o", fleet, "--pattern={branch}/{run}.json")
                .assertExitCode(0)
                .out();
        assertTrue(out.startsWith("3 traces imported into "), out);
        return fleet;
    }

    @Test
    void tracesAreImportedListedAndRemoved() throws IOException {
        Path fleet = imported();
        String list = CommandRun.of("fleet", "list", fleet, "--where=branch = 'main'")
                .assertExitCode(0)
                .out();
        assertTrue(list.contains("a.json  branch=main run=a") && list.endsWith("2 traces, 152 B\n"), list);
        assertTrue(CommandRun.of("fleet", "add", fleet, folder.resolve("runs"))
                .assertExitCode(0)
                .out()
                .contains("3 already imported"));
        CommandRun.of("fleet", "verify", fleet).assertExitCode(0);
        CommandRun.of("fleet", "remove", fleet, "1").assertExitCode(0);
        assertTrue(CommandRun.of("fleet", "remove", fleet, "1")
                .assertExitCode(1)
                .err()
                .contains("no trace 1"));
        assertTrue(CommandRun.of("fleet", "remove", fleet, "a.json")
                .assertExitCode(2)
                .err()
                .contains("Invalid value for ID: 'a.json' is not a whole number"));
        Files.delete(fleet.resolve("tables/slice/2.parquet"));
        assertTrue(
                CommandRun.of("fleet", "verify", fleet).assertExitCode(1).out().contains("slice/2.parquet is missing"));
    }

    @Test
    void rowsCanHavePropertiesOfTheirTraces() throws IOException {
        Path fleet = imported();
        String a = folder.resolve("runs/fix/a.json").toString();
        assertEquals(
                "trace_id,trace,_path,bytes,branch,run,path\n1,a.json," + a + "," + Files.size(Path.of(a))
                        + ",fix,a,x\n",
                CommandRun.of(
                                "fleet",
                                "query",
                                fleet,
                                "--each",
                                "SELECT 'x' AS path",
                                "--with=path,bytes",
                                "--where=trace_id = 1",
                                "--mode=csv")
                        .assertExitCode(0)
                        .out()
                        .replace("\r\n", "\n"));
        assertTrue(CommandRun.of("fleet", "query", fleet, "--each", "SELECT 1", "--with=size")
                .assertExitCode(1)
                .err()
                .contains("no column size; available columns: trace_id, name, path, bytes,"));
    }

    @Test
    void anErrorInAQueryIsNotRepeatedForEveryTrace() throws IOException {
        Path fleet = imported();
        for (int i = 0; i < 5; i++) {
            write("more/" + i + ".json", 300 + i);
        }
        CommandRun.of("fleet", "add", fleet, folder.resolve("more")).assertExitCode(0);
        String err = CommandRun.of("fleet", "query", fleet, "--each", "SELECT nothing FROM slice")
                .assertExitCode(1)
                .err();
        assertEquals(
                5, err.lines().filter(l -> l.contains(".json: no such column")).count(), err);
        assertTrue(err.contains("more traces with this error: no such column: nothing"), err);
        assertTrue(err.contains("8 traces skipped"), err);
        String first = CommandRun.of("fleet", "query", fleet, "--each", "--fail-fast", "SELECT nothing FROM slice")
                .assertExitCode(1)
                .err();
        assertEquals(1, first.lines().count(), first);
        assertTrue(first.contains(".json: no such column: nothing (line 1, column 8)"), first);
    }

    @Test
    void aMissingFolderIsReportedBeforeTheOtherOneIsCompared() throws IOException {
        write("before/a.json", 100);
        Path nowhere = folder.resolve("nowhere");
        String err = CommandRun.of("fleet", "compare", folder.resolve("before"), nowhere)
                .assertExitCode(1)
                .err();
        assertEquals("traceglass: " + nowhere + " does not exist\n", err.replace("\r\n", "\n"));
    }

    @Test
    void aQueryRunsInEachTraceOrOverAllOfThem() throws IOException {
        Path fleet = imported();
        assertEquals(
                """
                trace_id,trace,branch,run,name,dur
                1,a.json,fix,a,fleet work,200000
                2,a.json,main,a,fleet work,100000
                3,b.json,main,b,fleet work,110000
                """,
                CommandRun.of("fleet", "query", fleet, "--each", "SELECT name, dur FROM slice", "--mode=csv")
                        .assertExitCode(0)
                        .out()
                        .replace("\r\n", "\n"));
        assertEquals(
                "branch,n\r\nfix,1\r\nmain,2\r\n",
                CommandRun.of(
                                "fleet",
                                "query",
                                fleet,
                                "--together",
                                "SELECT branch, count(*) AS n FROM slice JOIN traces USING (trace_id) GROUP BY 1 ORDER"
                                        + " BY 1",
                                "--mode=csv")
                        .assertExitCode(0)
                        .out());
        assertEquals(
                "d\r\n410000\r\n",
                CommandRun.of(
                                "fleet",
                                "query",
                                fleet,
                                "--each",
                                "SELECT dur FROM slice",
                                "--then=SELECT sum(dur)::BIGINT AS d FROM result",
                                "--mode=csv")
                        .assertExitCode(0)
                        .out());
        assertTrue(CommandRun.of("fleet", "query", fleet, "SELECT 1")
                .assertExitCode(2)
                .err()
                .contains("--each"));
        assertTrue(CommandRun.of("fleet", "query", fleet, "--each")
                .assertExitCode(2)
                .err()
                .contains("-f FILE"));
        assertTrue(CommandRun.of("fleet", "query", fleet, "--each", " -- nothing")
                .assertExitCode(1)
                .err()
                .contains("the SQL has no statement"));
        CommandRun failed = CommandRun.of("fleet", "query", fleet, "--each", "SELECT x FROM slice")
                .assertExitCode(1);
        assertTrue(
                failed.err().contains("no such column: x") && failed.err().contains("3 traces skipped"), failed::err);
    }

    @Test
    void aRegressionHasItsOwnExitCode() throws Exception {
        Path spec = Files.writeString(
                folder.resolve("spec.textproto"),
                "metric_spec { id: 'time' value: 'dur' unit: TIME_NANOS polarity: LOWER_IS_BETTER"
                        + " dimensions_specs { name: 'name' type: STRING } query { table { table_name: 'slice' } } }");
        for (int i = 0; i < 5; i++) {
            write("before/" + i + ".json", 1000 + i);
            write("after/" + i + ".json", 1500 + i);
        }
        Path before = folder.resolve("before");
        Path after = folder.resolve("after");
        String text = CommandRun.of("fleet", "compare", before, after, "--spec", spec)
                .assertExitCode(3)
                .out();
        assertTrue(text.contains("time [name=fleet work]") && text.contains("+49.9%"), text);
        assertTrue(CommandRun.of("fleet", "compare", after, before, "--spec", spec)
                .assertExitCode(0)
                .out()
                .contains("1 improvements"));
        Files.createFile(after.resolve("failed.json"));
        assertTrue(CommandRun.of("fleet", "compare", before, after, "--spec", spec)
                .assertExitCode(3)
                .err()
                .contains("failed.json is empty (0 bytes)"));
        Files.delete(after.resolve("failed.json"));
        Path report = folder.resolve("report.xml");
        CommandRun.of("fleet", "compare", before, after, "--format=junit", "--spec", spec, "-o", report)
                .assertExitCode(3);
        assertTrue(Files.readString(report).contains("failures=\"1\""));
        assertTrue(CommandRun.of("fleet", "compare", before, after, "--format=junit", "--spec", spec, "-o", report)
                .assertExitCode(1)
                .err()
                .contains("exists"));
        Path fleet = folder.resolve("fleet");
        CommandRun.of("fleet", "import", before, after, "-o", fleet, "--pattern={set}/{n}.json")
                .assertExitCode(0);
        assertTrue(CommandRun.of(
                        "fleet", "compare", fleet, "--by=set", "--baseline=before", "--format=markdown", "--spec", spec)
                .assertExitCode(3)
                .out()
                .contains("| regression |"));
        assertTrue(CommandRun.of("fleet", "summarize", fleet, "--where=n = 3", "--mode=csv", "--spec", spec)
                .assertExitCode(0)
                .out()
                .contains("time,name=fleet work,1503000.0,TIME_NANOS,lower_is_better"));
        assertTrue(CommandRun.of("fleet", "compare", fleet, "--by=set", "--baseline=x")
                .assertExitCode(1)
                .err()
                .contains("'x'"));
        CommandRun.of("fleet", "compare", fleet).assertExitCode(2);
        CommandRun.of("fleet", "compare", before, after, "--alpha=7").assertExitCode(2);
    }

    @Test
    void invalidFleetsAndSourcesAreReported() throws IOException {
        Path fleet = folder.resolve("fleet");
        assertTrue(CommandRun.of("fleet", "list", fleet).assertExitCode(1).err().contains("does not exist"));
        assertTrue(CommandRun.of("fleet", "add", folder, "x")
                .assertExitCode(1)
                .err()
                .contains("is not a fleet"));
        Files.writeString(folder.resolve("text"), "no trace");
        CommandRun failed = CommandRun.of(
                        "fleet", "import", folder.resolve("text"), folder.resolve("absent"), "-o", fleet)
                .assertExitCode(1);
        assertTrue(failed.err().contains("absent: does not exist"), failed::err);
        assertTrue(failed.out().contains("0 traces imported") && failed.out().contains("2 failed"), failed::out);
        assertTrue(failed.err().contains("fleet was not created"), failed::err);
        assertFalse(Files.exists(fleet));
        CommandRun.of("fleet").assertExitCode(2);
        CommandRun.of("fleet", "nonsense").assertExitCode(2);
        write("one/a.json", 100);
        CommandRun.of("fleet", "import", folder.resolve("one"), "-o", fleet).assertExitCode(0);
        assertTrue(CommandRun.of("fleet", "compare", fleet, "--by", "branch", "--baseline", "main")
                .assertExitCode(1)
                .err()
                .contains("No trace has a label 'branch'; import the traces with --labels or --pattern"));
    }
}
