package traceglass.analysis.heap;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Cache of the analyses of one trace's heap dumps. Panels share them; when memory is low, they are dropped and
/// recomputed on the next use. Thread-safe.
public final class HeapAnalyses {

    private record Key(long upid, long ts) {}

    private final Map<Key, SoftReference<HeapAnalysis>> cache = new HashMap<>();

    /// Returns the analysis of a dump, computed on first use. Blocks; call on a query thread.
    ///
    /// @param ts time of the dump, ns
    /// @throws java.util.concurrent.CancellationException if canceled
    public synchronized HeapAnalysis of(TraceQueries q, long upid, long ts) throws QueryException {
        Key key = new Key(upid, ts);
        SoftReference<HeapAnalysis> reference = cache.get(key);
        HeapAnalysis existing = reference == null ? null : reference.get();
        if (existing == null) {
            HeapDump dump = HeapDumpReader.read(q, upid, ts);
            HeapDominators dominators = new HeapDominators(dump);
            existing = new HeapAnalysis(dump, dominators, new HeapPaths(dump), HeapClass.of(dump, dominators));
            cache.put(key, new SoftReference<>(existing));
        }
        return existing;
    }
}
