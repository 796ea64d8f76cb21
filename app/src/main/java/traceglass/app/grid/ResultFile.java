package traceglass.app.grid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.rows.RowFiles;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.io.CommandOutput;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;

/// Saves the content of a grid to a file.
public final class ResultFile {

    private ResultFile() {}

    /// Asks for a file and writes the rows and columns as shown, off the JavaFX thread.
    ///
    /// @param name suggested file name without extension
    public static void save(Messages messages, DataGrid grid, RowFiles.Format format, String name) {
        Optional<Path> chosen = messages.dialogs()
                .chooseSave(
                        GridTexts.saveResultAs(format.title()),
                        name + "." + format.extension(),
                        format.title(),
                        format.extension());
        if (chosen.isEmpty()) {
            return;
        }
        Path file = chosen.get();
        RowStore rows = grid.rows();
        int[] order = grid.order();
        List<Integer> columns = grid.visibleColumns();
        Thread.ofPlatform().daemon().name("save-result").start(() -> {
            try {
                RowFiles.write(rows, order, columns, format, file);
                FxThread.later(() -> messages.status()
                        .setState("check", CommonTexts.SAVED, GridTexts.rowsSaved(order.length, file)));
            } catch (IOException e) {
                report(messages, file, CommandOutput.reason(e));
            } catch (QueryException e) {
                report(messages, file, e.getMessage());
            }
        });
    }

    private static void report(Messages messages, Path file, String reason) {
        FxThread.later(() ->
                messages.notices().show(Notices.Severity.ERROR, "save-result", CommonTexts.cantWrite(file, reason)));
    }
}
