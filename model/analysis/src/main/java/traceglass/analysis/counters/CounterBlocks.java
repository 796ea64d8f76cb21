package traceglass.analysis.counters;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.load.CounterBuilder;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.RowQueries;
import traceglass.store.database.StoreStatistics;

/// Reads the samples of counters. Querying one track takes nearly as long as querying many, and users scroll past one
/// track after the other. So if a trace has few samples, the tracks of a block of consecutive ids are read together
/// and kept until they are requested. Thread-safe.
final class CounterBlocks {

    /// Number of track ids in a block.
    private static final int BLOCK_SIZE = 64;
    /// Largest number of samples of a trace for which blocks are read: until requested, each takes 24 bytes of
    /// memory.
    private static final long MAX_SAMPLES = 1_000_000;
    /// Largest average number of samples of a block for which blocks are read: a request for one track waits for
    /// the whole block.
    private static final long MAX_BLOCK_SAMPLES = 100_000;

    private final Map<Long, CounterBuilder> prefetched = new HashMap<>();
    private final Set<Long> blocks = new HashSet<>();
    private final long max;
    private Boolean small;

    CounterBlocks() {
        this(MAX_SAMPLES);
    }

    /// @param max largest number of samples of a trace for which blocks are read
    CounterBlocks(long max) {
        this.max = max;
    }

    /// Reads the samples of a track, sorted by time.
    CounterData read(RowQueries queries, long trackId, String unit) throws SQLException {
        CounterBuilder builder = isSmall(queries) ? readFromBlock(queries, trackId) : null;
        return (builder == null ? readTrack(queries, trackId) : builder).build(unit);
    }

    private synchronized boolean isSmall(RowQueries queries) throws SQLException {
        if (small == null) {
            queries.forEachRow(
                    "SELECT CAST(coalesce(sum(events), 0) AS BIGINT), count(*) FROM " + StoreStatistics.TRACKS
                            + " WHERE source = 'counter'",
                    r -> small = r.getLong(1) <= max && r.getLong(1) * BLOCK_SIZE <= MAX_BLOCK_SAMPLES * r.getLong(2));
        }
        return small;
    }

    /// Returns null if the track has no samples, or was requested before.
    private synchronized CounterBuilder readFromBlock(RowQueries queries, long trackId) throws SQLException {
        long first = Math.floorDiv(trackId, BLOCK_SIZE) * BLOCK_SIZE;
        if (blocks.add(first)) {
            queries.forEachRow(
                    "SELECT track_id, id, ts, value FROM __intrinsic_counter WHERE track_id BETWEEN " + first + " AND "
                            + (first + BLOCK_SIZE - 1) + " ORDER BY ts, id",
                    r -> prefetched
                            .computeIfAbsent(r.getLong(1), _ -> new CounterBuilder())
                            .add(r.getLong(2), r.getLong(3), r.getDouble(4)));
        }
        return prefetched.remove(trackId);
    }

    private static CounterBuilder readTrack(RowQueries queries, long trackId) throws SQLException {
        CounterBuilder samples = new CounterBuilder();
        queries.forEachRow(
                "SELECT id, ts, value FROM __intrinsic_counter WHERE track_id = " + trackId + " ORDER BY ts, id",
                r -> samples.add(r.getLong(1), r.getLong(2), r.getDouble(3)));
        return samples;
    }
}
