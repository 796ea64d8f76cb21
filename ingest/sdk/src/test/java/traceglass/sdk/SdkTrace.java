package traceglass.sdk;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.StringJoiner;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// A trace written by the SDK, opened for queries. Tests of other SDK modules use it, too.
public final class SdkTrace implements AutoCloseable {

    private final Path file;
    private final TraceStore store;

    public SdkTrace(byte[] trace) throws Exception {
        file = Files.createTempFile("sdk", ".pftrace");
        Files.write(file, trace);
        store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    /// Returns the rows of a query: values separated by `|`, rows by `; `, and `-` for null.
    public String rows(String sql) throws Exception {
        try (Connection connection = store.connection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            StringJoiner rows = new StringJoiner("; ");
            while (result.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                    String value = result.getString(c);
                    row.add(value == null ? "-" : value);
                }
                rows.add(row.toString());
            }
            return rows.toString();
        }
    }

    /// Returns the sum of the statistics that count errors and lost data.
    public String problems() throws Exception {
        return rows("select name, value from stats where severity in ('error', 'data_loss') and value > 0 order by 1");
    }

    @Override
    public void close() throws Exception {
        store.close();
        Files.delete(file);
    }
}
