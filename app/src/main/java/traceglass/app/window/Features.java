package traceglass.app.window;

import java.util.List;
import traceglass.app.compare.ComparePage;
import traceglass.app.context.Panel;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.export.ExportCommands;
import traceglass.app.fleet.FleetPage;
import traceglass.app.overview.OverviewPage;
import traceglass.app.panel.area.AreaPanel;
import traceglass.app.panel.code.CodePanel;
import traceglass.app.panel.critical.CriticalPathPanel;
import traceglass.app.panel.details.SelectionPanel;
import traceglass.app.panel.events.EventPanel;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.panel.heap.HeapPanel;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.panel.notes.NotesPanel;
import traceglass.app.panel.player.PlayerPanel;
import traceglass.app.panel.queries.QueryLogPanel;
import traceglass.app.panel.search.SearchPanel;
import traceglass.app.panel.selected.SelectedSlicesPanel;
import traceglass.app.panel.size.SizeCommand;
import traceglass.app.panel.sql.SqlPage;
import traceglass.app.record.RecordPage;
import traceglass.app.symbols.SymbolsPanel;
import traceglass.app.ui.Page;

/// Lists the pages and panels of a window. A new page or panel is a class and one line here.
final class Features {

    /// Creates a page for a window.
    interface PageFactory {
        Page create(TraceSlot slot, WindowContext window, TracePair pair);
    }

    /// Pages other than the start page and the timeline, in sidebar order.
    static final List<PageFactory> PAGES = List.of(
            (slot, window, pair) -> new RecordPage(slot, window),
            (slot, window, pair) -> new SqlPage(slot, window),
            (slot, window, pair) -> new OverviewPage(slot, window.messages()),
            (slot, window, pair) -> new ComparePage(slot, window.messages(), pair),
            (slot, window, pair) -> new FleetPage(slot, window));

    private Features() {}

    /// Returns the panels of a window, to be installed for each of its traces.
    static List<Panel> panels() {
        return List.of(
                SelectionPanel.ofWindow(),
                (slot, window, pair) -> AreaPanel.install(slot, window.messages()),
                FlamePanel.ofWindow(),
                (slot, window, pair) -> SelectedSlicesPanel.install(slot, window.messages()),
                (slot, window, pair) -> CodePanel.install(slot, window),
                (slot, window, pair) -> HeapPanel.install(slot, window.messages()),
                (slot, window, pair) -> SearchPanel.install(slot),
                (slot, window, pair) -> ExportCommands.install(slot, window.messages()),
                (slot, window, pair) -> SizeCommand.install(slot, window.messages()),
                (slot, window, pair) -> NotesPanel.install(slot),
                (slot, window, pair) -> PlayerPanel.install(slot, window),
                (slot, window, pair) -> CriticalPathPanel.install(slot, window.messages()),
                (slot, window, pair) -> ListPanel.install(slot, window.messages()),
                (slot, window, pair) -> QueryLogPanel.install(slot, window.messages()),
                (slot, window, pair) -> EventPanel.install(slot, window.messages()),
                (slot, window, pair) -> SymbolsPanel.install(slot, window));
    }
}
