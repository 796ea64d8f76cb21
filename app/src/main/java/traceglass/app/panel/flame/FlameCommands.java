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
        registerOpening(context, panel);
        registerComparing(context, panel);
        add(
                context,
                "flame.rows",
                "List what is behind the selected frame",
                "table",
                () -> panel.behindSelected().isPresent(),
                () -> panel.behindSelected().ifPresent(list -> ListPanel.show(context, list)));
        registerSaving(context, panel);
        registerCopying(context, panel);
    }

    private static void registerOpening(AppContext context, FlamePanel panel) {
        add(
                context,
                "flame.trace",
                "Show a flame graph of the whole trace",
                "flame",
                () -> isReady(context),
                panel::showTrace);
        add(
                context,
                "flame.heap-profile",
                "Show the flame graph of the last heap profile",
                "memory",
                () -> isReady(context),
                () -> last(
                        context, "This trace has no heap profile. Record one with the data source android.heapprofd."));
    }

    private static void registerComparing(AppContext context, FlamePanel panel) {
        add(
                context,
                "flame.base",
                "Use this flame graph as the base of a comparison",
                "compare",
                panel::hasGraph,
                panel::setBase);
        add(
                context,
                "flame.swap",
                "Swap both sides of the compared flame graphs",
                "compare",
                () -> panel.hasGraph() && panel.compare().isOn(),
                panel.compare()::swap);
        add(
                context,
                "flame.compare-traces",
                "Compare the flame graphs of both traces",
                "compare",
                () -> isReady(context) && FlameOther.isThere(context),
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
    }

    private static void registerSaving(AppContext context, FlamePanel panel) {
        add(
                context,
                "flame.save-svg",
                "Save the flame graph as a picture (SVG)…",
                "save",
                panel::hasGraph,
                panel.export()::saveSvg);
        add(
                context,
                "flame.save-collapsed",
                "Save the flame graph as collapsed stacks…",
                "save",
                panel::hasGraph,
                panel.export()::saveCollapsed);
        add(
                context,
                "flame.save-pprof",
                "Save the flame graph as a pprof profile…",
                "save",
                panel::hasGraph,
                panel.export()::savePprof);
    }

    private static void registerCopying(AppContext context, FlamePanel panel) {
        add(
                context,
                "flame.copy-svg",
                "Copy the flame graph as a picture (SVG)",
                "copy",
                panel::hasGraph,
                panel.export()::copySvg);
        add(
                context,
                "flame.copy-collapsed",
                "Copy the flame graph as collapsed stacks",
                "copy",
                panel::hasGraph,
                panel.export()::copyCollapsed);
        add(
                context,
                "flame.copy-tsv",
                "Copy the flame graph's tree as TSV",
                "copy",
                panel::hasGraph,
                panel.export()::copyTsv);
        add(
                context,
                "flame.copy-json",
                "Copy the flame graph's tree as JSON",
                "copy",
                panel::hasGraph,
                panel.export()::copyJson);
        add(
                context,
                "flame.copy-markdown",
                "Copy the flame graph's tree as Markdown",
                "copy",
                panel::hasGraph,
                panel.export()::copyMarkdown);
    }

    private static void add(
            AppContext context, String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        context.commands().register(Command.of(id, GROUP, title, icon, "", enabled, action));
    }

    private static boolean isReady(AppContext context) {
        return context.session() != null && context.session().isReady();
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
