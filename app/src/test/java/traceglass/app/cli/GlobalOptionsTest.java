package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Tests the options of all commands before and after the command name, and misspelled commands.
class GlobalOptionsTest {

    /// One complete command line per command.
    private static final List<List<String>> COMMANDS = List.of(
            List.of("open", "t"),
            List.of("query", "select 1", "t"),
            List.of("shell", "t"),
            List.of("info", "t"),
            List.of("compare", "a", "b"),
            List.of("screenshot", "t", "-o", "x.png"),
            List.of("convert", "text", "t", "-o", "x"),
            List.of("cut", "t", "--time=1s..2s", "-o", "x"),
            List.of("merge", "t", "u", "-o", "x"),
            List.of("export", "csv", "t", "-o", "x"),
            List.of("decompress", "t", "-o", "x"),
            List.of("symbolize", "t", "-o", "x"),
            List.of("deobfuscate", "t", "-o", "x"),
            List.of("bundle", "t", "-o", "x"),
            List.of("trace-size", "t"),
            List.of("sample"),
            List.of("record", "-o", "x"),
            List.of("summarize", "t", "--spec=x"),
            List.of("fleet", "list", "t"),
            List.of("serve", "t"),
            List.of("serve", "list"),
            List.of("serve", "kill", "x"),
            List.of("mcp"),
            List.of("service"),
            List.of("devices"),
            List.of("config"),
            List.of("cache", "list"),
            List.of("cache", "clear"),
            List.of("update"),
            List.of("update", "check"),
            List.of("importers", "list"),
            List.of("importers", "allow", "x"),
            List.of("bench", "import", "t"),
            List.of("completion", "bash"),
            List.of("help", "cache", "list"));

    private static final List<String> OPTIONS = List.of("--no-cache", "--cache-dir", "dir", "--memory-limit", "1G");

    @TempDir
    Path folder;

    @Test
    void theTestCoversEveryCommand() {
        assertEquals(
                Root.commandLine().getSubcommands().keySet(),
                COMMANDS.stream().map(List::getFirst).collect(java.util.stream.Collectors.toSet()));
    }

    @Test
    void commandNamesContainOnlyLettersAndDashes() {
        for (String name : Root.commandLine().getSubcommands().keySet()) {
            assertTrue(name.matches("[a-z]+(-[a-z]+)*"), name);
        }
    }

    @Test
    void helpListsEveryCommand() {
        for (String[] line : List.of(new String[] {"--help"}, new String[] {"--no-cache", "-h"})) {
            String help = output(line);
            for (String name : Root.commandLine().getSubcommands().keySet()) {
                assertTrue(help.contains("\n  " + name + " "), () -> name + " in " + help);
            }
        }
        assertTrue(output("bench", "--help").startsWith("Usage: traceglass bench "));
    }

    private static String output(String... line) {
        PrintStream previousOut = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertEquals(0, Root.run(line));
        } finally {
            System.setOut(previousOut);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Root parse(List<String> line) {
        CommandLine all = Root.commandLine();
        all.parseArgs(line.toArray(String[]::new));
        return all.getCommand();
    }

    @Test
    void optionsAreAcceptedAnywhereInACommandLine() {
        for (List<String> command : COMMANDS) {
            for (int position = 0; position <= command.size(); position++) {
                if (position > 0 && command.get(position - 1).equals("-o")) {
                    // The next argument is the value of that option.
                    continue;
                }
                List<String> line = new ArrayList<>(command);
                line.addAll(position, OPTIONS);
                Root root = parse(line);
                assertTrue(root.store.noCache, line::toString);
                assertEquals(Path.of("dir"), root.store.cacheDir, line::toString);
                assertEquals(1L << 30, root.store.memoryLimit, line::toString);
            }
        }
    }

    @Test
    void optionsAreAcceptedWithoutACommand() {
        for (List<String> line :
                List.of(List.of("t.pftrace", "--cache-dir", "dir"), List.of("--cache-dir", "dir", "t.pftrace"))) {
            Root root = parse(line);
            assertEquals(Path.of("dir"), root.store.cacheDir);
            assertEquals("t.pftrace", root.open.trace);
        }
    }

    @Test
    void aCacheFolderBeforeTheCommandIsUsed() {
        Path cache = folder.resolve("cache");
        CommandRun r = CommandRun.of("--cache-dir", cache.toString(), "cache", "list");
        assertEquals(0, r.code(), r.err());
        assertTrue(r.out().endsWith(" in " + cache + System.lineSeparator()), r.out());
    }

    @Test
    void anUnknownCommandIsAUsageError() {
        Stream.of(List.of("nosuch"), List.of("nosuch", "select 1", "t.pftrace"), List.of("nosuch", "-f", "x", "t"))
                .forEach(line -> {
                    CommandRun r = CommandRun.of((Object[]) line.toArray(String[]::new));
                    assertEquals(2, r.code(), line::toString);
                    assertEquals(
                            "traceglass: no such command or file: nosuch (see traceglass --help)",
                            r.err().strip());
                });
    }

    @Test
    void aMissingTraceIsNotReportedAsACommand() {
        for (String[] line : List.of(
                new String[] {"nosuch.pftrace", "--no-cache"},
                new String[] {"./nosuch", "--no-cache"},
                new String[] {"open", "nosuch"})) {
            CommandRun r = CommandRun.of((Object[]) line);
            assertEquals(1, r.code(), r.err());
            assertTrue(r.err().strip().endsWith(" does not exist"), r.err());
        }
    }

    @Test
    void misspelledWordsAreReportedWithTheNearestOnes() {
        for (String[] line : new String[][] {
            {"qurey", "select 1", "t", "no such command or file: qurey; did you mean query? (see traceglass --help)"},
            {"qurey", "info", "t", "no such command or file: qurey; did you mean query? (see traceglass --help)"},
            {"cache", "lsit", "cache has no subcommand lsit; did you mean list? (see traceglass cache --help)"},
            {"help", "ifno", "no such command or topic: ifno; did you mean info? (see traceglass help --help)"},
            {"help", "cache", "clera", "cache has no subcommand clera; did you mean clear? (see traceglass help --help)"
            },
            {
                "info",
                "--no-cahce",
                "t",
                "unknown option: --no-cahce; did you mean --no-cache? (see traceglass info --help)"
            },
            {"--no-cahce=1", "t.pftrace", "unknown option: --no-cahce; did you mean --no-cache? (see traceglass --help)"
            },
            {"info", "t", "--frob", "unknown option: --frob (see traceglass info --help)"},
            {"info", "t", "u", "unexpected argument: u (see traceglass info --help)"},
            {"a.pftrace", "info", "t", "unexpected argument before the command: a.pftrace (see traceglass --help)"},
        }) {
            CommandRun r = CommandRun.of((Object[]) Arrays.copyOf(line, line.length - 1));
            assertEquals("traceglass: " + line[line.length - 1], r.errorLine());
            assertEquals(2, r.code(), r.err());
        }
    }

    @Test
    void wordsAsValuesMayHaveAnyCase() {
        for (String side : List.of("host", "Guest")) {
            parse(List.of("merge", "t", "u", "-o", "x", "--main", side));
        }
        CommandRun.of("merge", "t", "u", "-o", "x", "--main", "left")
                .assertExitCode(2)
                .errorLine();
    }

    @Test
    void invalidOptionsWithAFileAreReported() throws Exception {
        Path file = Files.createFile(folder.resolve("trace"));
        CommandRun r = CommandRun.of(file.toString(), "--nosuch");
        assertEquals(2, r.code());
        assertTrue(r.err().contains("--nosuch"), r.err());
    }
}
