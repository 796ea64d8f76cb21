package traceglass.app.cli.info;

import traceglass.store.text.DisplayText;

/// Texts of the command `info`.
final class InfoTexts {

    private InfoTexts() {}

    static final String TRACE = "The trace file; - for standard input.";
    static final String STANDARD_INPUT = "standard input";
    static final String INFO = "Describe a trace: format, duration, contents, problems.";
    static final String JSON =
            "Print a JSON object, which also has the number of rows of every kind, the metadata, and an"
                    + " explanation of each problem.";
    static final String FILE = "File";
    static final String SIZE = "Size";
    static final String FORMAT = "Format";
    static final String UNKNOWN_FORMAT = "not recognized";
    static final String DURATION = "Duration";
    static final String START = "Start";
    static final String END = "End";
    static final String PROBLEMS = "Problems";

    static String advice(String advice) {
        return "Advice: " + advice;
    }

    static String uncompressed(long bytes) {
        return DisplayText.size(bytes) + " uncompressed";
    }

    static String timestamp(long ns) {
        return ns + " ns";
    }

    static String kindsOfProblems(int kinds) {
        return kinds == 0 ? "none" : kinds + (kinds == 1 ? " kind" : " kinds");
    }
}
