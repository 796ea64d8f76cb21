package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A tar archive with one Arrow file per table, including empty tables, like Perfetto's `export arrow_tar`.
final class ArrowTarFormat implements TableFormat {

    @Override
    public String id() {
        return "arrow";
    }

    @Override
    public String extension() {
        return "tar";
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        try (TableTar tar = new TableTar(target)) {
            for (ExportedTable table : tables) {
                tar.addArrow(
                        table.name().replaceAll("[^\\w.-]", "_") + ".arrow",
                        session,
                        "SELECT * FROM " + ExportedTable.quoted(table.name()) + ";");
            }
            tar.finish();
        }
    }
}
