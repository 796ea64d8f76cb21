package traceglass.analysis.flame.source;

import java.io.IOException;
import java.util.List;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Sources of flame graphs of a subject.
///
/// @param rank position among the sources of all subjects, lowest first
/// @param finder finds the sources with data in a scope
public record FlameSources(int rank, Finder finder) {

    /// Finds the sources with data in a scope; empty if the scope does not apply.
    public interface Finder {

        /// Call on a query thread.
        ///
        /// @param heaps analyses of the trace's dumps
        List<? extends FlameSource> find(HeapAnalyses heaps, TraceQueries q, FlameScope scope)
                throws QueryException, IOException;
    }
}
