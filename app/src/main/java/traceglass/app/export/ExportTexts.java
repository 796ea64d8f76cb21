package traceglass.app.export;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of saving the trace in other formats.
final class ExportTexts {

    private ExportTexts() {}

    static final String CUT = tr("Save part of the trace");
    static final String CUT_FILES = tr("Perfetto traces");
    static final String CUT_VISIBLE = tr("Save the visible time range as a trace…");
    static final String CUT_SELECTION = tr("Save the selected time range as a trace…");
    static final String CUT_PROCESS = tr("Save the selected process as a trace…");
    static final String NO_PROCESS = tr("the selection does not belong to a process");
    static final String SEVERAL_PROCESSES = tr("the selection belongs to several processes; select tracks of one");
    static final String MERGE = tr("Merge with another trace…");
    static final String MERGE_CHOOSE = tr("Choose the trace to merge with");
    static final String MERGE_TITLE = tr("Merge two traces");
    static final String MERGE_READING = tr("Reading");
    static final String CANCEL_READING = tr("Cancel reading the traces");
    static final String MERGE_OFFSET = tr("Offset");
    static final String MERGE_RESET = tr("Reset");
    static final String MERGE_SAVE = tr("Save…");
    static final String MERGE_DIALOG = tr("Save the merged trace");
    static final String NOT_MERGED = tr("Not merged");
    static final String NOT_ALIGNED =
            tr("The traces have no clock in common. Both start at the same time; enter the offset if you know it.");
    static final String NOT_MOVED = tr("The offset is added to the times of the second trace.");
    static final String SAVING = tr("Saving");
    static final String NOT_SAVED = tr("Not saved");
    static final String CANCEL_SAVING = tr("Cancel saving the trace");

    static String title(String format) {
        return switch (format) {
            case "text" -> tr("Protobuf text…");
            case "json" -> tr("Chrome JSON…");
            case "systrace" -> tr("Systrace text…");
            case "ctrace" -> tr("Compressed systrace…");
            case "profile" -> tr("pprof profiles…");
            case "collapsed" -> tr("Collapsed stacks…");
            case "speedscope" -> tr("speedscope profile…");
            case "firefox" -> tr("Firefox profile…");
            case "perfetto" -> tr("Perfetto trace…");
            case "sqlite" -> tr("SQLite database…");
            case "duckdb" -> tr("DuckDB database…");
            case "parquet" -> tr("Folder of Parquet files…");
            case "arrow" -> tr("Tar file of Arrow tables…");
            case "archive" -> tr("Archive of analyzed tables…");
            case "csv" -> tr("Folder of CSV files…");
            default -> format + "…";
        };
    }

    /// Title for the command palette, where the name of the menu is not shown.
    static String command(String format) {
        return tr("Save trace as {0}", title(format));
    }

    static String dialog(String format) {
        return tr("Save the trace as {0}", title(format).replace("…", ""));
    }

    static String saved(Path file, long bytes) {
        return file.getFileName() + (bytes < 0 ? "" : ", " + DisplayText.size(bytes));
    }

    static String cantSave(Path file, String reason) {
        return reason.contains(file.toString()) ? reason : tr("Can't save {0}: {1}", file.getFileName(), reason);
    }

    /// @param residual empty if unknown
    static String aligned(String method, String residual) {
        return tr(
                "Aligned by {0}. {1}",
                method,
                residual.isEmpty() ? tr("The accuracy is unknown.") : tr("Remaining difference: up to {0}.", residual));
    }

    static String shift(String step) {
        return tr("Move the second trace by {0}", step);
    }

    static String shifted(String duration) {
        return tr("The second trace is moved by {0}.", duration);
    }

    static String noOffset(String text) {
        return tr("Can't read “{0}” as an offset. Examples: +1.5 ms, -20 µs.", text);
    }

    static String cantMerge(Path file, String reason) {
        return reason.contains(file.toString()) ? reason : tr("Can't merge {0}: {1}", file.getFileName(), reason);
    }
}
