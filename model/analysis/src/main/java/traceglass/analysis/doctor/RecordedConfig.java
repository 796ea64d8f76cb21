package traceglass.analysis.doctor;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Config that a trace was recorded with.
public final class RecordedConfig {

    private RecordedConfig() {}

    /// Returns the config as text; empty if the trace does not contain it.
    public static Optional<String> text(TraceQueries q) throws QueryException {
        return q.first("SELECT str_value FROM metadata WHERE name = 'trace_config_pbtxt'", r -> r.getString(1));
    }
}
