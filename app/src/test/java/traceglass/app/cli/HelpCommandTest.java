package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.app.cli.help.HelpTopics;

class HelpCommandTest {

    @Test
    void printsTheHelpOfACommandAndOfItsSubcommand() {
        for (String name : Root.commandLine().getSubcommands().keySet()) {
            assertEquals(
                    CommandRun.of(name, "--help").assertExitCode(0).out(),
                    CommandRun.of("help", name).assertExitCode(0).out());
        }
        String list = CommandRun.of("help", "cache", "list").assertExitCode(0).out();
        assertEquals(CommandRun.of("cache", "list", "--help").assertExitCode(0).out(), list);
        assertTrue(list.startsWith("Usage: traceglass cache list "), list);
    }

    @Test
    void listsCommandsAndTopics() {
        String help = CommandRun.of("help").assertExitCode(0).out();
        assertTrue(help.contains("Usage: traceglass [-hV]"), help);
        for (String topic : HelpTopics.names()) {
            assertTrue(help.contains("\n  " + topic + " "), help);
            assertTrue(!HelpTopics.title(topic).isBlank(), topic);
        }
    }

    @Test
    void printsATopicThatFitsIntoATerminal() {
        for (String topic : HelpTopics.names()) {
            String text = CommandRun.of("help", topic).assertExitCode(0).out();
            assertEquals(HelpTopics.text(topic), text.replace(System.lineSeparator(), "\n"));
            assertTrue(text.lines().allMatch(line -> line.length() <= 80), topic);
        }
    }
}
