package traceglass.analysis.flame.source;

import java.io.IOException;
import java.util.Optional;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Source of a flame graph. Sources with equal ids are of one kind, so that a choice is kept from one selection to
/// the next.
public interface FlameSource {

    /// Id in saved files, independent of the language, such as `perf_sample`.
    String id();

    /// Title for the choice of sources, such as `CPU samples`.
    String title();

    /// Preference among the sources with data, the highest is shown first: 2 for samples, 1 for heap dumps, else 0.
    default int preference() {
        return 0;
    }

    /// Reads the frames. Call on a query thread.
    FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException;

    /// Lists the rows behind a frame with links to the timeline; empty if there are no such rows, such as for
    /// heaps.
    ///
    /// @param match selects the frames
    /// @param name name of the frame for display
    default Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.empty();
    }
}
