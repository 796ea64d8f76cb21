package traceglass.analysis.timeline;

/// User-visible strings for reading tracks.
final class TrackDataTexts {

    private TrackDataTexts() {}

    static String unreadable(String reason) {
        return "Can't read this track: " + reason;
    }
}
