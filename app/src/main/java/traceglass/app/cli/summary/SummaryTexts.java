package traceglass.app.cli.summary;

import java.nio.file.Path;

/// Texts of the command `summarize`.
final class SummaryTexts {

    static final String SUMMARIZE = "Compute the metrics of a TraceSummarySpec.";
    static final String TRACE = "The trace; - for standard input.";
    static final String SPEC = "File with a TraceSummarySpec, binary (.pb) or text (.textproto); can be repeated.";
    static final String METRICS = "Ids of metrics, separated by commas, or all.";
    static final String METADATA = "Id of a query with columns key and value, whose rows become the metadata.";
    static final String FORMAT = "text, binary or json (default: ${DEFAULT-VALUE}).";
    static final String SHOW_SQL = "Print the SQL of the query with this id instead.";
    static final String NO_SPEC = "missing specification; use --spec FILE";

    private SummaryTexts() {}

    static String unknownFormat(String format) {
        return "unknown format '" + format + "'; formats: text, binary, json";
    }

    static String cantRead(Path file, String reason) {
        return "can't read " + file + ": " + reason;
    }
}
