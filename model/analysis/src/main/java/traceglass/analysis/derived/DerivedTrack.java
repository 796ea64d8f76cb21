package traceglass.analysis.derived;

import java.sql.SQLException;
import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackReading;

/// Events of a derived table, computed when the track is first displayed.
public record DerivedTrack(DerivedTable of) implements EventTrack {

    @Override
    public String table() {
        return of.name();
    }

    @Override
    public boolean isMadeOnDemand() {
        return true;
    }

    @Override
    public String events() {
        return of.events();
    }

    @Override
    public TrackData read(TrackReading from) throws SQLException {
        from.ensure(of.name());
        return EventTrack.read(from, of.events());
    }
}
