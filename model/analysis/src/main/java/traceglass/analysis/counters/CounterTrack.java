package traceglass.analysis.counters;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.track.CounterKind;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackReadContext;

/// Samples of one track in `counter`.
///
/// @param unit unit of the values; may be empty
/// @param mode default display mode
public record CounterTrack(long trackId, String unit, CounterMode mode) implements CounterKind {

    public CounterTrack(long trackId, String unit) {
        this(trackId, unit, CounterMode.VALUE);
    }

    @Override
    public String id() {
        return "counter";
    }

    @Override
    public String table() {
        return "counter";
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("counter", "track_id", trackId));
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        return context.shared(CounterBlocks.class, CounterBlocks::new).read(context, trackId, unit);
    }
}
