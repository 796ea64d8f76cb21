package traceglass.convert.format;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.convert.output.ConvertProblem;
import traceglass.store.TraceStore;

/// Counts the data of a damaged trace that could not be imported and is therefore missing in a conversion.
public final class LossCounts {

    private static final String SQL = """
            SELECT name, CAST(sum(value) AS BIGINT) AS total FROM stats
            WHERE value > 0 AND (name = 'tokenizer_skipped_packets'
                OR source = 'analysis' AND severity IN ('data_loss', 'error'))
            GROUP BY name ORDER BY total DESC, name\
            """;

    private LossCounts() {}

    /// Returns the counts by name of their statistic, largest first; empty if there are no losses.
    ///
    /// @throws IOException if the tables cannot be read
    public static Map<String, Long> of(TraceStore store) throws IOException, ConvertProblem {
        Map<String, Long> counts = new LinkedHashMap<>();
        new TraceRows(store).query(SQL, c -> {
            while (c.next()) {
                counts.put(String.valueOf(c.getString(0)), c.getLong(1));
            }
        });
        return counts;
    }
}
