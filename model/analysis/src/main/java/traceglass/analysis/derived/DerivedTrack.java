package traceglass.analysis.derived;

import java.sql.SQLException;
import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackReadContext;

/// Events of a derived table, computed when the track is first displayed.
public record DerivedTrack(DerivedTable definition) implements EventTrack {

    @Override
    public String table() {
        return definition.name();
    }

    @Override
    public boolean isCreatedOnDemand() {
        return true;
    }

    @Override
    public String events() {
        return definition.events();
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        context.ensure(definition.name());
        return EventTrack.read(context, definition.events());
    }
}
