package traceglass.analysis.memory;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.Owner;

/// Track with the Chrome memory snapshots that contain a process.
public record MemorySnapshots(long upid) implements EventTrack {

    @Override
    public String table() {
        return "memory_snapshot";
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    @Override
    public String events() {
        return SqlLabels.insert("""
            SELECT s.id, s.timestamp, 0, coalesce(s.detail_level, {snapshot}), NULL
            FROM __intrinsic_memory_snapshot AS s JOIN __intrinsic_process_memory_snapshot AS p ON p.snapshot_id = s.id
            WHERE p.upid =\
            """, "snapshot", MemoryTexts.SNAPSHOT) + " " + upid;
    }
}
