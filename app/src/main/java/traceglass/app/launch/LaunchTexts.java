package traceglass.app.launch;

import java.nio.file.Path;

/// Texts about the launch parameters: time ranges, events and track options.
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

    // ---- Links

    static final String NOT_AN_OPEN_LINK = "it does not start with traceglass://open?";
    static final String LINK_WITHOUT_FILE = "it has no file; example: traceglass://open?file=/tmp/a.pftrace";

    static String badLink(String reason) {
        return "can't open the link: " + reason;
    }

    /// @param names names of all fields, separated by commas
    static String unknownInLink(String name, String names) {
        return "unknown field '" + name + "' (fields: " + names + ")";
    }

    static String repeatedInLink(String name) {
        return "field '" + name + "' occurs twice";
    }

    static String badEscape(String text) {
        return "'" + text + "' is not escaped correctly; write special characters in UTF-8 as %XX";
    }

    static String notAPath(String text) {
        return "'" + text + "' is not a path";
    }

    static String notAnAbsolutePath(String text) {
        return "'" + text + "' is not the full path of a file on this machine";
    }

    static String linkedFileMissing(Path file) {
        return file + " does not exist";
    }

    static String notARegularFile(Path file) {
        return file + " is not a file";
    }

    // ---- Tracks from queries

    static final String TRACK =
            "Show the rows of this query as a track, with columns ts, dur and name, or ts and value. Can be repeated.";
    static final String TRACK_BY = "Create one track per value of this column of the queries.";

    // ---- Sample trace

    static final String NO_SAMPLE_TRACE = "this build has no sample trace";
}
