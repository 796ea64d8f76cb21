package traceglass.analysis.heap;

import java.lang.ref.SoftReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// The analyses of one trace's heap dumps. Panels share them; when memory runs short they are dropped and made again.
/// For any thread.
public final class HeapAnalyses {

    private record Key(long upid, long ts) {}

    private final Map<Key, SoftReference<HeapAnalysis>> kept = new HashMap<>();

    /// Returns the analysis of a dump, made when first asked for. Waits; for a query thread.
    ///
    /// @param ts when the dump was taken, ns
    /// @param cancelled asked now and then
    /// @throws java.util.concurrent.CancellationException when it was cancelled
    public synchronized HeapAnalysis of(Connection connection, long upid, long ts, BooleanSupplier cancelled)
            throws SQLException {
        Key key = new Key(upid, ts);
        SoftReference<HeapAnalysis> reference = kept.get(key);
        HeapAnalysis known = reference == null ? null : reference.get();
        if (known == null) {
            HeapDump dump = HeapDumpReader.read(connection, upid, ts, cancelled);
            HeapDominators dominators = new HeapDominators(dump);
            known = new HeapAnalysis(dump, dominators, new HeapPaths(dump), HeapClass.of(dump, dominators));
            kept.put(key, new SoftReference<>(known));
        }
        return known;
    }
}
