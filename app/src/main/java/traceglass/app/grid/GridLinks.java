package traceglass.app.grid;

import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Navigator;

/// Where the links in the cells of a [DataGrid] lead: to what an id names, to a point in time and to whom it belongs,
/// or to what the grid's owner makes of a row.
final class GridLinks {

    /// Whose time a row tells, the nearest owner first.
    private static final List<String> OWNERS = List.of("track_id", "utid", "upid");

    private final Navigator navigator;
    private IntConsumer taken;

    /// @param navigator where links go, or null where they go nowhere
    GridLinks(Navigator navigator) {
        this.navigator = navigator;
    }

    /// Has every link do this with the number of its row.
    void takenBy(IntConsumer action) {
        taken = action;
    }

    /// Whether the grid's owner counts on the numbers of its rows.
    boolean areTaken() {
        return taken != null;
    }

    /// Goes where the value of a cell points to.
    ///
    /// @param row number of the row in the content's rows
    /// @param column place in the content's columns
    /// @param stay whether to select without leaving
    void follow(GridContent content, int row, int column, boolean stay) {
        GridColumn about = content.columns().get(column);
        if (taken != null) {
            taken.accept(row);
            return;
        }
        if (navigator == null || content.rows().isNull(row, about.source())) {
            return;
        }
        long value = content.rows().getLong(row, about.source());
        if (about.links() != null) {
            go(about.links(), value, stay);
            return;
        }
        // A time leads to the event that has it, when the row says which one that is.
        Optional<GridColumn> event = about.title().equalsIgnoreCase("ts")
                ? linked(content, row, "id")
                        .filter(c -> Subjects.table(c.links())
                                .filter(EventTable::isSelectable)
                                .isPresent())
                : Optional.empty();
        if (event.isPresent()) {
            go(event.get().links(), content.rows().getLong(row, event.get().source()), stay);
            return;
        }
        navigator.goToTime(value);
        OWNERS.stream()
                .flatMap(title -> linked(content, row, title).stream())
                .findFirst()
                .ifPresent(c -> go(c.links(), content.rows().getLong(row, c.source()), stay));
    }

    /// The column of this title whose values are links, where the row has one.
    private static Optional<GridColumn> linked(GridContent content, int row, String title) {
        return content.columns().stream()
                .filter(c -> c.links() != null
                        && c.title().equalsIgnoreCase(title)
                        && !content.rows().isNull(row, c.source()))
                .findFirst();
    }

    private void go(String links, long id, boolean stay) {
        if (stay) {
            navigator.select(links, id);
        } else {
            navigator.goTo(links, id);
        }
    }
}
