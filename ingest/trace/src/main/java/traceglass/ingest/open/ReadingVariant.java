package traceglass.ingest.open;

import java.nio.file.Path;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.store.database.ReadingOptions;

/// Distinguishes the databases of a file that can be read in several ways.
final class ReadingVariant {

    private ReadingVariant() {}

    /// Returns the options with their variant for a file.
    static ReadingOptions of(Path file, ReadingOptions reading) {
        return reading.withVariant(
                ImporterFolder.of(reading).map(ImporterFolder::variant).orElse(""));
    }
}
