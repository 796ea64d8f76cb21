package traceglass.app.panel.events;

import java.util.List;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import traceglass.analysis.listing.EventColumn;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventRow;
import traceglass.analysis.select.Selection;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.menu.EventMenuItems;
import traceglass.app.panel.menu.MenuEvent;
import traceglass.app.ui.Icon;

/// Context menu of a row of an event list: the menu of the event, and an item that copies the selected rows.
final class EventRowMenu {

    private EventRowMenu() {}

    /// Creates the menu, or returns null while the row is being loaded.
    static ContextMenu of(TraceSlot slot, Messages messages, EventListing listing, EventRow row, Runnable copy) {
        if (row == null) {
            return null;
        }
        var event = new Selection.Event(listing.table(row.key()), listing.id(row.key()), row.ts(), 0);
        ContextMenu menu = new ContextMenu();
        menu.setId("event-menu");
        menu.getItems()
                .addAll(new EventMenuItems(slot, messages)
                        .items(new MenuEvent(event, name(listing, row), row.ts(), null)));
        MenuItem copyItem = new MenuItem(EventTexts.COPY_ROWS, new Icon("copy", 14));
        copyItem.setOnAction(_ -> copy.run());
        menu.getItems().addAll(new SeparatorMenuItem(), copyItem);
        return menu;
    }

    /// Returns the text of the first searchable column that is not empty: the message of a log line, the name of an
    /// event.
    private static String name(EventListing listing, EventRow row) {
        List<String> columns = listing.columns().stream().map(EventColumn::name).toList();
        for (String column : listing.searchedColumns()) {
            int index = columns.indexOf(column);
            if (index >= 0 && row.values()[index] != null && !row.values()[index].isBlank()) {
                return row.values()[index];
            }
        }
        return listing.nouns().getFirst();
    }
}
