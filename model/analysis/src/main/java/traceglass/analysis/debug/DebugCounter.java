package traceglass.analysis.debug;

import java.sql.SQLException;
import traceglass.analysis.load.CounterBuilder;
import traceglass.analysis.track.CounterKind;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackQuery;
import traceglass.analysis.track.TrackReadContext;

/// Counter samples from a user's query.
///
/// @param table table that holds them
/// @param track number of the track in the table
public record DebugCounter(String table, long track) implements CounterKind {

    @Override
    public String id() {
        return "debug_counter";
    }

    @Override
    public TrackQuery query() {
        return new TrackQuery(
                TrackQuery.Form.SAMPLES,
                "SELECT id, ts, value FROM " + DebugTrackCreator.SHARED + table + " WHERE track = " + track
                        + " ORDER BY id");
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        CounterBuilder samples = new CounterBuilder();
        context.forEachRow(query().sql(), r -> samples.add(r.getLong(1), r.getLong(2), r.getDouble(3)));
        return samples.build(unit());
    }
}
