package traceglass.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.input.KeyEvent;

/// The commands of one window, in the order in which they were registered. Used on the JavaFX thread.
public final class Commands {

    private final Map<String, Command> byId = new LinkedHashMap<>();
    private final Map<String, List<KeyChord>> ownKeys = new LinkedHashMap<>();
    /// The ids of commands by the keys that they have by themselves.
    private final Map<KeyChord, String> owners = new HashMap<>();
    /// Keys that commands have by themselves on a keyboard that is not the usual one.
    private final Map<String, List<KeyChord>> keyboard = new LinkedHashMap<>();
    private final Map<String, List<KeyChord>> chosen = new LinkedHashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private java.util.function.Supplier<Commands> standIns = () -> null;

    /// @throws IllegalArgumentException when another command has this id, or by itself one of its keys
    public void register(Command command) {
        for (KeyChord key : command.keys()) {
            String owner = owners.get(key);
            if (owner != null) {
                throw new IllegalArgumentException(key + " is the key of " + owner + " and of " + command.id());
            }
        }
        if (byId.containsKey(command.id())) {
            throw new IllegalArgumentException("two commands " + command.id());
        }
        ownKeys.put(command.id(), command.keys());
        command.keys().forEach(key -> owners.put(key, command.id()));
        // The keys of those that are there already do not change by it.
        byId.put(command.id(), withAssigned(command, taken()));
    }

    /// Has commands of others done in place of those with the same id here, as long as there are others; the keys
    /// stay those of here.
    ///
    /// @param others gives them, or null
    public void setStandIns(java.util.function.Supplier<Commands> others) {
        standIns = others;
    }

    /// The command that is done for one of here.
    private Command done(Command own) {
        Commands others = standIns.get();
        Command other = others == null ? null : others.byId.get(own.id());
        return other == null ? own : other.withKeys(own.keys());
    }

    /// Gives every command the keys chosen for it, or its own but for those chosen for another one.
    private void assignKeys() {
        Set<KeyChord> taken = taken();
        byId.replaceAll((id, command) -> withAssigned(command, taken));
    }

    private Set<KeyChord> taken() {
        Set<KeyChord> taken = new HashSet<>();
        chosen.forEach((id, keys) -> taken.addAll(keys));
        return taken;
    }

    /// @param taken keys that are chosen for some command
    private Command withAssigned(Command command, Set<KeyChord> taken) {
        List<KeyChord> keys = chosen.containsKey(command.id())
                ? chosen.get(command.id())
                : own(command.id()).stream().filter(key -> !taken.contains(key)).toList();
        return keys.equals(command.keys()) ? command : command.withKeys(keys);
    }

    /// The keys that a command has unless a person chose others.
    private List<KeyChord> own(String id) {
        return keyboard.getOrDefault(id, ownKeys.get(id));
    }

    /// Keys that commands have by themselves on a person's keyboard, by id, in place of those on the usual one:
    /// where those are needed for something else. Also for commands that are registered later.
    public void setKeyboard(Map<String, List<KeyChord>> keys) {
        keyboard.clear();
        keyboard.putAll(keys);
        assignKeys();
    }

    /// Keys in place of those that commands have by themselves, by id; also for commands that are registered later.
    public void setChosenKeys(Map<String, List<KeyChord>> keys) {
        chosen.clear();
        chosen.putAll(keys);
        assignKeys();
    }

    /// The keys chosen in place of commands' own.
    public Map<String, List<KeyChord>> chosenKeys() {
        return Map.copyOf(chosen);
    }

    /// Gives a command these keys; other commands lose them. Null gives it its own again.
    public void choose(String id, List<KeyChord> keys) {
        if (keys == null || keys.equals(own(id))) {
            chosen.remove(id);
        } else {
            chosen.replaceAll((other, theirs) ->
                    theirs.stream().filter(key -> !keys.contains(key)).toList());
            chosen.put(id, List.copyOf(keys));
        }
        assignKeys();
        listeners.forEach(Runnable::run);
    }

    /// Whether a command has other keys than its own.
    public boolean isChosen(String id) {
        return chosen.containsKey(id);
    }

    /// Gives every command its own keys again.
    public void resetKeys() {
        chosen.clear();
        assignKeys();
        listeners.forEach(Runnable::run);
    }

    /// Calls back whenever a person has chosen keys.
    public void onKeysChanged(Runnable action) {
        listeners.add(action);
    }

    /// The command that has a key, or null.
    public Command holder(KeyChord key) {
        return byId.values().stream()
                .filter(c -> c.keys().contains(key))
                .findFirst()
                .orElse(null);
    }

    public List<Command> all() {
        return List.copyOf(byId.values());
    }

    /// The key of a command as it is written for people; empty where it has none, or is not there.
    public String keyOf(String id) {
        return all().stream()
                .filter(c -> c.id().equals(id))
                .flatMap(c -> c.keys().stream())
                .findFirst()
                .map(KeyChord::toString)
                .orElse("");
    }

    /// @param id one of now, or one of an earlier version
    /// @throws IllegalArgumentException when there is none
    public Command get(String id) {
        Command c = byId.get(FormerIds.current(id));
        if (c == null) {
            throw new IllegalArgumentException("no command " + id);
        }
        return done(c);
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
    /// @param typing whether the key goes to a field that takes text, so that only keys with Ctrl or Alt and those
    ///     that are no text are looked for
    public Command find(KeyEvent event, boolean typing) {
        for (Command own : byId.values()) {
            Command c = done(own);
            for (KeyChord key : c.keys()) {
                if (!(typing && key.isText())
                        && key.matches(event)
                        && c.enabled().getAsBoolean()) {
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
        for (Command own : byId.values()) {
            Command c = done(own);
            int score = Math.max(
                    FuzzyMatch.score(text, c.title()), FuzzyMatch.score(text, c.group() + ": " + c.title()) - 5);
            if (score >= 0 && c.enabled().getAsBoolean()) {
                hits.add(new Hit(c, score, hits.size()));
            }
        }
        hits.sort(Comparator.comparingInt((Hit h) -> -h.score).thenComparingInt(Hit::place));
        return hits.stream().map(Hit::command).toList();
    }
}
