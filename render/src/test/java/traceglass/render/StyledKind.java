package traceglass.render;

import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Track kind for tests that has only a style; its data cannot be read from a trace.
///
/// @param expectedRows number of rows of nested events before data is loaded; 0 if unknown
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
