package traceglass.analysis.load;

import java.sql.SQLException;
import traceglass.analysis.track.CounterKind;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackQuery;
import traceglass.analysis.track.TrackReadContext;

/// Counter that is computed from other tables, so that its samples have no ids.
public interface ComputedCounter extends CounterKind {

    /// Returns a query for time (ns) and value, sorted by time.
    String values();

    @Override
    default TrackQuery query() {
        return new TrackQuery(TrackQuery.Form.VALUES, values());
    }

    @Override
    default TrackData read(TrackReadContext context) throws SQLException {
        CounterBuilder samples = new CounterBuilder();
        context.forEachRow(values(), r -> samples.add(-1, r.getLong(1), r.getDouble(2)));
        return samples.build(unit());
    }
}
