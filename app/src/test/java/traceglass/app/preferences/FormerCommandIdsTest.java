package traceglass.app.preferences;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.command.FormerIds;
import traceglass.app.command.KeyChord;
import traceglass.app.settings.Settings;

/// Tests settings of earlier versions, in which some commands had other ids.
class FormerCommandIdsTest {

    private static final String FORMER = "timeline.tracks().expand";
    private static final String CURRENT = "timeline.expand";

    @TempDir
    Path folder;

    private final Commands commands = new Commands();

    private Settings settings() {
        return Settings.in(folder);
    }

    private void install(Settings settings) {
        commands.register(Command.of(CURRENT, "Timeline", "Expand all groups", "", "", () -> true, () -> {}));
        new Preferences(settings).installKeys(commands);
    }

    @Test
    void shortcutsOfAFormerIdApplyToTheCommand() {
        Settings settings = settings();
        settings.set("keys." + FORMER, "Ctrl+G");
        install(settings);
        assertEquals(List.of(KeyChord.parse("Ctrl+G")), commands.get(CURRENT).keys());
        assertEquals(CURRENT, commands.get(FORMER).id());
    }

    @Test
    void shortcutsOfTheCurrentIdTakePrecedence() {
        Settings settings = settings();
        settings.set("keys." + CURRENT, "Ctrl+H");
        settings.set("keys." + FORMER, "Ctrl+G");
        install(settings);
        assertEquals(List.of(KeyChord.parse("Ctrl+H")), commands.get(CURRENT).keys());
    }

    @Test
    void newShortcutsAreStoredUnderTheCurrentId() {
        Settings settings = settings();
        settings.set("keys." + FORMER, "Ctrl+G");
        install(settings);
        commands.assign(CURRENT, List.of(KeyChord.parse("Ctrl+J")));
        assertEquals("Ctrl+J", settings.get("keys." + CURRENT, ""));
        assertEquals("", settings.get("keys." + FORMER, ""));
    }

    @Test
    void formerIdsOfTheDetailsPaneAndTheSecondTraceAreMapped() {
        assertEquals("details.toggle", FormerIds.current("drawer.toggle"));
        assertEquals("second.link", FormerIds.current("beside.together"));
    }
}
