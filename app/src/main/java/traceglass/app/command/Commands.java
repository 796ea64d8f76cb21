package traceglass.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyEvent;

/// The commands of one window, in the order in which they were registered. Used on the JavaFX thread.
public final class Commands {

    private final Map<String, Command> byId = new LinkedHashMap<>();

    /// @throws IllegalArgumentException when another command has this id or one of its keys
    public void register(Command command) {
        for (KeyChord key : command.keys()) {
            for (Command other : byId.values()) {
                if (other.keys().contains(key)) {
                    throw new IllegalArgumentException(key + " is the key of " + other.id() + " and of " + command.id());
                }
            }
        }
        if (byId.putIfAbsent(command.id(), command) != null) {
            throw new IllegalArgumentException("two commands " + command.id());
        }
    }

    public List<Command> all() {
        return List.copyOf(byId.values());
    }

    /// @throws IllegalArgumentException when there is none
    public Command get(String id) {
        Command c = byId.get(id);
        if (c == null) {
            throw new IllegalArgumentException("no command " + id);
        }
        return c;
    }

    /// Does it if it can be done now, and says whether it did.
    public boolean run(String id) {
        Command c = get(id);
        if (!c.enabled().getAsBoolean()) {
            return false;
        }
        c.action().run();
        return true;
    }

    /// The first enabled command whose key this event is, or null.
    ///
    /// @param typing whether the key goes to a field that takes text, so that only keys with Ctrl or Alt and those that are no
    ///               text are looked for
    public Command find(KeyEvent event, boolean typing) {
        for (Command c : byId.values()) {
            for (KeyChord key : c.keys()) {
                if (!(typing && key.isText()) && key.matches(event) && c.enabled().getAsBoolean()) {
                    return c;
                }
            }
        }
        return null;
    }

    /// Enabled commands whose title, group or id has the letters of `text` in this order, best first.
    public List<Command> matching(String text) {
        record Hit(Command command, int score, int place) {}
        List<Hit> hits = new ArrayList<>();
        for (Command c : byId.values()) {
            int score = Math.max(FuzzyMatch.score(text, c.title()), FuzzyMatch.score(text, c.group() + ": " + c.title()) - 5);
            if (score >= 0 && c.enabled().getAsBoolean()) {
                hits.add(new Hit(c, score, hits.size()));
            }
        }
        hits.sort(Comparator.comparingInt((Hit h) -> -h.score).thenComparingInt(Hit::place));
        return hits.stream().map(Hit::command).toList();
    }
}
