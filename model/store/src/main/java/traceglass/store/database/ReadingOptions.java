package traceglass.store.database;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Options that affect how files are read into a database.
///
/// @param importers folder with jars of further importers, or null for none
/// @param choices folder with the user's choices: allowed jars, and meanings of table columns; null if choices are not
///     stored
/// @param columns meanings of table columns; empty to use the stored or inferred ones
/// @param packets options for the packets of Perfetto traces
/// @param variant string that distinguishes the databases of a file that can be read in several ways; empty by
///     default
public record ReadingOptions(
        @Nullable Path importers, @Nullable Path choices, String columns, PacketOptions packets, String variant) {

    /// Only the built-in importers, and tables whose columns need no choice.
    public static final ReadingOptions NONE = new ReadingOptions(null, null, "", PacketOptions.DEFAULT, "");

    /// Returns options with these folders of the user.
    public static ReadingOptions in(Path importers, Path choices) {
        return new ReadingOptions(importers, choices, "", PacketOptions.DEFAULT, "");
    }

    public ReadingOptions withColumns(String meanings) {
        return new ReadingOptions(importers, choices, meanings, packets, variant);
    }

    public ReadingOptions withPackets(PacketOptions options) {
        return new ReadingOptions(importers, choices, columns, options, variant);
    }

    public ReadingOptions withVariant(String name) {
        return new ReadingOptions(importers, choices, columns, packets, name);
    }

    /// Returns a copy without importers from jars.
    public ReadingOptions withoutImporters() {
        return new ReadingOptions(null, choices, columns, packets, variant);
    }
}
