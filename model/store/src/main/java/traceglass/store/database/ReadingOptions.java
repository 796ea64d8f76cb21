package traceglass.store.database;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How files are read into a database, apart from their content.
///
/// @param importers folder with jars of further importers, or null for none
/// @param choices folder in which the user's choices are kept: which jars are allowed, which column of a table means
///     what; null if none are kept
/// @param columns which column of a table means what; empty for the remembered or guessed meaning
/// @param packets how the packets of Perfetto traces are read
/// @param variant distinguishes the databases of a file that can be read in several ways; empty for the usual one
public record ReadingOptions(
        @Nullable Path importers, @Nullable Path choices, String columns, PacketOptions packets, String variant) {

    /// Only the built-in importers, and tables whose columns need no choice.
    public static final ReadingOptions NONE = new ReadingOptions(null, null, "", PacketOptions.USUAL, "");

    /// Returns options with these folders of the user.
    public static ReadingOptions in(Path importers, Path choices) {
        return new ReadingOptions(importers, choices, "", PacketOptions.USUAL, "");
    }

    public ReadingOptions withColumns(String meanings) {
        return new ReadingOptions(importers, choices, meanings, packets, variant);
    }

    public ReadingOptions withPackets(PacketOptions how) {
        return new ReadingOptions(importers, choices, columns, how, variant);
    }

    public ReadingOptions withVariant(String name) {
        return new ReadingOptions(importers, choices, columns, packets, name);
    }

    /// Returns a copy without importers from jars.
    public ReadingOptions withoutImporters() {
        return new ReadingOptions(null, choices, columns, packets, variant);
    }
}
