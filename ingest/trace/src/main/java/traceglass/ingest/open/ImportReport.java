package traceglass.ingest.open;

import java.util.LinkedHashMap;
import java.util.Map;

/// What an import did and how long it took.
///
/// @param fromCache whether a cache file was opened and nothing was imported
/// @param bytes of trace that were read, free of their containers; 0 from the cache
/// @param rows in all tables; 0 from the cache
/// @param phases seconds of the import's thread by phase, in order: `start`; `read`, which is waiting for bytes where
///     another thread reads them, as of Perfetto traces; `tokenize`, with reading where none does; `sort`; `parse`;
///     `load`, which is what is left of it at the end; `index`, which is what is done to tables when all rows are
///     known. Beside them, on a thread of its own, goes `views`: making the tables and views of the database. From the
///     cache: `open`
public record ImportReport(boolean fromCache, long bytes, long rows, Map<String, Double> phases) {

    public ImportReport {
        phases = new LinkedHashMap<>(phases);
    }

    /// The same with more seconds in one phase.
    ImportReport with(String phase, double seconds) {
        Map<String, Double> more = new LinkedHashMap<>(phases);
        more.merge(phase, seconds, Double::sum);
        return new ImportReport(fromCache, bytes, rows, more);
    }
}
