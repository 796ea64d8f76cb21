package traceglass.sql.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;

/// Writes the result of a script to a file in a table format. Such a file can hold only one result.
public final class ResultFileSink implements ResultSink {

    /// Supported file formats.
    public enum Format {
        ARROW,
        PARQUET
    }

    private final Path file;
    private final Format format;
    private long rows = -1;

    /// @param file replaced by the result if it exists
    public ResultFileSink(Path file, Format format) {
        this.file = file;
        this.format = format;
    }

    /// Returns the number of rows written, or -1 if there was no result.
    public long rows() {
        return rows;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException, IOException {
        if (rows >= 0) {
            throw new IOException("this file format can hold only one result, but several statements return rows");
        }
        rows = 0;
        if (format == Format.PARQUET) {
            rows = ParquetTableWriter.write(cursor, file);
            return;
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            rows = ArrowTableWriter.write(cursor, out);
        }
    }
}
