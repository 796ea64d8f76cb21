package traceglass.app.grid;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.rows.DelimitedText;
import traceglass.analysis.rows.JsonText;
import traceglass.analysis.rows.MarkdownText;
import traceglass.analysis.rows.RowStore;
import traceglass.app.task.FxThread;

/// Copies rows and columns of a grid to the clipboard.
public final class GridClipboard {

    /// Maximum number of rows, so that other programs can paste them.
    private static final int MAX_ROWS = 200_000;
    /// Maximum number of values that are formatted on the JavaFX thread; more are formatted on another thread.
    private static final int MAX_VALUES_ON_FX_THREAD = 20_000;

    /// Text format of copied rows.
    public enum Format {
        TSV(GridTexts.TAB_SEPARATED),
        CSV(GridTexts.CSV),
        MARKDOWN(GridTexts.MARKDOWN),
        JSON(GridTexts.JSON);

        private final String title;

        Format(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    private GridClipboard() {}

    static void copyText(String text) {
        ClipboardContent c = new ClipboardContent();
        c.putString(text);
        Clipboard.getSystemClipboard().setContent(c);
    }

    /// Copies rows with all visible columns, including the header if there are several rows.
    ///
    /// @param positions positions of the rows from the top
    static void copyRows(DataGrid grid, List<Integer> positions, Format format) {
        int[] rows = positions.stream()
                .mapToInt(i -> grid.order()[i])
                .limit(MAX_ROWS)
                .toArray();
        copy(grid, rows, grid.visibleColumns(), format);
    }

    /// Copies all rows shown, at most the first 200,000.
    ///
    /// @return number of rows copied
    public static int copyAll(DataGrid grid, Format format) {
        int[] rows = grid.order();
        copy(grid, rows, grid.visibleColumns(), format);
        return Math.min(rows.length, MAX_ROWS);
    }

    /// Copies rows and columns, asynchronously if there are many.
    ///
    /// @param order numbers of the rows in the result
    /// @param columns indexes of the columns in the result
    static void copy(DataGrid grid, int[] order, List<Integer> columns, Format format) {
        RowStore rows = grid.rows();
        int[] copied = order.length > MAX_ROWS ? Arrays.copyOf(order, MAX_ROWS) : order;
        if ((long) copied.length * columns.size() <= MAX_VALUES_ON_FX_THREAD) {
            copyText(text(rows, copied, columns, format));
        } else {
            Thread.ofVirtual().start(() -> {
                String text = text(rows, copied, columns, format);
                FxThread.later(() -> copyText(text));
            });
        }
    }

    static String text(RowStore rows, int[] order, List<Integer> columns, Format format) {
        StringWriter out = new StringWriter();
        try {
            switch (format) {
                case TSV -> DelimitedText.writeTabs(rows, order, columns, order.length > 1, out);
                case CSV -> DelimitedText.writeCsv(rows, order, columns, out);
                case MARKDOWN -> MarkdownText.write(rows, order, columns, out);
                case JSON -> JsonText.write(rows, order, columns, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
