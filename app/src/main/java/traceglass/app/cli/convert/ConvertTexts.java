package traceglass.app.cli.convert;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts of the commands that write traces in other formats.
final class ConvertTexts {

    private ConvertTexts() {}

    static final String OUTPUT = "The file to write; - for standard output.";
    static final String FORCE = "Replace an existing file.";

    static final String TRACE = "The trace file; - for standard input.";

    static String cantRead(Path file, String reason) {
        return tr("can't read {0}: {1}", file, reason);
    }

    static String cantWrite(Path file, String reason) {
        return tr("can't write {0}: {1}", file, reason);
    }

    /// @param others number of other kinds of loss
    static String losses(Path trace, String losses, int others) {
        return tr(
                "{0}: {1}{2} (see traceglass info)",
                trace, losses, others == 0 ? "" : tr("; and {0} more kinds of loss", others));
    }

    // ---- convert

    static final String CONVERT = "Convert a trace to another format.";
    static final String CONVERT_FORMAT = "The format to convert to:";
    static final String CONVERT_TRACE = "The trace file, or for the format binary the text file; - for standard input.";

    static final String TRUNCATE = "Keep only the start or the end of ftrace text that is too long for other tools.";
    static final String FULL_SORT = "Accepted for compatibility; events are always sorted.";

    static final String ALLOC = "For profile: the native heaps, if the trace has other profiles as well.";
    static final String PERF = "For profile: the callstack samples.";
    static final String JAVA_HEAP = "For profile: the Java heaps.";
    static final String PID = "For profile: only this process.";
    static final String TIMESTAMPS = "For profile: only the heap dumps at these times, separated by commas.";

    static String unknownFormat(String id, String knownFormats) {
        return tr("unknown format '{0}'; formats: {1}", id, knownFormats);
    }

    // ---- export

    static final String EXPORT = "Write the tables of a trace to a database or to files.";
    static final String EXPORT_FORMAT =
            "sqlite, duckdb, parquet, arrow, archive or csv; parquet and csv write a folder with one file per table,"
                    + " arrow a tar file, archive a tar file that opens again like a trace.";
    static final String EXPORT_TABLES =
            "Only these tables or views, separated by commas. A single one in parquet or csv is written as a file.";
    static final String FOLDER_TO_STANDARD_OUTPUT =
            tr("a folder can't be written to standard output; select a single table with --tables");

    // ---- cut

    static final String CUT =
            "Write a time range of a Perfetto trace, Chrome JSON or ftrace text as a separate trace; for a"
                    + " Perfetto trace, optionally only some processes, sequences or kinds of content.";
    static final String CUT_TRACE = "The trace; - for standard input.";
    static final String CUT_PROCESS =
            "Only events of this process, by name or pid, and those of the whole system such as"
                    + " scheduling; can be repeated.";
    static final String CUT_SEQUENCE = "Only packets of these sequences, which trace-size lists.";
    static final String CUT_KEEP = "Only this content:";
    static final String CUT_NOTHING_CHOSEN = tr("specify what to cut: --time, --process, --sequence or --keep");

    static String unknownContent(String name, String knownContents) {
        return tr("unknown content '{0}'; kinds of content: {1}", name, knownContents);
    }

    // ---- merge

    static final String MERGE = "Merge several traces into one, with a common timeline.";
    static final String MERGE_TRACES = "The traces; times of the first one do not change.";
    static final String MERGE_OFFSET =
            "Add TIME, such as -1.5ms, to the times of TRACE. Without it, the clocks that the traces share align them.";
    static final String MERGE_ALIGN = "Move traces so that the first event with this name has the same time in each.";
    static final String MERGE_TSC_OFFSET =
            "For a host and its guest: cycles by which the guest's CPU counter is ahead; KVM shows them as tsc-offset.";
    static final String MERGE_MAIN = "For a host and its guest: the trace whose times do not change.";
    static final String MERGE_ARCHIVE =
            "Write a tar file with the unchanged traces, in any formats, and a perfetto_manifest.";

    static final String TOO_FEW_TRACES = tr("specify at least two traces to merge");

    static String aligned(Path trace, String method, String offset, double ppm, @Nullable String residual) {
        return tr(
                "{0}: aligned by {1}, moved by {2}{3}{4}",
                trace,
                method,
                offset,
                ppm == 0 ? "" : tr(", rate differs by {0} ppm", ppm),
                residual == null ? "" : tr(", residual {0}", residual));
    }

    static String noSuchInput(String name) {
        return tr("--offset: {0} is not one of the traces to merge", name);
    }

    static String noOffset(String time) {
        return tr("--offset: can't read '{0}' as an offset; example: -1.5ms", time);
    }

    // ---- decompress

    static final String DECOMPRESS = "Write a Perfetto trace without any compression.";

    // ---- symbolize, deobfuscate, bundle

    static final String SYMBOLIZE =
            "Write the names of a trace's functions as packets. To apply them, append them to the trace:"
                    + " cat TRACE SYMBOLS > NAMED.";
    static final String DEOBFUSCATE =
            "Write R8 or ProGuard mappings as packets. To apply them, append them to the trace.";
    static final String BUNDLE =
            "Write a trace and the names of its functions to a tar file, which can be opened like a trace.";
    static final String NO_MAPPING = tr("missing mapping; use --mapping [PACKAGE=]FILE");
    static final String INTERRUPTED = tr("interrupted");

    static String doesNotExist(Path file) {
        return tr("{0} does not exist", file);
    }

    static String allNamed(Path trace) {
        return tr("{0} has no native frames without names", trace);
    }

    static String noSymbolsFound(Path trace) {
        return tr("no names were found for {0}; specify folders with binaries: --symbols DIR", trace);
    }

    static String mappingDoesNotApply(Path mapping, Path trace) {
        return tr(
                "{0} contains no class of {1}; if it is the right one, use --mapping PACKAGE={2}",
                mapping, trace, mapping);
    }

    static String noMappingApplies(Path trace) {
        return tr("no mapping applies to {0}", trace);
    }

    // ---- trace-size

    static final String TRACE_SIZE = "List how many bytes each field and packet sequence of a Perfetto trace takes.";
    static final String TRACE_SIZE_PPROF = "Write a profile in the pprof format instead of the table.";
    static final String TRACE_SIZE_DEPTH = "Levels of fields in the table (default: 3).";
    static final String TRACE_SIZE_LIMIT = "Rows of each table (default: 50).";
    static final String TITLE_FIELD = tr("Field");
    static final String TITLE_BYTES = tr("Bytes");
    static final String TITLE_SHARE = tr("Share");
    static final String TITLE_COUNT = tr("Count");
    static final String TITLE_MEDIAN = tr("Median");
    static final String TITLE_MAX = tr("Largest");
    static final String TITLE_SEQUENCE = tr("Sequence");
    static final String TITLE_PACKETS = tr("Packets");
    static final String TITLE_CONTENT = tr("Most bytes in");

    static String moreLines(int count) {
        return tr("… and {0} more; see --limit", count);
    }
}
