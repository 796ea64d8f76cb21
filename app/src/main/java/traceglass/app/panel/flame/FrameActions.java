package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.memory.HeapGraphSource;
import traceglass.analysis.samples.SampleSource;
import traceglass.app.panel.code.CodePanel;
import traceglass.app.panel.heap.HeapPanel;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.ui.DetailsPane;

/// Actions on a frame of the displayed graph.
final class FrameActions {

    private final DetailsPane detailsPane;
    private final FlameView view;
    private final FilterBar bar;
    private final FlameChoices choices;
    /// Filters with which the displayed graph was created.
    private List<FlameFilter> filters = List.of();
    private FlameFilters.View direction = FlameFilters.View.TOP_DOWN;

    FrameActions(DetailsPane detailsPane, FlameView view, FilterBar bar, FlameChoices choices) {
        this.detailsPane = detailsPane;
        this.view = view;
        this.bar = bar;
        this.choices = choices;
    }

    /// Sets the filters and direction with which the displayed graph was created.
    void setFilters(List<FlameFilter> newFilters, FlameFilters.View newDirection) {
        filters = newFilters;
        direction = newDirection;
    }

    /// Query for the events behind a frame; empty if the source has none.
    Optional<EventListQuery> eventsOf(int node) {
        FlameScope scope = choices.scope();
        return node <= 0 || scope == null || choices.source() == null
                ? Optional.empty()
                : choices.source()
                        .rows(
                                scope,
                                FlameMatch.of(view.tree(), node, filters, direction),
                                view.tree().name(node));
    }

    /// Action that shows the code of a frame of samples.
    private Optional<FrameMenu.Item> codeItem(int node) {
        FlameScope scope = choices.scope();
        String module = view.tree().module(node);
        // Frames of a process or a whole module have their own name as the module.
        boolean isFunction = !module.isEmpty() && !module.equals(view.tree().name(node));
        return scope != null && choices.source() instanceof SampleSource samples && isFunction
                ? Optional.of(new FrameMenu.Item(
                        "go",
                        FlameTexts.SHOW_CODE,
                        true,
                        () -> CodePanel.show(
                                detailsPane,
                                new CodePanel.Request(
                                        samples, scope, view.tree().name(node), module))))
                : Optional.empty();
    }

    /// Actions for the menu of a frame and the buttons next to the graph.
    List<FrameMenu.Item> itemsOf(int node) {
        FlameGraph tree = view.tree();
        List<FrameMenu.Item> items = new ArrayList<>();
        items.add(new FrameMenu.Item(
                "focus", node == 0 ? FlameTexts.SHOW_ALL : FlameTexts.FOCUS, node > 0, () -> view.focus(node)));
        if (node > 0) {
            items.addAll(FrameMenu.filters(tree, node, bar::add));
            FlameScope scope = choices.scope();
            if (choices.source() instanceof HeapGraphSource && scope != null && scope.dump() != null) {
                items.add(new FrameMenu.Item(
                        "go",
                        FlameTexts.SHOW_OBJECTS_OF_CLASS,
                        true,
                        () -> HeapPanel.showClass(
                                detailsPane,
                                scope.dump().upid(),
                                scope.dump().ts(),
                                HeapGraphSource.className(tree.name(node)))));
            }
            eventsOf(node)
                    .ifPresent(list -> items.add(new FrameMenu.Item(
                            "go", FlameTexts.LIST_EVENTS, true, () -> ListPanel.show(detailsPane, list))));
            codeItem(node).ifPresent(items::add);
            items.addAll(FrameMenu.copies(tree, node, choices.measure()));
        }
        return items;
    }
}
