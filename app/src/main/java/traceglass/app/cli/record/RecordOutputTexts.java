package traceglass.app.cli.record;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts about the output of `record`, and about the lists of categories, kernel events and data sources.
final class RecordOutputTexts {

    private RecordOutputTexts() {}

    static final String BINARY = tr("can't print a binary trace to a terminal; write it to a file or a pipe");

    static String isAFolder(Path file) {
        return tr("{0} is a folder; choose a file in it", file.toString().isEmpty() ? "." : file);
    }

    static String exists(Path file) {
        return tr("{0} exists; use --force to replace it", file);
    }

    static String cantWrite(String reason) {
        return tr("can't write the trace to standard output: {0}", reason);
    }

    static String notReady(String target, String state, String help) {
        return tr("can't list what {0} can record: {1}{2}", target, state, help.isEmpty() ? "" : ". " + help);
    }

    static String categories(String target) {
        return tr("Categories (traceglass record --target {0} CATEGORY…)", target);
    }

    static String events(String target) {
        return tr("Kernel events (traceglass record --target {0} GROUP/NAME…)", target);
    }

    static final String TRACK_EVENTS = tr("Categories of track events (in a config, for the data source track_event)");
    static final String SOURCES = tr("Data sources (in a config)");
    static final String DEFAULT_CATEGORIES = tr("the device does not list its categories; these are the default ones");
    static final String NO_EVENTS = tr("the list of kernel events can't be read; on Linux, it needs root");

    static String notPrinted(Path file, String reason) {
        return tr("can't write the trace to standard output: {0}; the recording is in {1}", reason, file);
    }
}
