package traceglass.ingest.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import traceglass.ingest.TraceInput;
import traceglass.ingest.database.ColumnChoices;
import traceglass.ingest.database.Tables;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.store.database.ReadingOptions;

/// Determines which database variant belongs to a file that can be imported in several ways.
final class ImportVariant {

    private ImportVariant() {}

    /// Returns the options with the variant for a file.
    static ReadingOptions of(Path file, ReadingOptions reading) {
        String importers =
                ImporterFolder.of(reading).map(ImporterFolder::variant).orElse("");
        String columns = ColumnChoices.of(reading).variant();
        return reading.withVariant(importers
                + (columns.isEmpty() || !mayBeTable(file) ? "" : columns)
                + reading.packets().variant());
    }

    /// Returns whether a file may be a table; for compressed files and archives, the name decides.
    private static boolean mayBeTable(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.matches(".*(csv|tsv|json|jsonl|ndjson|parquet|duckdb|txt|log)\\.[a-z0-9]+|.*\\.(zip|tar|tgz)")) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Tables.mayBeTable(in.readNBytes(TraceInput.MAX_HEAD_BYTES));
        } catch (IOException e) {
            return false;
        }
    }
}
