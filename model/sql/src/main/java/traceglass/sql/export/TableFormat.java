package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A file format for the tables of a trace. A new format needs one class and one line in [TableFormats].
public interface TableFormat {

    /// Returns the name on the command line, such as `parquet`.
    String id();

    /// Returns the extension of files in this format, without a dot.
    String extension();

    /// Returns whether the export is a folder with one file per table.
    boolean isFolder();

    /// Returns the tables that this format can contain: by default, all public tables and views.
    default List<ExportedTable> tables(SqlSession session) throws SqlProblem {
        return ExportedTable.all(session);
    }

    /// Writes tables. Rows are streamed, so that memory does not grow with the trace.
    ///
    /// @param session session with permission to write files
    /// @param tables some or all of [#tables]
    /// @param target file that does not exist yet, or an empty folder
    /// @throws IOException if it cannot be written; the message is the reason
    default void write(SqlSession session, List<ExportedTable> tables, Path target) throws IOException, SqlProblem {
        try {
            writeTables(session, tables, target);
        } catch (IOException | SqlProblem e) {
            IOException disk = DiskError.of(e);
            if (disk != null) {
                throw disk;
            }
            throw e;
        }
    }

    /// Writes tables for [#write], which rewords errors of the disk.
    void writeTables(SqlSession session, List<ExportedTable> tables, Path target) throws IOException, SqlProblem;
}
