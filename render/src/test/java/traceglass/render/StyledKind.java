package traceglass.render;

import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Track kind with a style only.
///
/// @param expectedRows rows of depth before data is loaded; 0 if unknown
public record StyledKind(TrackStyle style, int expectedRows) implements TrackKind {

    public StyledKind(TrackStyle style) {
        this(style, 0);
    }

    @Override
    public String id() {
        return "styled";
    }

    @Override
    public String label() {
        return "styled";
    }

    @Override
    public TrackData read(TrackReadContext context) {
        throw new UnsupportedOperationException("test data is not read from a trace");
    }
}
