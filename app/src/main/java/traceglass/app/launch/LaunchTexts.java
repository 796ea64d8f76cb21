package traceglass.app.launch;

/// Texts about the parameters of a start: time ranges, events and track options.
final class LaunchTexts {

    private LaunchTexts() {}

    // ---- Time range

    static final String TIME_RANGE =
            "Time range to show, relative to the start of the trace: 605.6ms..630.4ms, 1s..2s, 0..500us. Without a"
                    + " unit: seconds. With a leading @: timestamps of the trace in nanoseconds,"
                    + " @157479470420807..@157479480420807.";

    static String notATimeRange(String text) {
        return "can't read '" + text + "' as a time range; example: 1.2s..1.5s";
    }

    static String mixedTimes(String range) {
        return "'" + range + "' mixes times with and without @";
    }

    static String endsBeforeStart(String range) {
        return "'" + range + "' ends before it starts";
    }

    static String notATime(String text, String range) {
        return "can't read '" + text + "' in '" + range + "' as a time; examples: 1.2s, 605.6ms, 500us";
    }

    static String timeTooLarge(String time) {
        return "'" + time + "' is too large";
    }

    // ---- Event

    /// @param tables names of the tables whose events can be referenced, separated by commas
    static String notAnEvent(String text, String tables) {
        return "can't read '" + text + "' as an event; example: slice:4802 (tables: " + tables + ")";
    }

    static String notAnId(String id, String event) {
        return "can't read '" + id + "' in '" + event + "' as an id";
    }

    // ---- Tracks from queries

    static final String TRACK =
            "Show the rows of this query as a track, with columns ts, dur and name, or ts and value. May be repeated.";
    static final String TRACK_BY = "Create one track per value of this column of the queries.";

    // ---- Sample trace

    static final String NO_SAMPLE_TRACE = "this build has no sample trace";
}
