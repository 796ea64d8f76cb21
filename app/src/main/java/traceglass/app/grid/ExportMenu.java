package traceglass.app.grid;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import traceglass.analysis.rows.RowFiles;
import traceglass.app.context.Messages;
import traceglass.app.ui.ToolButton;

/// Button that saves the content of a grid, with its filters, order, groups and columns, in any format of [ResultFile].
public final class ExportMenu {

    private ExportMenu() {}

    /// Opens the menu for keyboard use, e.g. from a command.
    public static void open(MenuButton export) {
        export.requestFocus();
        export.show();
    }

    /// Creates a button for a grid.
    ///
    /// @param id id prefix of this part of the window: the button is `ID-export`, its items are
    ///     `ID-save-csv` and so on
    /// @param grid supplies the grid each time the menu opens, or null if there is none
    /// @param name supplies the suggested file name without extension
    public static MenuButton of(Messages messages, String id, Supplier<DataGrid> grid, Supplier<String> name) {
        MenuButton export = of(id, format -> {
            DataGrid shown = grid.get();
            if (shown != null) {
                ResultFile.save(messages, shown, format, name.get());
            }
        });
        export.setOnShowing(_ -> {
            DataGrid shown = grid.get();
            export.getItems()
                    .forEach(i -> i.setDisable(shown == null || shown.rows().columns() == 0));
        });
        return export;
    }

    /// Creates a button for rows that are not in a grid.
    ///
    /// @param id id prefix, as above
    /// @param save asks for a file and saves the rows
    public static MenuButton of(String id, Consumer<RowFiles.Format> save) {
        MenuButton export = ToolButton.menu("export", GridTexts.EXPORT);
        export.setId(id + "-export");
        for (RowFiles.Format format : RowFiles.Format.values()) {
            MenuItem item = new MenuItem(GridTexts.exportAs(format.title()));
            item.setId(id + "-save-" + format.name().toLowerCase(Locale.ROOT));
            item.setOnAction(_ -> save.accept(format));
            export.getItems().add(item);
        }
        return export;
    }
}
