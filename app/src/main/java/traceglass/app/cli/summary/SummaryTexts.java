package traceglass.app.cli.summary;

import static traceglass.store.language.Translations.tr;

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
    static final String NO_SPEC = tr("missing specification; use --spec FILE");

    private SummaryTexts() {}

    static String unknownFormat(String format) {
        return tr("unknown format '{0}'; formats: text, binary, json", format);
    }

    static String cantRead(Path file, String reason) {
        return tr("can't read {0}: {1}", file, reason);
    }
}
