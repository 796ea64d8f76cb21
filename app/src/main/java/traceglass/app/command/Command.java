package traceglass.app.command;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Action that the user can invoke.
///
/// @param id short and stable, e.g. `trace.open`
/// @param group heading in the help, e.g. `Trace`
/// @param title imperative label, e.g. `Open trace…`
/// @param icon name of an icon, or empty
/// @param keys default shortcuts, the first one is displayed; may be empty
/// @param enabled whether the command is available; evaluated when a key is pressed and when the palette opens
/// @param action the action, run on the JavaFX thread
public record Command(
        String id,
        String group,
        String title,
        String icon,
        List<KeyChord> keys,
        BooleanSupplier enabled,
        Runnable action) {

    public Command {
        keys = List.copyOf(keys);
    }

    /// Returns a copy of this command with these shortcuts.
    public Command withKeys(List<KeyChord> newKeys) {
        return new Command(id, group, title, icon, newKeys, enabled, action);
    }

    /// Creates a command that is always enabled.
    ///
    /// @param keys default shortcuts in the form of [KeyChord#parse], separated by spaces; or empty
    public static Command of(String id, String group, String title, String icon, String keys, Runnable action) {
        return of(id, group, title, icon, keys, () -> true, action);
    }

    /// Creates a command.
    ///
    /// @param keys default shortcuts in the form of [KeyChord#parse], separated by spaces; or empty
    public static Command of(
            String id, String group, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        List<KeyChord> chords = Stream.of(keys.split(" "))
                .filter(k -> !k.isEmpty())
                .map(KeyChord::parse)
                .toList();
        return new Command(id, group, title, icon, chords, enabled, action);
    }
}
