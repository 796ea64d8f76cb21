package traceglass.app.window.palette;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.StringProperty;
import traceglass.app.command.Command;
import traceglass.app.command.FormerIds;

/// Commands recently chosen in the palette, which lists them first.
final class RecentCommands {

    /// Number of recent commands; the same as in Perfetto's UI.
    static final int MAX_COMMANDS = 6;

    private final StringProperty saved;

    /// @param saved ids, newest first, separated by spaces
    RecentCommands(StringProperty saved) {
        this.saved = saved;
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>(List.of(saved.get().strip().split(" +")));
        ids.removeIf(String::isEmpty);
        ids.replaceAll(FormerIds::current);
        return ids;
    }

    boolean contains(String id) {
        return ids().contains(id);
    }

    /// Returns the commands with the recently used ones first, newest first. If text was typed, a recent command
    /// goes first only if its title contains the text literally: a fuzzy match of a recent command is less relevant
    /// than the title of another one.
    List<Command> recentFirst(List<Command> commands, String typed) {
        String lowerCase = typed.toLowerCase(Locale.ROOT);
        List<Command> ordered = new ArrayList<>(commands.size());
        for (String id : ids()) {
            commands.stream()
                    .filter(c -> c.id().equals(id)
                            && c.title().toLowerCase(Locale.ROOT).contains(lowerCase))
                    .forEach(ordered::add);
        }
        List<Command> others = new ArrayList<>(commands);
        others.removeAll(ordered);
        ordered.addAll(others);
        return ordered;
    }

    /// Records that a command was chosen.
    void add(String id) {
        List<String> ids = ids();
        ids.remove(id);
        ids.addFirst(id);
        saved.set(String.join(" ", ids.subList(0, Math.min(MAX_COMMANDS, ids.size()))));
    }
}
