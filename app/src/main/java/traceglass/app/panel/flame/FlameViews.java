package traceglass.app.panel.flame;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Segments;
import traceglass.render.color.Palette;

/// The displayed graph as a picture, as a call tree or as a table of functions, next to the details of the selected
/// frame or function. The selection is kept when the view changes.
final class FlameViews {

    /// Ways to display frames.
    enum View {
        GRAPH(FlameTexts.VIEW_GRAPH),
        TREE(FlameTexts.CALL_TREE),
        FUNCTIONS(FlameTexts.FUNCTIONS);

        private final String title;

        View(String title) {
            this.title = title;
        }
    }

    /// Width from which the details are shown without a selection, px at the default text size.
    private static final double WIDE = 900;
    /// Actions on one frame that do not apply to all frames of a function.
    private static final Set<String> SINGLE_FRAME_ACTIONS =
            Set.of(FlameTexts.LIST_EVENTS, FlameTexts.COPY_STACK, FlameTexts.COPY_STACK_WITH_VALUES);

    private final FlameView graph;
    private final IntFunction<List<FrameMenu.Item>> actions;
    private final CallTree tree = new CallTree(this::onChosenInTree);
    private final FunctionTable table = new FunctionTable(this::onChosenFunction);
    private final FrameDetails frameDetails;
    private final FunctionDetails functionDetails = new FunctionDetails(this::goToFunction, f -> functionActions(f));
    private final Segments<View> choice;
    private final SplitPane split;
    private final Region details;
    private FlameFunctions functions = FlameFunctions.EMPTY;
    private FlameMeasure measure = new FlameMeasure("samples", FlameTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);
    private View view = View.GRAPH;
    private int function = -1;
    private boolean isChoosing;

    /// @param actions actions on a frame of the graph
    /// @param whenChanged called when the user chose another view
    FlameViews(FlameView graph, IntFunction<List<FrameMenu.Item>> actions, Runnable whenChanged) {
        this.graph = graph;
        this.actions = actions;
        frameDetails = new FrameDetails(graph::select, this::frameActions);
        choice = new Segments<>(v -> {
            set(v);
            whenChanged.run();
        });
        for (View v : View.values()) {
            choice.addSegment(v, v.title, "flame-view-" + v.name().toLowerCase(Locale.ROOT));
        }
        graph.onSelect(this::onSelected);
        graph.onMenu(node -> FrameMenu.menu(frameActions(node)));
        tree.onMenu(node -> FrameMenu.menu(frameActions(node)));
        table.onMenu(f -> FrameMenu.menu(functionActions(f)));
        details = new StackPane(frameDetails, functionDetails);
        details.setMinWidth(240);
        split = new SplitPane(new StackPane(graph, tree, table), details);
        SplitPane.setResizableWithParent(details, false);
        split.setDividerPositions(.78);
        split.widthProperty().addListener((_, _, _) -> arrange());
        split.getStyleClass().add("tg-result-split");
        set(View.GRAPH);
    }

    /// The views, with the details to the right.
    Node node() {
        return split;
    }

    /// The buttons that choose a view.
    Segments<View> choice() {
        return choice;
    }

    View view() {
        return view;
    }

    /// Displays the view with this name; does nothing if there is none.
    void set(String name) {
        for (View v : View.values()) {
            if (v.name().equals(name)) {
                set(v);
            }
        }
    }

    void set(View chosen) {
        int frame = graph.selected();
        boolean leavesFunctions = view == View.FUNCTIONS && chosen != View.FUNCTIONS;
        view = chosen;
        choice.setValue(chosen);
        show(graph, chosen == View.GRAPH);
        show(tree, chosen == View.TREE);
        show(table, chosen == View.FUNCTIONS);
        show(frameDetails, chosen != View.FUNCTIONS);
        show(functionDetails, chosen == View.FUNCTIONS);
        if (chosen == View.FUNCTIONS) {
            goToFunction(frame > 0 ? functionOf(frame) : function);
        } else if (leavesFunctions && function >= 0 && (frame <= 0 || functionOf(frame) != function)) {
            graph.select(FlameFunctions.largest(graph.tree(), functions.get(function)));
        } else if (chosen == View.TREE) {
            tree.select(frame);
        }
        arrange();
    }

    /// In narrow windows, the details are shown next to a table only if something is selected. The graph always has
    /// them, because its frames must not move under the pointer between two clicks.
    private void arrange() {
        boolean isNeeded = view == View.GRAPH
                || split.getWidth() <= 0
                || split.getWidth() >= WIDE * StyleSheets.factor()
                || (view == View.FUNCTIONS ? function >= 0 : graph.selected() >= 0);
        if (isNeeded == split.getItems().contains(details)) {
            return;
        }
        if (isNeeded) {
            split.getItems().add(details);
            split.setDividerPositions(.78);
        } else {
            split.getItems().remove(details);
        }
    }

    private static void show(Node node, boolean isShown) {
        node.setVisible(isShown);
        node.setManaged(isShown);
    }

    private int functionOf(int frame) {
        FlameGraph tree = graph.tree();
        return functions.find(tree.name(frame), tree.module(frame));
    }

    /// Displays another graph.
    ///
    /// @param sums functions of the same stacks
    void show(FlameGraph newGraph, FlameFunctions sums, FlameMeasure newMeasure) {
        FlameFunctions.Function selectedFunction = function < 0 ? null : functions.get(function);
        measure = newMeasure;
        functions = sums;
        function = selectedFunction == null ? -1 : sums.find(selectedFunction.name(), selectedFunction.module());
        graph.show(newGraph, newMeasure);
        frameDetails.show(newGraph, -1, newMeasure);
        tree.show(newGraph, newMeasure);
        table.show(sums, newMeasure);
        table.select(function);
        functionDetails.show(sums, function, newMeasure);
        arrange();
    }

    void setColors(Palette palette, boolean isByModule) {
        graph.setPalette(palette);
        graph.setColorsByModule(isByModule);
        tree.setColors(palette, isByModule);
        table.setColors(palette, isByModule);
    }

    /// Highlights the frames that match the typed text, and lists only matching functions; null for no text.
    void mark(Pattern typed) {
        tree.setPattern(typed);
        table.filter(typed);
    }

    /// The functions of the displayed graph.
    FlameFunctions functions() {
        return functions;
    }

    /// Numbers of the displayed functions in order.
    int[] order() {
        return table.order();
    }

    private void onSelected(int node) {
        frameDetails.show(graph.tree(), node, measure);
        arrange();
        if (!isChoosing && view == View.TREE) {
            tree.select(node);
        }
    }

    private void onChosenInTree(int node) {
        isChoosing = true;
        graph.select(node);
        isChoosing = false;
    }

    private void onChosenFunction(int chosen) {
        function = chosen;
        functionDetails.show(functions, chosen, measure);
        arrange();
    }

    private void goToFunction(int chosen) {
        table.select(chosen);
        onChosenFunction(chosen);
    }

    private List<FrameMenu.Item> frameActions(int node) {
        return actions.apply(node).stream().map(this::inGraph).toList();
    }

    /// Actions on the frame of a function with the largest value.
    private List<FrameMenu.Item> functionActions(int function) {
        int node = FlameFunctions.largest(graph.tree(), functions.get(function));
        return node < 0
                ? List.of()
                : actions.apply(node).stream()
                        .filter(i -> !SINGLE_FRAME_ACTIONS.contains(i.title()))
                        .map(this::inGraph)
                        .toList();
    }

    /// Returns the action; outside the graph, focusing a frame also shows the graph.
    private FrameMenu.Item inGraph(FrameMenu.Item item) {
        return view == View.GRAPH || !item.title().equals(FlameTexts.FOCUS)
                ? item
                : new FrameMenu.Item(item.group(), FlameTexts.SHOW_IN_GRAPH, item.hasButton(), () -> {
                    set(View.GRAPH);
                    item.action().run();
                });
    }
}
