package traceglass.app.panel.heap;

import java.lang.ref.SoftReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import traceglass.analysis.heap.HeapClass;
import traceglass.analysis.heap.HeapDominators;
import traceglass.analysis.heap.HeapDump;
import traceglass.analysis.heap.HeapDumpReader;
import traceglass.analysis.heap.HeapPaths;
import traceglass.app.session.TraceSession;

/// A dump with all that is worked out of it. Immutable.
///
/// @param dump objects and references
/// @param dominators what retains what
/// @param paths shortest ways from the roots
/// @param classes sums by class
public record HeapAnalysis(HeapDump dump, HeapDominators dominators, HeapPaths paths, List<HeapClass> classes) {

    private record Key(long upid, long ts) {}

    private static final Map<TraceSession, Map<Key, SoftReference<HeapAnalysis>>> KEPT = new WeakHashMap<>();

    /// The analysis of a dump, made anew where none is kept: panels share them, and memory that runs short takes
    /// them away. Work for a query thread.
    ///
    /// @param ts when the dump was taken, ns
    /// @param cancelled asked now and then
    /// @throws java.util.concurrent.CancellationException when it was
    public static HeapAnalysis of(
            TraceSession session, Connection connection, long upid, long ts, BooleanSupplier cancelled)
            throws SQLException {
        Map<Key, SoftReference<HeapAnalysis>> kept;
        synchronized (KEPT) {
            kept = KEPT.computeIfAbsent(session, s -> new HashMap<>());
        }
        Key key = new Key(upid, ts);
        synchronized (kept) {
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
}
