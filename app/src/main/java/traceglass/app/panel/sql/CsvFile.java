package traceglass.app.panel.sql;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import traceglass.app.AppContext;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.DelimitedText;
import traceglass.app.grid.RowStore;
import traceglass.app.session.FxThread;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Texts;

/// Saves what a grid shows.
public final class CsvFile {

    private CsvFile() {}

    /// Asks where to and writes rows and columns as they are shown, off the JavaFX thread.
    public static void save(AppContext context, DataGrid grid, String suggested) {
        Optional<Path> chosen = context.dialogs().chooseSave("Save the result as CSV", suggested, "CSV", "csv");
        if (chosen.isEmpty()) {
            return;
        }
        Path file = chosen.get();
        RowStore rows = grid.rows();
        int[] order = grid.order();
        List<Integer> columns = grid.visibleColumns();
        Thread.ofVirtual().start(() -> {
            try (Writer out = Files.newBufferedWriter(file)) {
                DelimitedText.csv(rows, order, columns, out);
                FxThread.later(() -> context.status().setState("check", "Saved", Texts.count(order.length, "row", "rows") + " to " + file));
            } catch (IOException e) {
                FxThread.later(() -> context.notices().show(Notices.Severity.ERROR, "save-csv",
                        file + " could not be written: " + e.getMessage() + ". Choose another place."));
            }
        });
    }
}
