package traceglass.app.cli.query;

/// Texts of the output of `query`.
final class QueryTexts {

    static final String MODE =
            "perfetto (CSV as Perfetto's trace processor prints it, the default), csv (RFC 4180), tsv, json, jsonl,"
                    + " table, markdown or arrow.";
    static final String OUTPUT = "Write to this file instead of standard output; - for standard output.";
    static final String FORCE = "Replace an existing file.";
    static final String ARROW_TO_TERMINAL = "arrow is not for a terminal; name a file with -o";

    private QueryTexts() {}

    static String unknownMode(String mode) {
        return "--mode: \"" + mode + "\" is none of perfetto, csv, tsv, json, jsonl, table, markdown and arrow";
    }
}
