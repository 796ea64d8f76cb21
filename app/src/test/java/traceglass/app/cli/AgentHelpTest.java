package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.testing.SampleFile;

/// Tests the help page for agents.
class AgentHelpTest {

    @TempDir
    Path folder;

    private static String text() throws Exception {
        try (InputStream in = Root.class.getResourceAsStream("help/agent.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyExampleRuns() throws Exception {
        List<String> blocks = new ArrayList<>();
        Matcher m = Pattern.compile("(?m)(?:^    [^ \\n].*\\n(?:^ {4,}.*\\n)*)").matcher(text());
        while (m.find()) {
            if (m.group().contains(";")) {
                blocks.add(m.group());
            }
        }
        assertTrue(blocks.size() > 6, blocks::toString);
        Path trace = SampleFile.in(folder);
        CommandRun result = CommandRun.of("query", "--agent", "--no-cache", String.join("", blocks), trace)
                .assertExitCode(0);
        assertTrue(result.out().split("\n\n").length > blocks.size(), result.out());
    }

    @Test
    void everyTableExistsAndLinesFitIntoATerminal() throws Exception {
        String text = text();
        assertTrue(text.lines().allMatch(l -> l.length() <= 80), text);
        Path trace = SampleFile.in(folder);
        String tables = text.substring(text.indexOf("\nTABLES"), text.indexOf("\nAll tables"));
        StringBuilder sql = new StringBuilder();
        Matcher row =
                Pattern.compile("(?m)^  ([a-z_]+(?:, [a-z_]+)*)(?: {2,}|$)").matcher(tables);
        while (row.find()) {
            for (String name : row.group(1).split(", ")) {
                sql.append("SELECT * FROM ").append(name).append(" LIMIT 0;");
            }
        }
        assertTrue(sql.toString().contains("android_logs"), sql::toString);
        CommandRun.of("query", "--agent", "--no-cache", sql, trace).assertExitCode(0);
    }
}
