package traceglass.app.window;

import java.util.List;
import java.util.function.Function;
import traceglass.app.compare.ComparePage;
import traceglass.app.context.AppContext;
import traceglass.app.overview.OverviewPage;
import traceglass.app.panel.area.AreaPanel;
import traceglass.app.panel.critical.CriticalPathPanel;
import traceglass.app.panel.details.SelectionPanel;
import traceglass.app.panel.events.EventPanel;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.panel.heap.HeapPanel;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.panel.notes.NotesPanel;
import traceglass.app.panel.queries.QueryLogPanel;
import traceglass.app.panel.search.SearchPanel;
import traceglass.app.panel.sql.SqlPage;
import traceglass.app.record.RecordPage;
import traceglass.app.ui.Page;

/// What a window has, one line each: a new page or panel is a class and a line here.
public final class Features {

    /// Pages besides start and timeline, in the order of the sidebar.
    public static final List<Function<AppContext, Page>> PAGES =
            List.of(RecordPage::new, SqlPage::new, OverviewPage::new, ComparePage::new);

    /// Panels: each adds its tabs to the drawer and its commands, and follows session and selection from then on.
    public static final List<java.util.function.Consumer<AppContext>> PANELS = List.of(
            SelectionPanel::install,
            AreaPanel::install,
            FlamePanel::install,
            HeapPanel::install,
            SearchPanel::install,
            NotesPanel::install,
            CriticalPathPanel::install,
            ListPanel::install,
            QueryLogPanel::install,
            EventPanel::install);

    private Features() {}
}
