package traceglass.app.grid;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// Copies from a grid.
public final class GridClipboard {

    /// What other programs still take from a clipboard without trouble.
    private static final int MOST_ROWS = 200_000;

    private GridClipboard() {}

    static void put(String text) {
        ClipboardContent c = new ClipboardContent();
        c.putString(text);
        Clipboard.getSystemClipboard().setContent(c);
    }

    /// Copies rows, with the header when they are several, as text with tabs.
    ///
    /// @param places of the rows from the top
    static void copyRows(DataGrid grid, List<Integer> places) {
        int[] rows = places.stream().mapToInt(i -> grid.order()[i]).limit(MOST_ROWS).toArray();
        copy(grid, rows);
    }

    /// Copies all rows shown, the first 200 000 where there are more.
    ///
    /// @return how many were copied
    public static int copyAll(DataGrid grid) {
        int n = Math.min(grid.order().length, MOST_ROWS);
        copy(grid, java.util.Arrays.copyOf(grid.order(), n));
        return n;
    }

    private static void copy(DataGrid grid, int[] rows) {
        StringWriter out = new StringWriter();
        try {
            DelimitedText.tabs(grid.rows(), rows, grid.visibleColumns(), rows.length > 1, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        put(out.toString());
    }
}
