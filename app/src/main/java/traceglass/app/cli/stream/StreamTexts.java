package traceglass.app.cli.stream;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Messages about traces that are read from streams.
final class StreamTexts {

    private StreamTexts() {}

    static String waiting(String name) {
        return tr("waiting for data from {0}; press Ctrl+C to cancel", name);
    }

    static String tooLong(String name, long bytes, String folder, long free) {
        return tr(
                "can't read the trace from {0}: after {1}, {2} has only {3} left; save the trace to "
                        + "a file and open that file",
                name, DisplayText.size(bytes), folder, DisplayText.size(free));
    }
}
