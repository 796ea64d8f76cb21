package traceglass.app.export;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of saving the trace in other formats.
final class ExportTexts {

    private ExportTexts() {}

    static final String CUT = "Save part of the trace";
    static final String CUT_FILES = "Perfetto traces";
    static final String CUT_VISIBLE = "Save the visible time range as a trace…";
    static final String CUT_SELECTION = "Save the selected time range as a trace…";
    static final String CUT_PROCESS = "Save the selected process as a trace…";
    static final String NO_PROCESS = "the selection does not belong to a process";
    static final String SEVERAL_PROCESSES = "the selection belongs to several processes; select tracks of one";
    static final String MERGE = "Merge with another trace…";
    static final String MERGE_CHOOSE = "Choose the trace to merge with";
    static final String MERGE_TITLE = "Merge two traces";
    static final String MERGE_READING = "Reading";
    static final String CANCEL_READING = "Cancel reading the traces";
    static final String MERGE_OFFSET = "Offset";
    static final String MERGE_RESET = "Reset";
    static final String MERGE_SAVE = "Save…";
    static final String MERGE_DIALOG = "Save the merged trace";
    static final String NOT_MERGED = "Not merged";
    static final String NOT_ALIGNED =
            "The traces have no clock in common. Both start at the same time; enter the offset if you know it.";
    static final String NOT_MOVED = "The offset is added to the times of the second trace.";
    static final String SAVING = "Saving";
    static final String NOT_SAVED = "Not saved";
    static final String CANCEL_SAVING = "Cancel saving the trace";

    static String title(String format) {
        return switch (format) {
            case "text" -> "Protobuf text…";
            case "json" -> "Chrome JSON…";
            case "systrace" -> "Systrace text…";
            case "ctrace" -> "Compressed systrace…";
            case "profile" -> "pprof profiles…";
            case "collapsed" -> "Collapsed stacks…";
            case "speedscope" -> "speedscope profile…";
            case "firefox" -> "Firefox profile…";
            case "perfetto" -> "Perfetto trace…";
            case "sqlite" -> "SQLite database…";
            case "duckdb" -> "DuckDB database…";
            case "parquet" -> "Folder of Parquet files…";
            case "arrow" -> "Tar file of Arrow tables…";
            case "archive" -> "Archive of analyzed tables…";
            case "csv" -> "Folder of CSV files…";
            default -> format + "…";
        };
    }

    /// Title for the command palette, where the name of the menu is not shown.
    static String command(String format) {
        return "Save trace as " + title(format);
    }

    static String dialog(String format) {
        return "Save the trace as " + title(format).replace("…", "");
    }

    static String saved(Path file, long bytes) {
        return file.getFileName() + (bytes < 0 ? "" : ", " + DisplayText.size(bytes));
    }

    static String cantSave(Path file, String reason) {
        return reason.contains(file.toString()) ? reason : "Can't save " + file.getFileName() + ": " + reason;
    }

    /// @param residual empty if unknown
    static String aligned(String method, String residual) {
        return "Aligned by " + method + ". "
                + (residual.isEmpty() ? "The accuracy is unknown." : "Remaining difference: up to " + residual + ".");
    }

    static String shift(String step) {
        return "Move the second trace by " + step;
    }

    static String shifted(String duration) {
        return "The second trace is moved by " + duration + ".";
    }

    static String noOffset(String text) {
        return "Can't read “" + text + "” as an offset. Examples: +1.5 ms, -20 µs.";
    }

    static String cantMerge(Path file, String reason) {
        return reason.contains(file.toString()) ? reason : "Can't merge " + file.getFileName() + ": " + reason;
    }
}
