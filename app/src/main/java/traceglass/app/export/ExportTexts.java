package traceglass.app.export;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of saving the trace in other formats.
final class ExportTexts {

    private ExportTexts() {}

    static final String CUT = "Save a part of the trace";
    static final String CUT_FILES = "Perfetto traces";
    static final String CUT_VISIBLE = "Save the visible time range as a trace…";
    static final String CUT_SELECTION = "Save the selected time range as a trace…";
    static final String CUT_PROCESS = "Save the selected process as a trace…";
    static final String NO_PROCESS = "the selection belongs to no process";
    static final String SEVERAL_PROCESSES = "the selection belongs to several processes; select tracks of one";
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
            case "csv" -> "Folder of CSV files…";
            default -> format + "…";
        };
    }

    /// Title for the command palette, where the menu is not seen.
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
}
