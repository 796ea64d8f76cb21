package traceglass.engine.fleet;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import traceglass.store.database.Driver;

/// Reads CSV files with a header.
final class CsvRows {

    private CsvRows() {}

    /// Returns the rows as values by column name. Leaves out empty values and converts numbers.
    ///
    /// @throws IllegalArgumentException if the file can't be read
    static List<Map<String, Object>> read(Path file) {
        List<Map<String, Object>> rows = new ArrayList<>();
        String sql = "FROM read_csv('" + file.toString().replace("'", "''") + "', header = true, all_varchar = true)";
        try (var connection = Driver.connect(new Properties());
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                    String text = result.getString(c);
                    if (text != null && !text.isEmpty()) {
                        String name = result.getMetaData().getColumnName(c).strip();
                        row.put(name, FleetLabels.isKey(name) ? text : FleetLabels.value(text));
                    }
                }
                if (!row.isEmpty()) {
                    rows.add(row);
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
