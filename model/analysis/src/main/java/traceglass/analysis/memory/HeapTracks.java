package traceglass.analysis.memory;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds profiles of native heaps and dumps of Java heaps to their processes.
final class HeapTracks implements TrackProvider {

    private static final int ORDER = -30;

    /// Heap of a process.
    ///
    /// @param heap name of the heap of a profile, or empty for dumps of the Java heap
    private record Heap(long upid, String heap) {}

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<Heap> heaps = contents.query("""
            SELECT DISTINCT upid, coalesce(heap_name, '?') FROM __intrinsic_heap_profile_allocation WHERE upid IS NOT NULL
            UNION SELECT DISTINCT upid, '' FROM __intrinsic_heap_graph_object WHERE upid IS NOT NULL ORDER BY 1, 2
            """, r -> new Heap(r.getLong(1), r.getString(2)));
        for (Heap heap : heaps) {
            tree.addToProcess(heap.upid(), heap.heap().isEmpty() ? dumps(heap.upid(), contents) : profiles(heap));
        }
    }

    private static DraftNode dumps(long upid, TraceContents contents) throws SQLException {
        return new DraftNode("heap/" + upid + "/", new HeapGraphTrack(upid), name(upid, contents), ORDER);
    }

    /// Returns the name of a track of heap dumps. Android divides the Java heap into several named heaps;
    /// objects of other Java virtual machines have an empty heap name, and those of V8 have none.
    private static String name(long upid, TraceContents contents) throws SQLException {
        boolean hasSnapshots = !contents.query(
                        "SELECT 1 FROM __intrinsic_trace_file WHERE trace_type = 'heapsnapshot' LIMIT 1", r -> 1)
                .isEmpty();
        String processObjects = " FROM __intrinsic_heap_graph_object WHERE upid = " + upid + " AND heap_type ";
        if (hasSnapshots
                && contents.query("SELECT 1" + processObjects + "IS NOT NULL LIMIT 1", r -> 1)
                        .isEmpty()) {
            return "V8 heap snapshot";
        }
        boolean isNamed = contents.query("SELECT 1" + processObjects + "= '' LIMIT 1", r -> 1)
                .isEmpty();
        return isNamed ? "ART heap dump" : "Java heap dump";
    }

    private static DraftNode profiles(Heap heap) {
        String name = switch (heap.heap()) {
            case "libc.malloc" -> "Native heap profile";
            case "com.android.art" -> "ART allocation profile";
            default -> "Profile: " + heap.heap();
        };
        int kind = heap.heap().equals("libc.malloc") ? 1 : heap.heap().equals("com.android.art") ? 2 : 3;
        return new DraftNode(
                "heap/" + heap.upid() + "/" + heap.heap(), new HeapTrack(heap.upid(), heap.heap()), name, ORDER + kind);
    }
}
