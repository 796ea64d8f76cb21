package traceglass.app.command;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Something that a person can ask for.
///
/// @param id short and stable, e.g. `trace.open`
/// @param group heading in the help, e.g. `Trace`
/// @param title what it does, as an order: `Open a trace file…`
/// @param icon name of an icon, or empty
/// @param keys default keys, the first is the one shown; may be empty
/// @param enabled whether it can be done now; asked when a key is pressed and when the palette opens
/// @param action does it, on the JavaFX thread
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

    /// The same command with other keys.
    public Command withKeys(List<KeyChord> others) {
        return new Command(id, group, title, icon, others, enabled, action);
    }

    /// A command that can always be done.
    ///
    /// @param keys in the form of [KeyChord#parse], separated by spaces; or empty
    public static Command of(String id, String group, String title, String icon, String keys, Runnable action) {
        return of(id, group, title, icon, keys, () -> true, action);
    }

    /// @param keys in the form of [KeyChord#parse], separated by spaces; or empty
    public static Command of(
            String id, String group, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        List<KeyChord> chords = Stream.of(keys.split(" "))
                .filter(k -> !k.isEmpty())
                .map(KeyChord::parse)
                .toList();
        return new Command(id, group, title, icon, chords, enabled, action);
    }
}
