package traceglass.sql.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.database.StoreSchema;
import traceglass.store.table.ColumnType;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;
import traceglass.store.text.Json;

/// A tar archive of the tables that importers fill, which can be opened again like a trace: a `perfetto_manifest.json`
/// that describes the tables, then one Arrow file per table that has rows. Perfetto's `export perfetto` writes the
/// same layout with the columns of its own version.
final class PerfettoArchiveFormat implements TableFormat {

    private static final String MANIFEST = "perfetto_manifest.json";
    private static final String EXTENSION = ".arrow";

    @Override
    public String id() {
        return "archive";
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
    public List<ExportedTable> tables(SqlSession session) {
        return TraceStorage.specs().stream()
                .map(s -> new ExportedTable(
                        s.name(),
                        s.columns().stream().map(TableSpec.ColumnSpec::name).toList()))
                .toList();
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        Map<String, Long> rowCounts = nonEmptyTables(session, tables);
        try (TableTar tar = new TableTar(target)) {
            tar.add(MANIFEST, manifest(rowCounts).getBytes(StandardCharsets.UTF_8));
            for (TableSpec spec : TraceStorage.specs()) {
                if (rowCounts.containsKey(spec.name())) {
                    tar.addArrow(spec.name() + EXTENSION, session, rows(spec));
                }
            }
            tar.finish();
        }
    }

    /// Returns the query for the rows of a table, in the order of their ids, as the importer expects them. It
    /// reads the stored table instead of the view that users see, which can contain rows decoded on demand.
    private static String rows(TableSpec spec) {
        List<TableSpec.ColumnSpec> columns = spec.columns();
        // The dialect reads a quoted name without a table as a string if users don't see the column.
        StringBuilder sql = new StringBuilder(spec.hasOwnId() ? "SELECT " : "SELECT id, ");
        for (int i = 0; i < columns.size(); i++) {
            String name = ExportedTable.quoted(columns.get(i).name());
            int sameAs = spec.sameAs(i);
            String other = sameAs < 0
                    ? ""
                    : ", t." + ExportedTable.quoted(columns.get(sameAs).name());
            sql.append(i == 0 ? "" : ", ")
                    .append(sameAs < 0 ? "t." + name : "coalesce(t." + name + other + ")")
                    .append(" AS ")
                    .append(name);
        }
        return sql.append(" FROM ")
                .append(StoreSchema.qualified(spec.name()))
                .append(" AS t ORDER BY id;")
                .toString();
    }

    /// Returns the numbers of rows of the tables that are not empty.
    private static Map<String, Long> nonEmptyTables(SqlSession session, List<ExportedTable> tables) throws SqlProblem {
        Map<String, Long> rows = new HashMap<>();
        if (tables.isEmpty()) {
            return rows;
        }
        String counts = tables.stream()
                .map(t -> "SELECT " + ExportedTable.literal(t.name()) + " AS name, count(*) AS n FROM "
                        + StoreSchema.qualified(t.name()))
                .collect(Collectors.joining(" UNION ALL "));
        session.run("SELECT name, n FROM (" + counts + ") WHERE n > 0;", cursor -> {
            while (cursor.next()) {
                rows.put(cursor.getString(0), cursor.getLong(1));
            }
        });
        return rows;
    }

    private static String manifest(Map<String, Long> rowCounts) {
        List<Object> files = new ArrayList<>();
        for (TableSpec spec : TraceStorage.specs()) {
            Long rows = rowCounts.get(spec.name());
            if (rows != null) {
                Map<String, Object> schema = new LinkedHashMap<>();
                schema.put("format", 1L);
                schema.put("name", spec.name());
                schema.put("row_count", rows);
                schema.put(
                        "columns",
                        spec.columns().stream()
                                .map(PerfettoArchiveFormat::column)
                                .toList());
                Map<String, Object> file = new LinkedHashMap<>();
                file.put("path", spec.name() + EXTENSION);
                file.put("__exported_table_schema", schema);
                files.add(file);
            }
        }
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("version", 1L);
        manifest.put("files", files);
        return Json.spaced(out -> Json.write(Map.of("perfetto_manifest", manifest), out)) + "\n";
    }

    private static Map<String, Object> column(TableSpec.ColumnSpec column) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("name", column.name());
        description.put("type", type(column.type()));
        return description;
    }

    private static String type(ColumnType type) {
        return switch (type) {
            case INT, LONG -> "int64";
            case DOUBLE -> "double";
            case STRING -> "string";
            case BLOB -> "binary";
        };
    }
}
