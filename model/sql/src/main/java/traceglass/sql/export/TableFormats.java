package traceglass.sql.export;

import java.util.List;
import java.util.Optional;

/// All formats to which tables can be exported, in the order in which the help lists them.
public final class TableFormats {

    private static final List<TableFormat> ALL = List.of(
            new SqliteFormat(),
            new DuckDbFormat(),
            new CopiedFolder("parquet", "FORMAT parquet, COMPRESSION zstd"),
            new ArrowTarFormat(),
            new PerfettoArchiveFormat(),
            new CopiedFolder("csv", "FORMAT csv, HEADER"));

    private TableFormats() {}

    public static List<TableFormat> all() {
        return ALL;
    }

    /// Returns the format with this id.
    public static Optional<TableFormat> byId(String id) {
        return ALL.stream().filter(f -> f.id().equals(id)).findFirst();
    }
}
