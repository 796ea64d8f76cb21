package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The plainest command lines are understood twice: here both must understand the same.
class CommonLinesTest {

    private static final List<String[]> PLAIN = List.of(
            new String[] {},
            new String[] {"my.pftrace"},
            new String[] {"./query"},
            new String[] {"open", "query"},
            new String[] {"open"},
            new String[] {"--no-cache", "/a/b"},
            new String[] {"/a/b", "--cache-dir", "/c"},
            new String[] {"query", "select 1", "t"},
            new String[] {"query", "--no-cache", "select 1", "--cache-dir", "c d", "t"},
            new String[] {"query", "-f", "q.sql", "t"},
            new String[] {"query", "t", "-f", "q.sql"},
            new String[] {"query", "open", "info"},
            new String[] {"bench", "import", "t"},
            new String[] {"bench", "import", "--json", "t", "--runs", "5", "--no-cache"},
            new String[] {"bench", "import", "--loaded", "--cache-dir", "c", "a/b"});

    /// Some of these are wrong, the others mean more than they look like.
    private static final List<String[]> OTHERS = List.of(
            new String[] {"info"},
            new String[] {"trace"},
            new String[] {"--help"},
            new String[] {"query"},
            new String[] {"query", "select 1"},
            new String[] {"query", "a", "b", "c"},
            new String[] {"query", "-f", "q.sql", "a", "b"},
            new String[] {"--no-cache", "query", "select 1", "t"},
            new String[] {"--no-cache", "open", "t.x"},
            new String[] {"a.x", "b.x"},
            new String[] {"query", "-- a comment", "t"},
            new String[] {"query", "--cache-dir=c", "select 1", "t"},
            new String[] {"query", "--", "-1", "t"},
            new String[] {"query", "--no-cache", "--no-cache", "select 1", "t"},
            new String[] {"query", "select 1", "t", "-f"},
            new String[] {"query", "select 1", ""},
            new String[] {"query", "--memory-limit", "1G", "select 1", "t"},
            new String[] {"open", "-f", "q", "t"},
            new String[] {"query", "-f", "--no-cache", "t"},
            new String[] {"", ""},
            new String[] {"query", "-f", "-", "t"},
            new String[] {"t.x", "--time", "0..1"},
            new String[] {"bench", "import"},
            new String[] {"bench", "import", "a", "b"},
            new String[] {"bench", "import", "--runs", "x", "t"},
            new String[] {"bench", "import", "--runs", "1", "--runs", "2", "t"},
            new String[] {"bench", "query", "t"},
            new String[] {"bench", "--json", "import", "t"},
            new String[] {"query", "--json", "select 1", "t"},
            new String[] {"bench", "start", "--once", "--json"},
            new String[] {"bench", "import", "--size", "1G", "t"});

    @Test
    void understandsPlainLinesAsTheWholeCommandLineDoes() {
        for (String[] args : PLAIN) {
            CommonLines line = CommonLines.read(args);
            assertNotNull(line, () -> String.join(" ", args));
            CommandLine all = new CommandLine(new Root());
            var parsed = all.parseArgs(args);
            CommandLine command =
                    parsed.hasSubcommand() ? parsed.subcommand().commandSpec().commandLine() : all;
            switch (command.getCommand()) {
                case QueryCommand query -> {
                    assertEquals("query", line.command);
                    assertEquals(query.words, line.words);
                    assertEquals(query.file, line.file);
                    same(query.root.store, line.store);
                }
                case BenchCommand bench -> {
                    assertEquals("bench import", line.command);
                    assertEquals(List.of(bench.trace.toString()), line.words);
                    assertEquals(bench.runs, line.runs < 0 ? BenchCommand.RUNS : line.runs);
                    assertEquals(bench.json, line.json);
                    assertEquals(bench.loaded, line.loaded);
                    same(bench.root.store, line.store);
                }
                case Root.Open open -> {
                    assertEquals("open", line.command);
                    window(open.open, open.root.store, line);
                }
                case Root root -> {
                    assertEquals("", line.command);
                    window(root.open, root.store, line);
                }
                default -> throw new AssertionError(String.join(" ", args));
            }
        }
    }

    private static void window(OpenFlags expected, StoreFlags store, CommonLines line) {
        assertEquals(expected.trace == null ? List.of() : List.of(expected.trace.toString()), line.words);
        assertNull(expected.second);
        same(store, line.store);
    }

    private static void same(StoreFlags expected, StoreFlags line) {
        assertEquals(expected.noCache, line.noCache);
        assertEquals(expected.cacheDir, line.cacheDir);
        assertEquals(expected.memoryLimit, line.memoryLimit);
    }

    @Test
    void aTimedStartTakesTheWayOfAnyOther() {
        CommonLines line = CommonLines.read("bench", "start", "--once", "t.x", "--cache-dir", "c");
        assertEquals("bench start --once", line.command);
        assertEquals(List.of("t.x"), line.words);
        assertEquals(java.nio.file.Path.of("c"), line.store.cacheDir);
        assertEquals(List.of(), CommonLines.read("bench", "start", "--once").words);
        assertNull(CommonLines.read("bench", "start", "t.x"));
        assertNull(CommonLines.read("bench", "start", "--once", "--memory-limit", "1G"));
    }

    @Test
    void leavesAllOtherLinesToTheWholeCommandLine() {
        for (String[] args : OTHERS) {
            assertNull(CommonLines.read(args), () -> String.join(" ", args));
        }
    }

    @Test
    void noCommandLooksLikeATrace() {
        for (String name : new CommandLine(new Root()).getSubcommands().keySet()) {
            assertTrue(name.matches("[a-z]+"), name);
        }
    }
}
