package traceglass.ingest.open;

import java.util.LinkedHashMap;
import java.util.Map;

/// Statistics of an import.
///
/// @param isFromCache whether a cache file was opened instead of importing
/// @param bytes number of trace bytes read, after decompression; 0 if opened from the cache
/// @param rows number of rows in all tables; 0 if opened from the cache
/// @param phases seconds spent by the import thread in each phase, in order: `start`; `read`, waiting for the reader
///     thread (only Perfetto traces have one); `tokenize`, including reading if there is no reader thread; `sort`;
///     `parse`; `load`, loading the rows that remain after parsing; `index`, the work on tables after all rows are
///     known; and `views`, creating the database's tables and views, which runs concurrently on another thread. Only
///     `open` if opened from the cache
public record ImportReport(boolean isFromCache, long bytes, long rows, Map<String, Double> phases) {

    public ImportReport {
        phases = new LinkedHashMap<>(phases);
    }

    /// Returns a copy with time added to one phase.
    ImportReport with(String phase, double seconds) {
        Map<String, Double> all = new LinkedHashMap<>(phases);
        all.merge(phase, seconds, Double::sum);
        return new ImportReport(isFromCache, bytes, rows, all);
    }
}
