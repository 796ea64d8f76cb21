package traceglass.app.launch;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts about the launch parameters: time ranges, events and track options.
final class LaunchTexts {

    private LaunchTexts() {}

    // ---- Time range

    static final String TIME_RANGE =
            "Time range, relative to the start of the trace: 605.6ms..630.4ms, 1s..2s, 0..500us. Without a"
                    + " unit: seconds. With a leading @: timestamps of the trace in nanoseconds,"
                    + " @157479470420807..@157479480420807.";

    static String notATimeRange(String text) {
        return tr("can't read '{0}' as a time range; example: 1.2s..1.5s", text);
    }

    static String mixedTimes(String range) {
        return tr("'{0}' mixes times with and without @", range);
    }

    static String endsBeforeStart(String range) {
        return tr("'{0}' ends before it starts", range);
    }

    static String notATime(String text, String range) {
        return tr("can't read '{0}' in '{1}' as a time; examples: 1.2s, 605.6ms, 500us", text, range);
    }

    static String timeTooLarge(String time) {
        return tr("'{0}' is too large", time);
    }

    // ---- Event

    /// @param tables names of the tables whose events can be referenced, separated by commas
    static String notAnEvent(String text, String tables) {
        return tr("can't read '{0}' as an event; example: slice:4802 (tables: {1})", text, tables);
    }

    static String notAnId(String id, String event) {
        return tr("can't read '{0}' in '{1}' as an id", id, event);
    }

    // ---- Links

    static final String NOT_AN_OPEN_LINK = tr("it does not start with traceglass://open?");
    static final String LINK_WITHOUT_FILE = tr("it has no file; example: traceglass://open?file=/tmp/a.pftrace");

    static String badLink(String reason) {
        return tr("can't open the link: {0}", reason);
    }

    /// @param names names of all fields, separated by commas
    static String unknownInLink(String name, String names) {
        return tr("unknown field '{0}' (fields: {1})", name, names);
    }

    static String repeatedInLink(String name) {
        return tr("field '{0}' occurs twice", name);
    }

    static String badEscape(String text) {
        return tr("'{0}' is not escaped correctly; write special characters in UTF-8 as %XX", text);
    }

    static String notAPath(String text) {
        return tr("'{0}' is not a path", text);
    }

    static String notAnAbsolutePath(String text) {
        return tr("'{0}' is not the full path of a file on this machine", text);
    }

    static String linkedFileMissing(Path file) {
        return tr("{0} does not exist", file);
    }

    static String notARegularFile(Path file) {
        return tr("{0} is not a file", file);
    }

    // ---- Tracks from queries

    static final String TRACK = tr(
            "Show the rows of this query as a track, with columns ts, dur and name, or ts and value. Can be repeated.");
    static final String TRACK_BY = tr("Create one track per value of this column of the queries.");

    // ---- Sample trace

    static final String NO_SAMPLE_TRACE = tr("this build has no sample trace");
}
