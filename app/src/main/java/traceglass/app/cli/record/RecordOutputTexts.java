package traceglass.app.cli.record;

import java.nio.file.Path;

/// Texts about the output of `record`, and about the lists of categories, kernel events and data sources.
final class RecordOutputTexts {

    private RecordOutputTexts() {}

    static final String BINARY = "can't print a binary trace to a terminal; write it to a file or a pipe";

    static String isAFolder(Path file) {
        return (file.toString().isEmpty() ? "." : file) + " is a folder; choose a file in it";
    }

    static String exists(Path file) {
        return file + " exists; use --force to replace it";
    }

    static String cantWrite(String reason) {
        return "can't write the trace to standard output: " + reason;
    }

    static String notReady(String target, String state, String help) {
        return "can't list what " + target + " can record: " + state + (help.isEmpty() ? "" : ". " + help);
    }

    static String categories(String target) {
        return "Categories (traceglass record --target " + target + " CATEGORY…)";
    }

    static String events(String target) {
        return "Kernel events (traceglass record --target " + target + " GROUP/NAME…)";
    }

    static final String TRACK_EVENTS = "Categories of track events (in a config, for the data source track_event)";
    static final String SOURCES = "Data sources (in a config)";
    static final String DEFAULT_CATEGORIES = "the device does not list its categories; these are the default ones";
    static final String NO_EVENTS = "the list of kernel events can't be read; on Linux, it needs root";

    static String notPrinted(Path file, String reason) {
        return "can't write the trace to standard output: " + reason + "; the recording is in " + file;
    }
}
