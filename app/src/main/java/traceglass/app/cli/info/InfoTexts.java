package traceglass.app.cli.info;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the command `info`.
final class InfoTexts {

    private InfoTexts() {}

    static final String TRACE = tr("The trace file; - for standard input.");
    static final String STANDARD_INPUT = tr("standard input");
    static final String INFO = tr("Describe a trace: format, duration, contents, problems.");
    static final String JSON =
            tr("Print a JSON object, which also has the number of rows of every kind, the metadata, and an"
                    + " explanation of each problem.");
    static final String FILE = tr("File");
    static final String SIZE = tr("Size");
    static final String FORMAT = tr("Format");
    static final String UNKNOWN_FORMAT = tr("not recognized");
    static final String DURATION = tr("Duration");
    static final String START = tr("Start");
    static final String END = tr("End");
    static final String PROBLEMS = tr("Problems");

    static String advice(String advice) {
        return tr("Advice: {0}", advice);
    }

    static String uncompressed(long bytes) {
        return tr("{0} uncompressed", DisplayText.size(bytes));
    }

    static String timestamp(long ns) {
        return ns + " ns";
    }

    static String kindsOfProblems(int kinds) {
        return kinds == 0 ? tr("none") : kinds + (kinds == 1 ? tr(" kind") : tr(" kinds"));
    }
}
