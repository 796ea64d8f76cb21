package traceglass.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

class CommandsTest {

    private final Commands commands = new Commands();
    private final AtomicInteger runs = new AtomicInteger();

    private Command add(String id, String title, String keys, boolean isEnabled) {
        Command c = Command.of(id, "Group", title, "", keys, () -> isEnabled, runs::incrementAndGet);
        commands.register(c);
        return c;
    }

    private static KeyEvent pressed(KeyCode code, boolean shift, boolean ctrl) {
        return new KeyEvent(KeyEvent.KEY_PRESSED, "", code.getChar(), code, shift, ctrl, false, false);
    }

    private static KeyEvent typed(String character) {
        return new KeyEvent(KeyEvent.KEY_TYPED, character, "", KeyCode.UNDEFINED, false, false, false, false);
    }

    @Test
    void findsTheCommandOfAKey() {
        Command open = add("open", "Open", "Ctrl+O", true);
        Command focus = add("focus", "Focus", "F", true);
        assertSame(open, commands.find(pressed(KeyCode.O, false, true), false));
        assertSame(focus, commands.find(pressed(KeyCode.F, false, false), false));
        assertNull(commands.find(pressed(KeyCode.F, true, false), false));
        assertNull(commands.find(pressed(KeyCode.O, false, false), false));
    }

    @Test
    void matchesSymbolsOnAnyKeyboardLayout() {
        Command help = add("help", "Help", "?", true);
        assertSame(help, commands.find(typed("?"), false));
        assertNull(commands.find(pressed(KeyCode.SLASH, true, false), false));
    }

    @Test
    void textTypedIntoAFieldRunsNoCommand() {
        add("focus", "Focus", "F", true);
        add("help", "Help", "?", true);
        Command open = add("open", "Open", "Ctrl+O", true);
        assertNull(commands.find(pressed(KeyCode.F, false, false), true));
        assertNull(commands.find(typed("?"), true));
        assertSame(open, commands.find(pressed(KeyCode.O, false, true), true));
    }

    @Test
    void doesNotRunDisabledCommands() {
        add("close", "Close", "Ctrl+W", false);
        assertNull(commands.find(pressed(KeyCode.W, false, true), false));
        assertFalse(commands.run("close"));
        assertEquals(0, runs.get());
        assertEquals(List.of(), commands.matching("close"));
    }

    @Test
    void rejectsDuplicateShortcutsAndIds() {
        add("a", "A", "F", true);
        assertThrows(IllegalArgumentException.class, () -> add("b", "B", "F", true));
        assertThrows(IllegalArgumentException.class, () -> add("a", "B", "G", true));
    }

    @Test
    void fuzzySearchReturnsBestMatchesFirst() {
        Command back = add("back", "Previous view", "", true);
        Command open = add("open", "Open a trace file…", "", true);
        Command overview = add("overview", "Overview", "", true);
        assertEquals(List.of(overview), commands.matching("ovrw"));
        assertSame(open, commands.matching("otf").getFirst());
        assertSame(overview, commands.matching("over").getFirst());
        assertTrue(commands.matching("view").containsAll(List.of(back, overview)));
        assertEquals(3, commands.matching("").size());
    }

    @Test
    void matchedLettersAreInOrder() {
        for (String typed : List.of("otf", "trace", "open", "ace f")) {
            int[] positions = FuzzyMatch.positions(typed, "Open a trace file…");
            for (int i = 1; i < positions.length; i++) {
                assertTrue(positions[i] > positions[i - 1], typed);
            }
        }
        assertNull(FuzzyMatch.positions("zz", "Open a trace file…"));
    }

    @Test
    void aTitleWithTheWholeTypedWordComesFirst() {
        assertTrue(FuzzyMatch.score("second", "Open second trace…")
                > FuzzyMatch.score("second", "Copy selected or visible time as SQL condition"));
        assertTrue(FuzzyMatch.score("tp", "Toggle pins") > FuzzyMatch.score("tp", "Copy http link"));
    }

    @Test
    void showsKeysOneByOne() {
        assertEquals(
                List.of("Ctrl", "Shift", "P"), KeyChord.parse("Ctrl+Shift+P").keys());
        assertEquals(List.of("Esc"), KeyChord.parse("Escape").keys());
        assertEquals(List.of("/"), KeyChord.parse("/").keys());
    }

    @Test
    void delegatesToCommandsWithTheSameIdButKeepsItsShortcuts() {
        java.util.List<String> executed = new java.util.ArrayList<>();
        Commands window = new Commands();
        Commands trace = new Commands();
        boolean[] isEnabled = {false};
        window.setDelegate(() -> isEnabled[0] ? trace : null);
        window.register(Command.of("fit", "View", "Fit", "", "F", () -> executed.add("window")));
        window.register(Command.of("own", "View", "Own", "", "G", () -> executed.add("own")));
        trace.register(Command.of("fit", "View", "Fit", "", "", () -> executed.add("trace")));
        window.run("fit");
        isEnabled[0] = true;
        window.run("fit");
        window.run("own");
        assertEquals(java.util.List.of("window", "trace", "own"), executed);
        assertEquals("F", window.get("fit").keys().getFirst().toString());
        assertEquals(2, window.matching("").size());
    }
}
