package traceglass.analysis.flame.source;

import java.io.IOException;
import java.util.List;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Sources of flame graphs that a subject has.
///
/// @param rank place among the offers: the lowest first
/// @param finder finds those that have anything in a scope
public record FlameOffer(int rank, Finder finder) {

    /// Finds the sources that have anything in a scope; none where the scope is of something else.
    public interface Finder {

        /// Work for a query thread.
        ///
        /// @param heaps analyses of the trace's dumps
        List<? extends FlameSource> find(HeapAnalyses heaps, TraceQueries q, FlameScope scope)
                throws QueryException, IOException;
    }
}
