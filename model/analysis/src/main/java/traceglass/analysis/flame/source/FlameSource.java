package traceglass.analysis.flame.source;

import java.io.IOException;
import java.util.Optional;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// What a flame graph can be made of. Sources with equal titles are of one kind, so that a choice is kept from one
/// selection to the next.
public interface FlameSource {

    /// As it is chosen: `CPU samples`.
    String title();

    /// Reads the frames. Work for a query thread.
    FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException;

    /// What is behind a frame as a list of rows, each leading to the timeline; empty where there are no such rows,
    /// as of heaps.
    ///
    /// @param match says which frames are meant
    /// @param name of the frame, for people
    default Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.empty();
    }
}
