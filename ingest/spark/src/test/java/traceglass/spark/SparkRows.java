package traceglass.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import traceglass.engine.QueryRow;
import traceglass.engine.fleet.FleetRows;

/// Compares rows of Spark with rows of a fleet.
final class SparkRows {

    private SparkRows() {}

    /// Returns a builder that starts Spark without its web pages, on the loopback address.
    static SparkSession.Builder session(String master) {
        return SparkSession.builder()
                .master(master)
                .appName("test")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.session.timeZone", "UTC");
    }

    /// Returns rows as strings, sorted.
    static List<String> of(Dataset<Row> rows) {
        List<String> texts = new ArrayList<>();
        for (Row row : rows.collectAsList()) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < row.length(); i++) {
                values.add(String.valueOf(row.get(i)));
            }
            texts.add(values.toString());
        }
        texts.sort(Comparator.naturalOrder());
        return texts;
    }

    static List<String> of(FleetRows rows) {
        List<String> texts = new ArrayList<>();
        try (rows) {
            for (QueryRow row : rows.list()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    values.add(String.valueOf(row.get(i)));
                }
                texts.add(values.toString());
            }
        }
        texts.sort(Comparator.naturalOrder());
        return texts;
    }

    /// Returns the names of the columns.
    static List<String> names(FleetRows rows) {
        try (rows) {
            return rows.columns().stream().map(c -> c.name()).toList();
        }
    }
}
