package traceglass.ingest.database;

import java.util.List;

/// Recognizes files that contain tables.
public final class Tables {

    private static final List<TableImporter> ALL =
            List.of(new CsvImporter(), new JsonLinesImporter(), new ParquetImporter(), new DuckDbImporter());

    private Tables() {}

    /// Returns whether the importer with this id reads tables.
    public static boolean isTable(String id) {
        return ALL.stream().anyMatch(i -> i.id().equals(id));
    }

    /// Returns whether a file with these first bytes is read as a table if no other importer recognizes it.
    public static boolean mayBeTable(byte[] head) {
        return ALL.stream().anyMatch(i -> i.sniff(head));
    }
}
