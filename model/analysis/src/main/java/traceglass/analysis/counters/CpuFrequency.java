package traceglass.analysis.counters;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterKind;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackReadContext;

/// Frequency of a CPU, combined with its idle times.
///
/// @param trackId track of the frequencies in `counter`
/// @param idleTrackId track of the CPU's idle states in `counter`, or −1
/// @param unit may be empty
public record CpuFrequency(long trackId, long idleTrackId, String unit) implements CounterKind {

    @Override
    public String id() {
        return "cpu_frequency";
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
    public List<Long> trackIds() {
        return idleTrackId < 0 ? List.of(trackId) : List.of(trackId, idleTrackId);
    }

    /// Reads the frequency with an extra sample wherever the CPU becomes idle or busy, so that the interval between
    /// two samples has one frequency and is entirely idle or busy.
    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        CounterBlocks counters = context.shared(CounterBlocks.class, CounterBlocks::new);
        CounterData frequency = counters.read(context, trackId, unit);
        return idleTrackId < 0 ? frequency : IdleTimes.combine(frequency, counters.read(context, idleTrackId, ""));
    }
}
