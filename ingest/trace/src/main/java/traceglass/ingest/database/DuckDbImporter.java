package traceglass.ingest.database;

import java.io.IOException;
import java.nio.file.Path;

/// Imports a table of a DuckDB database: the largest one whose columns have clear meanings.
public final class DuckDbImporter extends TableImporter {

    /// Position of the magic bytes.
    private static final int MAGIC = 8;

    public DuckDbImporter() {
        super("duckdb", "DuckDB database", 903);
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > MAGIC + 4
                && head[MAGIC] == 'D'
                && head[MAGIC + 1] == 'U'
                && head[MAGIC + 2] == 'C'
                && head[MAGIC + 3] == 'K';
    }

    @Override
    DuckTables open(Path file, byte[] head) throws IOException {
        return DuckTables.ofDatabase(file);
    }
}
