package traceglass.app.window.palette;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import org.junit.jupiter.api.Test;
import traceglass.app.command.Command;

class RecentCommandsTest {

    private final SimpleStringProperty stored = new SimpleStringProperty("");

    private static Command command(String id) {
        return Command.of(id, "Group", id, "", "", () -> true, () -> {});
    }

    @Test
    void aPreviousIdIsMappedToItsCommand() {
        stored.set("timeline.tracks().collapse");
        RecentCommands recent = new RecentCommands(stored);
        assertTrue(recent.contains("timeline.collapse"));
        Command collapse = command("timeline.collapse");
        Command other = command("other");
        assertEquals(List.of(collapse, other), recent.recentFirst(List.of(other, collapse), ""));
        recent.add("timeline.collapse");
        assertEquals("timeline.collapse", stored.get());
    }

    @Test
    void onlyTheNewestCommandsAreKept() {
        RecentCommands recent = new RecentCommands(stored);
        for (int i = 0; i < RecentCommands.MAX_COMMANDS + 2; i++) {
            recent.add("command" + i);
        }
        assertEquals("command7 command6 command5 command4 command3 command2", stored.get());
    }
}
