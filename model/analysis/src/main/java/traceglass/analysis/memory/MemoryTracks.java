package traceglass.analysis.memory;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds memory maps of processes, and Chrome's memory snapshots.
final class MemoryTracks implements TrackProvider {

    private static final int MAPS = -25;
    private static final int SNAPSHOTS = -24;

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<Long> maps = contents.query(
                "SELECT DISTINCT upid FROM __intrinsic_profiler_smaps WHERE upid IS NOT NULL ORDER BY 1",
                r -> r.getLong(1));
        for (long upid : maps) {
            tree.addToProcess(upid, new DraftNode("smaps/" + upid, new MemoryMaps(upid), MemoryTexts.MAPS, MAPS));
        }
        List<Long> snapshots = contents.query(
                "SELECT DISTINCT upid FROM __intrinsic_process_memory_snapshot WHERE upid IS NOT NULL ORDER BY 1",
                r -> r.getLong(1));
        for (long upid : snapshots) {
            tree.addToProcess(
                    upid,
                    new DraftNode(
                            "memory_snapshot/" + upid, new MemorySnapshots(upid), MemoryTexts.SNAPSHOTS, SNAPSHOTS));
        }
    }
}
