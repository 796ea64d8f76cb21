package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A DuckDB database with one table for each table and view of the trace.
final class DuckDbFormat implements TableFormat {

    private static final String CATALOG = "tg_export";

    @Override
    public String id() {
        return "duckdb";
    }

    @Override
    public String extension() {
        return "duckdb";
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        session.run("ATTACH " + ExportedTable.literal(target.toString()) + " AS " + CATALOG + ";", cursor -> {});
        try {
            for (ExportedTable table : tables) {
                String name = ExportedTable.quoted(table.name());
                session.run(
                        "CREATE TABLE " + CATALOG + ".main." + name + " AS SELECT * FROM " + name + ";", cursor -> {});
            }
        } finally {
            session.run("DETACH " + CATALOG + ";", cursor -> {});
        }
    }
}
