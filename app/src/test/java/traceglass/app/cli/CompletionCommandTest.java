package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Tests the completion scripts with the shells that are installed, and the manual page.
class CompletionCommandTest {

    @TempDir
    Path folder;

    private Path script(String form) throws IOException {
        Path file = folder.resolve(form);
        Files.write(file, CommandRun.of("completion", form).assertExitCode(0).bytes());
        return file;
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(p -> Files.isExecutable(Path.of(p, program)));
    }

    /// Runs a program in a folder with two files and a subfolder, and returns its output.
    private String output(String... command) throws IOException, InterruptedException {
        Path workingFolder = Files.createDirectories(folder.resolve("here"));
        Files.createDirectories(workingFolder.resolve("folder"));
        Files.write(workingFolder.resolve("my trace.pftrace"), new byte[1]);
        Path out = folder.resolve("out");
        Process p = new ProcessBuilder(command)
                .directory(workingFolder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(p.waitFor(30, TimeUnit.SECONDS), () -> List.of(command) + " takes too long");
        } finally {
            p.destroyForcibly();
        }
        return Files.readString(out);
    }

    /// Returns the candidates of bash for the last word, sorted and separated by commas.
    private List<String> bash(Path script, List<List<String>> lines) throws IOException, InterruptedException {
        StringBuilder commands = new StringBuilder("source '" + script + "'\n");
        for (List<String> line : lines) {
            String words = line.stream().map(w -> "'" + w + "'").collect(Collectors.joining(" "));
            commands.append("COMP_WORDS=(traceglass ").append(words).append(")\n");
            commands.append("COMP_CWORD=").append(line.size()).append("\n_traceglass\n");
            commands.append("printf '%s\\n' \"${COMPREPLY[@]}\" | sort | paste -sd,\n");
        }
        Path requests = Files.writeString(folder.resolve("requests"), commands);
        return output("bash", "--norc", requests.toString()).lines().toList();
    }

    @Test
    void bashCompletesCommandsOptionsValuesAndFiles() throws Exception {
        assumeTrue(isInstalled("bash"));
        List<List<String>> lines = List.of(
                List.of("qu"),
                List.of("cache", ""),
                List.of("--cache-dir", "x", "cache", "l"),
                List.of("query", "--mode", "ma"),
                List.of("query", "--mode", "=", "js"),
                List.of("info", "--no-c"),
                List.of("info", ""),
                List.of("info", "--cache-dir", ""),
                List.of("convert", "te"),
                List.of("convert", "text", "my"),
                List.of("help", "trace"),
                List.of("record", "--preset", "sch"),
                List.of("my"));
        assertEquals(
                List.of(
                        "query",
                        "clear,list",
                        "list",
                        "markdown",
                        "json,jsonl",
                        "--no-cache",
                        "folder,my trace.pftrace",
                        "folder",
                        "text",
                        "my trace.pftrace",
                        "trace-size",
                        "scheduling",
                        "my trace.pftrace"),
                bash(script("bash"), lines));
    }

    @Test
    void bashOffersEveryCommandAndOption() throws Exception {
        assumeTrue(isInstalled("bash"));
        List<List<String>> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (CommandLine command : Root.commandLine().getSubcommands().values()) {
            lines.add(List.of(command.getCommandName(), "--"));
            expected.add(String.join(",", longOptions(command)));
        }
        assertEquals(
                expected,
                bash(script("bash"), lines).stream()
                        .map(line -> String.join(",", new TreeSet<>(List.of(line.split(",")))))
                        .toList());
    }

    private static TreeSet<String> longOptions(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(o -> !o.hidden())
                .flatMap(o -> Stream.of(o.names()))
                .filter(n -> n.startsWith("--"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void fishCompletesCommandsOptionsValuesAndFiles() throws Exception {
        assumeTrue(isInstalled("fish"));
        Path script = script("fish");
        String commands = "source " + script
                + "; for l in 'qu' 'cache l' 'query --mode ma' 'info my' 'convert te'; complete -C \"traceglass $l\";"
                + " end";
        List<String> found = output("fish", "--no-config", "-c", commands)
                .lines()
                .map(line -> line.replaceFirst("\t.*", ""))
                .toList();
        assertEquals(List.of("query", "list", "markdown", "my trace.pftrace", "text"), found);
    }

    @Test
    void zshAcceptsTheScript() throws Exception {
        assumeTrue(isInstalled("zsh"));
        assertEquals("", output("zsh", "-n", script("zsh").toString()));
    }

    @Test
    void scriptsOfZshAndFishContainEveryCommandAndOption() throws Exception {
        String zsh = Files.readString(script("zsh"));
        String fish = Files.readString(script("fish"));
        forEach(Root.commandLine(), "", (path, command) -> {
            String function = ("_traceglass " + path).strip().replaceAll("[ -]", "_") + "() {\n";
            int start = zsh.indexOf(function);
            assertTrue(start >= 0, function);
            String body = zsh.substring(start, zsh.indexOf("\n}\n", start));
            for (OptionSpec o : command.getCommandSpec().options()) {
                String name = o.longestName();
                assertEquals(!o.hidden(), body.contains(name), () -> function + name);
                String line = "complete -c traceglass -n '__traceglass_at \\'" + path + "\\''";
                assertEquals(
                        !o.hidden(),
                        fish.lines().anyMatch(l -> l.startsWith(line) && l.contains(" -l " + name.substring(2))),
                        () -> path + " " + name);
            }
        });
        for (String text : List.of(zsh, fish)) {
            long quotes = text.replace("\\'", "").chars().filter(c -> c == '\'').count();
            assertEquals(0, quotes % 2, "quotes are closed");
        }
    }

    private interface CommandVisitor {
        void accept(String path, CommandLine command);
    }

    private static void forEach(CommandLine command, String path, CommandVisitor visitor) {
        visitor.accept(path, command);
        command.getSubcommands().forEach((name, sub) -> forEach(sub, (path + " " + name).strip(), visitor));
    }

    @Test
    void theManualPageDescribesEveryCommandAndOption() throws Exception {
        String page = Files.readString(script("man"));
        assertTrue(page.startsWith(".TH TRACEGLASS 1 "), page);
        assertTrue(page.lines().noneMatch(l -> l.startsWith("'")), "a text is a request of roff");
        forEach(Root.commandLine(), "", (path, command) -> {
            assertTrue(path.isEmpty() || page.contains("\n.SS " + path.replace("-", "\\-") + "\n"), path);
            for (OptionSpec o : command.getCommandSpec().options()) {
                String name = "\\fB" + o.longestName().replace("-", "\\-") + "\\fR";
                assertTrue(o.hidden() || page.contains(name), () -> path + " " + name);
            }
        });
    }

    @Test
    void groffAcceptsTheManualPage() throws Exception {
        assumeTrue(isInstalled("groff"));
        String page = output("groff", "-man", "-Tutf8", "-ww", script("man").toString())
                .replaceAll(".\b", "");
        assertTrue(page.contains("traceglass cache list"), page);
        assertTrue(!page.contains("warning"), page);
    }

    @Test
    void anUnknownShellIsAUsageError() {
        CommandRun r = CommandRun.of("completion", "tcsh").assertExitCode(2);
        assertTrue(r.errorLine().contains("tcsh"), r.err());
        assertEquals(0, new String(r.bytes(), StandardCharsets.UTF_8).length());
    }
}
