package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A folder with one file per table, in a format that DuckDB writes.
///
/// @param extension file extension, which is also the format's id
/// @param options options of DuckDB's COPY statement
record CopiedFolder(String extension, String options) implements TableFormat {

    @Override
    public String id() {
        return extension;
    }

    @Override
    public boolean isFolder() {
        return true;
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        for (ExportedTable table : tables) {
            // A name may be anything that SQL allows in quotes.
            String file = table.name().replaceAll("[^\\w.-]", "_") + '.' + extension;
            session.run(
                    "COPY (SELECT * FROM " + ExportedTable.quoted(table.name()) + ") TO "
                            + ExportedTable.literal(target.resolve(file).toString()) + " (" + options + ");",
                    cursor -> {});
        }
    }
}
