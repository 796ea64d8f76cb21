package traceglass.store.database;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How files are read into a database, apart from their content.
///
/// @param importers folder with jars of further importers, or null for none
/// @param choices folder of the user's saved choices: allowed jars, and the meanings of table columns; null if none
///     are saved
/// @param columns meanings of the columns of a table; empty for the remembered or guessed meanings
/// @param variant distinguishes the databases of a file that can be read in several ways; empty for the default
public record ReadingOptions(
        @Nullable Path importers, @Nullable Path choices, String columns, String variant) {

    /// Only the built-in importers, and tables whose columns need no choice.
    public static final ReadingOptions NONE = new ReadingOptions(null, null, "", "");

    /// Returns options with these folders of the user.
    public static ReadingOptions in(Path importers, Path choices) {
        return new ReadingOptions(importers, choices, "", "");
    }

    public ReadingOptions withColumns(String meanings) {
        return new ReadingOptions(importers, choices, meanings, variant);
    }

    public ReadingOptions withVariant(String name) {
        return new ReadingOptions(importers, choices, columns, name);
    }

    /// Returns a copy without importers from jars.
    public ReadingOptions withoutImporters() {
        return new ReadingOptions(null, choices, columns, variant);
    }
}
