package traceglass.analysis.heap;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// The analyses of one trace's heap dumps. Panels share them; when memory runs short they are dropped and made again.
/// For any thread.
public final class HeapAnalyses {

    private record Key(long upid, long ts) {}

    private final Map<Key, SoftReference<HeapAnalysis>> kept = new HashMap<>();

    /// Returns the analysis of a dump, made when first asked for. Waits; for a query thread.
    ///
    /// @param ts when the dump was taken, ns
    /// @throws java.util.concurrent.CancellationException when it was cancelled
    public synchronized HeapAnalysis of(TraceQueries q, long upid, long ts) throws QueryException {
        Key key = new Key(upid, ts);
        SoftReference<HeapAnalysis> reference = kept.get(key);
        HeapAnalysis known = reference == null ? null : reference.get();
        if (known == null) {
            HeapDump dump = HeapDumpReader.read(q, upid, ts);
            HeapDominators dominators = new HeapDominators(dump);
            known = new HeapAnalysis(dump, dominators, new HeapPaths(dump), HeapClass.of(dump, dominators));
            kept.put(key, new SoftReference<>(known));
        }
        return known;
    }
}
