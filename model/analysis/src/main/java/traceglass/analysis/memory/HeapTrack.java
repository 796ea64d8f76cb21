package traceglass.analysis.memory;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;

/// Profiles of a native heap: one event for each dump of its allocations.
///
/// @param heap name, such as `libc.malloc`
public record HeapTrack(long upid, String heap) implements EventTrack {

    @Override
    public String table() {
        return "heap_profile_allocation";
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    @Override
    public void addFlameInputs(FlameInputs inputs) {
        inputs.addHeap(upid, heap);
    }

    /// A profile covers the time since the previous one.
    @Override
    public String events() {
        return SqlLabels.insert("""
            WITH dump AS (
              SELECT ts, min(id) AS id FROM __intrinsic_heap_profile_allocation
              WHERE upid = %d AND coalesce(heap_name, '?') = '%s' GROUP BY ts
            )
            SELECT id, ts, 0, {profile}, NULL FROM dump\
            """, "profile", MemoryTexts.HEAP_PROFILE).formatted(upid, heap.replace("'", "''"));
    }
}
