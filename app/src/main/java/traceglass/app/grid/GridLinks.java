package traceglass.app.grid;

import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Navigator;

/// Targets of links in the cells of a [DataGrid]: the item that an id refers to, a time and its owner, or an action
/// of the grid's owner.
final class GridLinks {

    /// Columns with the owner of a row's time, most specific first.
    private static final List<String> OWNERS = List.of("track_id", "utid", "upid");

    private final Navigator navigator;
    private IntConsumer action;

    /// Creates the links.
    ///
    /// @param navigator target of links, or null to ignore clicks
    GridLinks(Navigator navigator) {
        this.navigator = navigator;
    }

    /// Replaces the action of all links by one that receives the row number.
    void setAction(IntConsumer action) {
        this.action = action;
    }

    /// Returns whether the grid's owner relies on row numbers.
    boolean hasAction() {
        return action != null;
    }

    /// Follows the link in a cell.
    ///
    /// @param row index of the row in the content's rows
    /// @param column index in the content's columns
    /// @param staysOnPage whether to select without navigating
    void follow(GridContent content, int row, int column, boolean staysOnPage) {
        GridColumn clicked = content.columns().get(column);
        if (action != null) {
            action.accept(row);
            return;
        }
        if (navigator == null || content.rows().isNull(row, clicked.source())) {
            return;
        }
        long value = content.rows().getLong(row, clicked.source());
        if (clicked.links() != null) {
            navigate(clicked.links(), value, staysOnPage);
            return;
        }
        // A time links to the event that starts then, if the row identifies it.
        Optional<GridColumn> event = clicked.title().equalsIgnoreCase("ts")
                ? linked(content, row, "id")
                        .filter(c -> Subjects.table(c.links())
                                .filter(EventTable::isSelectable)
                                .isPresent())
                : Optional.empty();
        if (event.isPresent()) {
            navigate(
                    event.get().links(), content.rows().getLong(row, event.get().source()), staysOnPage);
            return;
        }
        navigator.goToTime(value);
        OWNERS.stream()
                .flatMap(title -> linked(content, row, title).stream())
                .findFirst()
                .ifPresent(c -> navigate(c.links(), content.rows().getLong(row, c.source()), staysOnPage));
    }

    /// The column with this title if it contains links and has a value in the row.
    private static Optional<GridColumn> linked(GridContent content, int row, String title) {
        return content.columns().stream()
                .filter(c -> c.links() != null
                        && c.title().equalsIgnoreCase(title)
                        && !content.rows().isNull(row, c.source()))
                .findFirst();
    }

    private void navigate(String links, long id, boolean staysOnPage) {
        if (staysOnPage) {
            navigator.select(links, id);
        } else {
            navigator.goTo(links, id);
        }
    }
}
