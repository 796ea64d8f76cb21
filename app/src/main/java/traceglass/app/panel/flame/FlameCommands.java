package traceglass.app.panel.flame;

import java.util.function.BooleanSupplier;
import traceglass.analysis.heap.LastProfile;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// The commands of flame graphs.
final class FlameCommands {

    private static final String GROUP = "Flame graph";

    private FlameCommands() {}

    static void register(AppContext context, FlamePanel panel) {
        BooleanSupplier ready =
                () -> context.session() != null && context.session().isReady();
        BooleanSupplier graph = panel::hasGraph;
        add(context, "flame.trace", "Show a flame graph of the whole trace", "flame", ready, panel::showTrace);
        add(
                context,
                "flame.heap-profile",
                "Show the flame graph of the last heap profile",
                "memory",
                ready,
                () -> last(
                        context, "This trace has no heap profile. Record one with the data source android.heapprofd."));
        add(
                context,
                "flame.base",
                "Use this flame graph as the base of a comparison",
                "compare",
                graph,
                panel::setBase);
        add(
                context,
                "flame.swap",
                "Swap both sides of the compared flame graphs",
                "compare",
                () -> graph.getAsBoolean() && panel.compare().isOn(),
                panel.compare()::swap);
        add(
                context,
                "flame.compare-traces",
                "Compare the flame graphs of both traces",
                "compare",
                () -> ready.getAsBoolean() && FlameOther.isThere(context),
                () -> {
                    context.navigator().showPage("timeline");
                    panel.compareWithOther();
                });
        add(
                context,
                "flame.compare-stop",
                "Stop comparing flame graphs",
                "x",
                () -> panel.compare().isOn(),
                panel.compare()::clear);
        add(
                context,
                "flame.rows",
                "List what is behind the selected frame",
                "table",
                () -> panel.behindSelected().isPresent(),
                () -> panel.behindSelected().ifPresent(list -> ListPanel.show(context, list)));
        add(
                context,
                "flame.save-svg",
                "Save the flame graph as a picture (SVG)…",
                "save",
                graph,
                panel.export()::saveSvg);
        add(
                context,
                "flame.save-collapsed",
                "Save the flame graph as collapsed stacks…",
                "save",
                graph,
                panel.export()::saveCollapsed);
        add(
                context,
                "flame.save-pprof",
                "Save the flame graph as a pprof profile…",
                "save",
                graph,
                panel.export()::savePprof);
        add(
                context,
                "flame.copy-svg",
                "Copy the flame graph as a picture (SVG)",
                "copy",
                graph,
                panel.export()::copySvg);
        add(
                context,
                "flame.copy-collapsed",
                "Copy the flame graph as collapsed stacks",
                "copy",
                graph,
                panel.export()::copyCollapsed);
        add(context, "flame.copy-tsv", "Copy the flame graph's tree as TSV", "copy", graph, panel.export()::copyTsv);
        add(context, "flame.copy-json", "Copy the flame graph's tree as JSON", "copy", graph, panel.export()::copyJson);
        add(
                context,
                "flame.copy-markdown",
                "Copy the flame graph's tree as Markdown",
                "copy",
                graph,
                panel.export()::copyMarkdown);
    }

    private static void add(
            AppContext context, String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        context.commands().register(Command.of(id, GROUP, title, icon, "", enabled, action));
    }

    private static void last(AppContext context, String none) {
        TraceSession trace = context.session();
        trace.queries()
                .submit(
                        "flame-last",
                        LastProfile::allocations,
                        found -> found.ifPresentOrElse(
                                context.selectionProperty()::set,
                                () -> context.notices().show(Notices.Severity.INFO, "flame", none)),
                        e -> context.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "flame",
                                        "The profile could not be looked up: " + e.getMessage()));
    }
}
