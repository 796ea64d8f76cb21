package traceglass.ingest.open;

import java.util.LinkedHashMap;
import java.util.Map;

/// Statistics of an import.
///
/// @param fromCache whether a cache file was opened instead of importing
/// @param bytes number of trace bytes read, after decompression; 0 from the cache
/// @param rows number of rows in all tables; 0 from the cache
/// @param phases seconds on the import thread by phase, in order: `start`; `read`, the time spent waiting for a reader
///     thread, as used for Perfetto traces; `tokenize`, which includes reading if there is no reader thread; `sort`;
///     `parse`; `load`, the part that remains at the end; `index`, the work on tables after all rows are known.
///     `views`, the creation of the database's tables and views, runs concurrently on another thread. From the cache:
///     `open` only
public record ImportReport(boolean fromCache, long bytes, long rows, Map<String, Double> phases) {

    public ImportReport {
        phases = new LinkedHashMap<>(phases);
    }

    /// Returns a copy with seconds added to one phase.
    ImportReport with(String phase, double seconds) {
        Map<String, Double> more = new LinkedHashMap<>(phases);
        more.merge(phase, seconds, Double::sum);
        return new ImportReport(fromCache, bytes, rows, more);
    }
}
