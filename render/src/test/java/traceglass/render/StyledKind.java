package traceglass.render;

import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReading;
import traceglass.analysis.track.TrackStyle;

/// A kind of track that is only looked at.
///
/// @param expectedRows rows of depth before there is data; 0 when nobody has counted
public record StyledKind(TrackStyle style, int expectedRows) implements TrackKind {

    public StyledKind(TrackStyle style) {
        this(style, 0);
    }

    @Override
    public String id() {
        return "styled";
    }

    @Override
    public String word() {
        return "styled";
    }

    @Override
    public TrackData read(TrackReading from) {
        throw new UnsupportedOperationException("the data of tests is not read from a trace");
    }
}
