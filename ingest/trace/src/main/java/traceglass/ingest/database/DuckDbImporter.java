package traceglass.ingest.database;

import java.io.IOException;
import java.nio.file.Path;

/// Imports a table of a DuckDB database: the largest one whose columns have clear meanings.
public final class DuckDbImporter extends TableImporter {

    /// Offset of the magic bytes `DUCK`.
    private static final int MAGIC_OFFSET = 8;

    public DuckDbImporter() {
        super("duckdb", "DuckDB database", 903);
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > MAGIC_OFFSET + 4
                && head[MAGIC_OFFSET] == 'D'
                && head[MAGIC_OFFSET + 1] == 'U'
                && head[MAGIC_OFFSET + 2] == 'C'
                && head[MAGIC_OFFSET + 3] == 'K';
    }

    @Override
    DuckTables open(Path file, byte[] head) throws IOException {
        return DuckTables.ofDatabase(file);
    }
}
