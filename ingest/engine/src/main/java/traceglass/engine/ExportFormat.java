package traceglass.engine;

/// Formats to which a whole database can be exported.
public enum ExportFormat {
    /// An SQLite database with a table for each table and view.
    SQLITE("sqlite"),
    /// A DuckDB database with a table for each table and view.
    DUCKDB("duckdb"),
    /// A tar file with an Arrow file for each table and view.
    ARROW_TAR("arrow"),
    /// A tar file with the tables that the import filled, as Arrow files. It can be opened again like a trace.
    ARCHIVE("archive");

    private final String id;

    ExportFormat(String id) {
        this.id = id;
    }

    /// Id of the format in the `export` command.
    public String id() {
        return id;
    }
}
