package traceglass.app.window.palette;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.StringProperty;
import traceglass.app.command.Command;
import traceglass.app.command.FormerIds;

/// The commands that were picked from the palette last: they come first in it.
final class RecentCommands {

    /// As many as in Perfetto's UI.
    static final int MOST = 6;

    private final StringProperty kept;

    /// @param kept ids, the newest first, with spaces between them
    RecentCommands(StringProperty kept) {
        this.kept = kept;
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>(List.of(kept.get().strip().split(" +")));
        ids.removeIf(String::isEmpty);
        ids.replaceAll(FormerIds::current);
        return ids;
    }

    boolean has(String id) {
        return ids().contains(id);
    }

    /// The same commands, with those used last before all others, the newest first. Where something was typed they
    /// are put first only when they have it in their title as it stands: a few letters found here and there say
    /// less than another command's name.
    List<Command> first(List<Command> commands, String typed) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        List<Command> ordered = new ArrayList<>(commands.size());
        for (String id : ids()) {
            commands.stream()
                    .filter(c -> c.id().equals(id)
                            && c.title().toLowerCase(Locale.ROOT).contains(wanted))
                    .forEach(ordered::add);
        }
        List<Command> others = new ArrayList<>(commands);
        others.removeAll(ordered);
        ordered.addAll(others);
        return ordered;
    }

    /// A command was picked.
    void used(String id) {
        List<String> ids = ids();
        ids.remove(id);
        ids.addFirst(id);
        kept.set(String.join(" ", ids.subList(0, Math.min(MOST, ids.size()))));
    }
}
