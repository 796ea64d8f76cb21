package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Exports a trace to an SQLite database: every table and view of the trace becomes a table.
public final class SqliteFile {

    private final SqlSession session;

    public SqliteFile(SqlSession session) {
        this.session = session;
    }

    /// Writes the file, replacing an existing one.
    ///
    /// @throws IOException if it cannot be written; the message is meant for users
    /// @return the number of tables, including empty ones
    public int write(Path file) throws IOException, SqlProblem {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            List<ExportedTable> tables = ExportedTable.all(session);
            try {
                new SqliteFormat().write(session, tables, part);
            } catch (SqlProblem e) {
                Files.deleteIfExists(part);
                throw e;
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return tables.size();
        } catch (IOException e) {
            throw new IOException("can't write " + file + ": " + e.getMessage(), e);
        }
    }
}
