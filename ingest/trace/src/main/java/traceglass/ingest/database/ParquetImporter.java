package traceglass.ingest.database;

import java.io.IOException;
import java.nio.file.Path;

/// Imports Parquet files.
public final class ParquetImporter extends TableImporter {

    public ParquetImporter() {
        super("parquet", "Parquet table", 902);
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > 4 && head[0] == 'P' && head[1] == 'A' && head[2] == 'R' && head[3] == '1';
    }

    @Override
    DuckTables open(Path file, byte[] head) throws IOException {
        return DuckTables.ofParquet(file);
    }
}
