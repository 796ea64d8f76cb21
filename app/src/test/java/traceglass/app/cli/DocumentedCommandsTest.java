package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocPicture;
import traceglass.app.testing.ProjectSources;
import traceglass.app.testing.ShellScript;

/// Parses every command line of this program in the documents, so that no example has a wrong option. Blocks of the
/// language `sh` are examples; synopses are in blocks without a language.
class DocumentedCommandsTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```");
    private static final Set<String> PROGRAM = Set.of("traceglass", "./traceglass");

    private final CommandLine program = Root.commandLine();

    private static List<Path> documents() throws IOException {
        Path repository = ProjectSources.repository();
        List<Path> documents = new ArrayList<>(List.of(repository.resolve("README.md")));
        try (Stream<Path> files = Files.list(repository.resolve("packaging/docs"))) {
            files.filter(f -> f.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    /// Returns why a command line is wrong, or an empty string.
    private String problem(List<String> arguments) {
        String first = arguments.isEmpty() ? "" : arguments.getFirst();
        // Without a command, the first word is a trace; so a misspelled command would be mistaken for a trace.
        if (first.matches("[a-z-]+") && !program.getSubcommands().containsKey(first)) {
            return "no such command: " + first;
        }
        try {
            program.parseArgs(arguments.toArray(String[]::new));
            return "";
        } catch (ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static List<List<String>> examples(String markdown) {
        List<List<String>> examples = new ArrayList<>();
        Matcher block = BLOCK.matcher(markdown);
        while (block.find()) {
            for (List<String> command : ShellScript.commands(block.group(1))) {
                List<String> words =
                        command.stream().dropWhile(w -> w.matches("\\w+=.*")).toList();
                if (!words.isEmpty() && PROGRAM.contains(words.getFirst())) {
                    examples.add(words.subList(1, words.size()));
                }
            }
        }
        return examples;
    }

    @Test
    void everyExampleIsAValidCommandLine() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Path document : documents()) {
            for (List<String> example : examples(Files.readString(document))) {
                count++;
                String problem = problem(example);
                if (!problem.isEmpty()) {
                    wrong.add(document.getFileName() + ": " + String.join(" ", example) + ": " + problem);
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(count > 30, "examples: " + count);
    }

    @Test
    void everyPictureHasValidOptions() throws IOException {
        Path documents = ProjectSources.repository().resolve("packaging/docs");
        for (DocPage page : DocLibrary.in(documents).pages()) {
            for (DocPicture picture : page.pictures()) {
                List<String> arguments = new ArrayList<>(List.of("screenshot", "sample.pftrace", "-o", "out.png"));
                ShellScript.commands(picture.options()).forEach(arguments::addAll);
                assertEquals("", problem(arguments), picture.toString());
                // The value of --sql is a file, relative to the documents.
                int sql = arguments.indexOf("--sql");
                assertTrue(sql < 0 || Files.exists(documents.resolve(arguments.get(sql + 1))), picture.toString());
            }
        }
    }

    @Test
    void wrongCommandsAndOptionsAreFound() {
        assertEquals("", problem(List.of("query", "SELECT 1", "a.pftrace")));
        assertEquals("", problem(List.of("my.pftrace", "--time", "1s..2s")));
        assertEquals("no such command: qurey", problem(List.of("qurey", "SELECT 1", "a.pftrace")));
        assertTrue(problem(List.of("query", "--modus", "csv", "SELECT 1", "a")).contains("--modus"));
        assertTrue(problem(List.of("screenshot", "a.pftrace", "-o", "a.png", "--size", "big"))
                .contains("big"));
    }

    @Test
    void scriptsAreSplitLikeInAShell() {
        assertEquals(
                List.of(
                        List.of("traceglass", "completion", "bash"),
                        List.of("eval", "$()"),
                        List.of("A=b", "traceglass", "query", "SELECT 'x'\nFROM \"y\"", "a b.pftrace"),
                        List.of("grep", "-c", "#"),
                        List.of("traceglass", "serve", "--http", "0"),
                        List.of("echo", "")),
                ShellScript.commands("""
                    eval "$(traceglass completion bash)"   # a comment's text
                    A=b traceglass query "SELECT 'x'
                    FROM \\"y\\"" a\\ b.pftrace \\
                      2> errors.txt | grep -c '#' > count
                    traceglass serve --http 0 &
                    echo ""; # end
                    """));
    }
}
