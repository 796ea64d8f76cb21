package traceglass.app.window;

import traceglass.app.AppContext;
import traceglass.app.cli.EventRef;
import traceglass.app.cli.TimeRange;

/// Shows what the command line asked for once the trace is there.
final class Arrival {

    private final MainWindow window;
    private final AppContext context;

    Arrival(MainWindow window) {
        this.window = window;
        this.context = window.context();
    }

    /// Each may be null.
    void show(TimeRange time, EventRef select, String sql) {
        if (time != null) {
            window.timeline().view().showSpan(time.in(context.session().bounds()));
        }
        if (select != null) {
            if (time != null) {
                // The window stays where it was asked to be.
                context.navigator().select(select.table(), select.id());
            } else {
                context.navigator().goTo(select.table(), select.id());
            }
            context.drawer().openProperty().set(true);
        }
        if (sql != null) {
            context.navigator().openSql(sql, true);
        }
    }
}
