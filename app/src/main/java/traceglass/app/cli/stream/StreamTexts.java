package traceglass.app.cli.stream;

import traceglass.store.text.DisplayText;

/// Messages about traces that are read from streams.
final class StreamTexts {

    private StreamTexts() {}

    static String waiting(String name) {
        return "waiting for data from " + name + "; press Ctrl+C to cancel";
    }

    static String tooLong(String name, long bytes, String folder, long free) {
        return "can't read the trace from " + name + ": after " + DisplayText.size(bytes) + ", " + folder + " has only "
                + DisplayText.size(free) + " left; save the trace to a file and open that file";
    }
}
