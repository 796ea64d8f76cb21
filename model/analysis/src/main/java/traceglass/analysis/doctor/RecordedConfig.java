package traceglass.analysis.doctor;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// The config that a trace was recorded with.
public final class RecordedConfig {

    private RecordedConfig() {}

    /// The config as text; empty where the trace does not say how it was recorded.
    public static Optional<String> text(TraceQueries q) throws QueryException {
        return q.first("SELECT str_value FROM metadata WHERE name = 'trace_config_pbtxt'", r -> r.getString(1));
    }
}
