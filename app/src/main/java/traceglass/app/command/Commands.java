package traceglass.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javafx.scene.input.KeyEvent;

/// Commands of a window in registration order. Used on the JavaFX thread.
public final class Commands {

    private final Map<String, Command> byId = new LinkedHashMap<>();
    private final Map<String, List<KeyChord>> defaultKeys = new LinkedHashMap<>();
    /// Command ids by default shortcut.
    private final Map<KeyChord, String> owners = new HashMap<>();
    /// Default shortcuts on non-QWERTY keyboards, by command id.
    private final Map<String, List<KeyChord>> keyboardKeys = new LinkedHashMap<>();
    private final Map<String, List<KeyChord>> userKeys = new LinkedHashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private Supplier<Commands> delegate = () -> null;

    /// Creates and registers a command.
    ///
    /// @param keys default shortcuts in the form of [KeyChord#parse], separated by spaces; or empty
    /// @throws IllegalArgumentException if the id or one of the default shortcuts is already registered
    public void register(
            String id,
            String group,
            String title,
            String icon,
            String keys,
            BooleanSupplier isEnabled,
            Runnable action) {
        register(Command.of(id, group, title, icon, keys, isEnabled, action));
    }

    /// Registers a command.
    ///
    /// @throws IllegalArgumentException if the id or one of the default shortcuts is already registered
    public void register(Command command) {
        for (KeyChord key : command.keys()) {
            String owner = owners.get(key);
            if (owner != null) {
                throw new IllegalArgumentException(key + " is assigned to both " + owner + " and " + command.id());
            }
        }
        if (byId.containsKey(command.id())) {
            throw new IllegalArgumentException("duplicate command id: " + command.id());
        }
        defaultKeys.put(command.id(), command.keys());
        command.keys().forEach(key -> owners.put(key, command.id()));
        // Shortcuts of commands registered earlier are not affected.
        byId.put(command.id(), withAssigned(command, assignedKeys()));
    }

    /// Delegates each command to the command with the same id in another registry, while the supplier returns
    /// one. The shortcuts of this registry stay in effect.
    ///
    /// @param registry supplies the other registry, or null for none
    public void setDelegate(Supplier<Commands> registry) {
        delegate = registry;
    }

    /// Returns the command to run, which may belong to the other registry.
    private Command resolve(Command command) {
        Commands others = delegate.get();
        Command other = others == null ? null : others.byId.get(command.id());
        return other == null ? command : other.withKeys(command.keys());
    }

    /// Updates the shortcuts of all commands: the user's, or the defaults without those assigned to another
    /// command.
    private void updateKeys() {
        Set<KeyChord> assigned = assignedKeys();
        byId.replaceAll((id, command) -> withAssigned(command, assigned));
    }

    private Set<KeyChord> assignedKeys() {
        Set<KeyChord> assigned = new HashSet<>();
        userKeys.forEach((id, keys) -> assigned.addAll(keys));
        return assigned;
    }

    /// Returns the command with its effective shortcuts.
    ///
    /// @param assigned shortcuts that the user assigned to any command
    private Command withAssigned(Command command, Set<KeyChord> assigned) {
        List<KeyChord> keys = userKeys.containsKey(command.id())
                ? userKeys.get(command.id())
                : defaultKeys(command.id()).stream()
                        .filter(key -> !assigned.contains(key))
                        .toList();
        return keys.equals(command.keys()) ? command : command.withKeys(keys);
    }

    /// Default shortcuts of a command on the chosen keyboard layout.
    private List<KeyChord> defaultKeys(String id) {
        return keyboardKeys.getOrDefault(id, defaultKeys.get(id));
    }

    /// Sets default shortcuts for a keyboard layout by command id. They replace defaults whose keys move the
    /// timeline in that layout. Also applies to commands registered later.
    public void setKeyboard(Map<String, List<KeyChord>> keys) {
        keyboardKeys.clear();
        keyboardKeys.putAll(keys);
        updateKeys();
    }

    /// Sets the user's shortcuts by command id, which replace the defaults. Also applies to commands registered
    /// later.
    public void setUserKeys(Map<String, List<KeyChord>> keys) {
        userKeys.clear();
        userKeys.putAll(keys);
        updateKeys();
    }

    /// The user's shortcuts by command id.
    public Map<String, List<KeyChord>> userKeys() {
        return Map.copyOf(userKeys);
    }

    /// Assigns shortcuts to a command and removes them from all others. Null restores the defaults.
    public void assign(String id, List<KeyChord> keys) {
        if (keys == null || keys.equals(defaultKeys(id))) {
            userKeys.remove(id);
        } else {
            userKeys.replaceAll((other, otherKeys) ->
                    otherKeys.stream().filter(key -> !keys.contains(key)).toList());
            userKeys.put(id, List.copyOf(keys));
        }
        updateKeys();
        listeners.forEach(Runnable::run);
    }

    /// Returns whether the user changed the shortcuts of a command.
    public boolean hasUserKeys(String id) {
        return userKeys.containsKey(id);
    }

    /// Restores the default shortcuts of all commands.
    public void resetKeys() {
        userKeys.clear();
        updateKeys();
        listeners.forEach(Runnable::run);
    }

    /// Registers a callback for changes of shortcuts by the user.
    public void onKeysChanged(Runnable action) {
        listeners.add(action);
    }

    /// The command with this shortcut, or null.
    public Command commandWithKey(KeyChord key) {
        return byId.values().stream()
                .filter(c -> c.keys().contains(key))
                .findFirst()
                .orElse(null);
    }

    public List<Command> all() {
        return List.copyOf(byId.values());
    }

    /// Display text of a command's first shortcut; empty if it has none or the command does not exist.
    public String keyOf(String id) {
        return all().stream()
                .filter(c -> c.id().equals(id))
                .flatMap(c -> c.keys().stream())
                .findFirst()
                .map(KeyChord::toString)
                .orElse("");
    }

    /// Returns a command.
    ///
    /// @param id current or former id
    /// @throws IllegalArgumentException if there is no such command
    public Command get(String id) {
        Command c = byId.get(FormerIds.current(id));
        if (c == null) {
            throw new IllegalArgumentException("unknown command: " + id);
        }
        return resolve(c);
    }

    /// Runs a command if it is enabled.
    ///
    /// @return whether the command ran
    public boolean run(String id) {
        Command c = get(id);
        if (!c.enabled().getAsBoolean()) {
            return false;
        }
        c.action().run();
        return true;
    }

    /// Finds the first enabled command for a key event, or null.
    ///
    /// @param isTyping whether a text field has the focus; then only shortcuts with Ctrl or Alt and keys that do
    ///     not enter text match
    public Command find(KeyEvent event, boolean isTyping) {
        for (Command registered : byId.values()) {
            Command c = resolve(registered);
            for (KeyChord key : c.keys()) {
                if (!(isTyping && key.isText())
                        && key.matches(event)
                        && c.enabled().getAsBoolean()) {
                    return c;
                }
            }
        }
        return null;
    }

    /// Enabled commands whose title, group or id fuzzily matches `text`, best match first.
    public List<Command> matching(String text) {
        record Hit(Command command, int score, int index) {}
        List<Hit> hits = new ArrayList<>();
        for (Command registered : byId.values()) {
            Command c = resolve(registered);
            int score = Math.max(
                    FuzzyMatch.score(text, c.title()), FuzzyMatch.score(text, c.group() + ": " + c.title()) - 5);
            if (score >= 0 && c.enabled().getAsBoolean()) {
                hits.add(new Hit(c, score, hits.size()));
            }
        }
        hits.sort(Comparator.comparingInt((Hit h) -> -h.score).thenComparingInt(Hit::index));
        return hits.stream().map(Hit::command).toList();
    }
}
