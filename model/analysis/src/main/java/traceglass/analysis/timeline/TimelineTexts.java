package traceglass.analysis.timeline;

/// Texts about reading tracks.
final class TimelineTexts {

    private TimelineTexts() {}

    static String unreadable(String reason) {
        return "Can't read this track: " + reason;
    }
}
