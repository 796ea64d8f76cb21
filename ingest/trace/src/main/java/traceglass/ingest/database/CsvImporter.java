package traceglass.ingest.database;

import java.io.IOException;
import java.nio.file.Path;

/// Imports tables in text files: values separated by commas, semicolons, tabs or vertical bars, with a header.
public final class CsvImporter extends TableImporter {

    public CsvImporter() {
        super("csv", "CSV table", 900);
    }

    @Override
    public boolean sniff(byte[] head) {
        return TextTable.of(head) != null;
    }

    @Override
    DuckTables open(Path file, byte[] head) throws IOException {
        TextTable table = TextTable.of(head);
        if (table == null) {
            throw new IOException("it has no header with column names");
        }
        return DuckTables.ofText(file, table.separator(), table.skipped());
    }
}
