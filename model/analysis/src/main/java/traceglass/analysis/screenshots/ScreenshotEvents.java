package traceglass.analysis.screenshots;

import java.util.List;
import traceglass.analysis.derived.DerivedEvents;
import traceglass.analysis.derived.DerivedRow;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Event table of screenshots.
final class ScreenshotEvents extends DerivedEvents {

    ScreenshotEvents(int rank) {
        super(rank, Screenshots.SET, Screenshots.SCREENSHOTS);
    }

    @Override
    protected List<Part> parts(TraceQueries queries, DerivedRow row) throws QueryException {
        byte[] picture = PictureQuery.read(queries, table(), row.id());
        return picture == null ? List.of() : List.of(new EventDetails.Picture(picture, row.name()));
    }
}
