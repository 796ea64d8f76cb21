package traceglass.analysis.timeline;

/// Texts about reading tracks.
final class TrackDataTexts {

    private TrackDataTexts() {}

    static String unreadable(String reason) {
        return "Can't read this track: " + reason;
    }
}
