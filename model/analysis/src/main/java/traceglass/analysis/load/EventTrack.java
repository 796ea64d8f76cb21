package traceglass.analysis.load;

import java.sql.SQLException;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackQuery;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;
import traceglass.analysis.track.TrackTexts;

/// Track whose events come from one query.
public interface EventTrack extends TrackKind {

    @Override
    String table();

    /// Returns the query for its events, see [TrackQuery.Form#EVENTS].
    String events();

    @Override
    default String id() {
        return table();
    }

    @Override
    default TrackStyle style() {
        return TrackStyle.SLICES;
    }

    @Override
    default String label() {
        return TrackTexts.EVENTS;
    }

    @Override
    default TrackQuery query() {
        return new TrackQuery(TrackQuery.Form.EVENTS, events());
    }

    @Override
    default TrackData read(TrackReadContext context) throws SQLException {
        return read(context, events());
    }

    /// Reads the events of a query.
    static SliceData read(TrackReadContext context, String sql) throws SQLException {
        EventArrays events = new EventArrays(false);
        boolean[] nested = new boolean[1];
        context.forEachRow(sql, r -> {
            String color = r.getString(5);
            nested[0] = r.getMetaData().getColumnCount() > 5;
            events.add(
                    r.getLong(1),
                    r.getLong(2),
                    r.getLong(3),
                    nested[0] ? r.getInt(6) : 0,
                    nested[0] ? r.getInt(7) : 0,
                    r.getString(4),
                    color == null ? r.getString(4) : color);
        });
        if (nested[0]) {
            return SliceLayout.merged(events, context.traceEnd());
        }
        // Instants stay in one row; inRows would spread those with the same time over several.
        return events.areInstants() ? SliceLayout.inOneRow(events) : SliceLayout.inRows(events, context.traceEnd());
    }
}
