package traceglass.store.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/// Database files with the empty tables and with the views of a store, written by the build.
///
/// Copying and opening them takes a third of the processor time of the statements in [StoreSchema], which matters to
/// commands that run for a fraction of a second and to programs that open many traces.
public final class SchemaTemplates {

    private static final String TABLES = "tables.duckdb";
    private static final String VIEWS = "views.duckdb";
    /// File name that gives the database the same name as an in-memory instance, because DuckDB names a database
    /// after its file.
    private static final String MAIN_FILE = "memory.duckdb";

    private SchemaTemplates() {}

    /// Copies the empty tables to a new file, which is then attached as [StoreSchema#CATALOG].
    static void copyTables(Path file) throws IOException {
        copy(TABLES, file);
    }

    /// Copies the views to a new file in a folder.
    ///
    /// @return the file, to be opened as the main database of an instance; empty if the driver can't open files of
    ///     the folder, or if the disk is full, so that a trace can still be opened
    static Optional<Path> copyViews(Path folder) throws IOException {
        Path file = folder.resolve(MAIN_FILE);
        if (!Driver.canOpen(folder)) {
            return Optional.empty();
        }
        try {
            copy(VIEWS, file);
            return Optional.of(file);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            return Optional.empty();
        }
    }

    private static void copy(String name, Path file) throws IOException {
        try (InputStream in = SchemaTemplates.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("this build of the program lacks the file " + name);
            }
            Files.copy(in, file);
        }
    }

    /// Writes both files. Called by the build.
    ///
    /// @param args the folder of the compiled classes
    public static void main(String[] args) throws IOException, SQLException {
        Path folder = Files.createDirectories(
                Path.of(args[0]).resolve(SchemaTemplates.class.getPackageName().replace('.', '/')));
        Path workFolder = Files.createTempDirectory("traceglass-schema");
        try {
            Path tables = workFolder.resolve(TABLES);
            Path views = workFolder.resolve(MAIN_FILE);
            // The views are created in the main database, which is therefore a file.
            try (DuckDBConnection connection = Driver.connect(views, new Properties());
                    var statement = connection.createStatement()) {
                statement.execute(StoreDatabase.attachment(tables, StoreSchema.CATALOG, false));
                statement.execute(StoreSchema.createTables());
                statement.execute(StoreSchema.createViews());
                statement.execute("DETACH " + StoreSchema.CATALOG);
            }
            Files.copy(tables, folder.resolve(TABLES), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(views, folder.resolve(VIEWS), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            StoreDatabase.deleteTree(workFolder);
        }
    }
}
