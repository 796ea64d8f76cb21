package traceglass.app.panel.flame;

import java.util.function.BooleanSupplier;
import traceglass.analysis.heap.LastProfile;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// Registers the commands of flame graphs.
final class FlameCommands {

    private FlameCommands() {}

    static void register(TraceSlot slot, Notices notices, TracePair pair, FlamePanel panel) {
        registerOpening(slot, notices, panel);
        registerComparing(slot, pair, panel);
        add(
                slot.host().commands(),
                "flame.rows",
                FlameTexts.LIST_EVENTS_COMMAND,
                "table",
                () -> panel.eventsOfSelected().isPresent(),
                () -> panel.eventsOfSelected()
                        .ifPresent(list -> ListPanel.show(slot.host().detailsPane(), list)));
        registerViews(slot, panel);
        registerSaving(slot.host().commands(), panel);
        registerCopying(slot.host().commands(), panel);
    }

    private static void registerOpening(TraceSlot slot, Notices notices, FlamePanel panel) {
        add(
                slot.host().commands(),
                "flame.trace",
                FlameTexts.SHOW_TRACE_COMMAND,
                "flame",
                () -> isReady(slot.trace()),
                panel::showTrace);
        add(
                slot.host().commands(),
                "flame.off-cpu",
                FlameTexts.SHOW_OFF_CPU_COMMAND,
                "clock",
                () -> isReady(slot.trace()),
                panel::showOffCpu);
        add(
                slot.host().commands(),
                "flame.heap-profile",
                FlameTexts.SHOW_HEAP_PROFILE_COMMAND,
                "memory",
                () -> isReady(slot.trace()),
                () -> showLastHeapProfile(slot, notices));
    }

    private static void registerViews(TraceSlot slot, FlamePanel panel) {
        addView(slot, panel, "flame.view-graph", FlameTexts.VIEW_GRAPH_COMMAND, "flame", FlameViews.View.GRAPH);
        addView(slot, panel, "flame.view-tree", FlameTexts.VIEW_TREE_COMMAND, "stack", FlameViews.View.TREE);
        addView(
                slot,
                panel,
                "flame.view-functions",
                FlameTexts.VIEW_FUNCTIONS_COMMAND,
                "table",
                FlameViews.View.FUNCTIONS);
    }

    private static void addView(
            TraceSlot slot, FlamePanel panel, String id, String title, String icon, FlameViews.View view) {
        add(slot.host().commands(), id, title, icon, () -> isReady(slot.trace()), () -> panel.show(view));
    }

    private static void registerComparing(TraceSlot slot, TracePair pair, FlamePanel panel) {
        add(
                slot.host().commands(),
                "flame.base",
                FlameTexts.USE_AS_BASE_COMMAND,
                "compare",
                panel::hasGraph,
                panel::setBase);
        add(
                slot.host().commands(),
                "flame.swap",
                FlameTexts.SWAP_COMMAND,
                "compare",
                () -> panel.hasGraph() && panel.compare().isActive(),
                panel.compare()::swap);
        add(
                slot.host().commands(),
                "flame.compare-traces",
                FlameTexts.COMPARE_TRACES_COMMAND,
                "compare",
                () -> isReady(slot.trace()) && OtherTraceBase.isReady(slot, pair),
                () -> {
                    slot.navigation().navigator().showPage("timeline");
                    panel.compareWithOther();
                });
        add(
                slot.host().commands(),
                "flame.compare-stop",
                FlameTexts.STOP_COMPARING_COMMAND,
                "x",
                () -> panel.compare().isActive(),
                panel.compare()::clear);
    }

    private static void registerSaving(Commands commands, FlamePanel panel) {
        add(commands, "flame.save-svg", FlameTexts.SAVE_SVG_COMMAND, "save", panel::hasGraph, panel.export()::saveSvg);
        add(
                commands,
                "flame.save-collapsed",
                FlameTexts.SAVE_COLLAPSED_COMMAND,
                "save",
                panel::hasGraph,
                panel.export()::saveCollapsed);
        add(
                commands,
                "flame.save-pprof",
                FlameTexts.SAVE_PPROF_COMMAND,
                "save",
                panel::hasGraph,
                panel.export()::savePprof);
        add(
                commands,
                "flame.save-table",
                FlameTexts.SAVE_TABLE_COMMAND,
                "save",
                panel::hasGraph,
                panel.export()::saveTable);
    }

    private static void registerCopying(Commands commands, FlamePanel panel) {
        add(commands, "flame.copy-svg", FlameTexts.COPY_SVG_COMMAND, "copy", panel::hasGraph, panel.export()::copySvg);
        add(
                commands,
                "flame.copy-collapsed",
                FlameTexts.COPY_COLLAPSED_COMMAND,
                "copy",
                panel::hasGraph,
                panel.export()::copyCollapsed);
        add(commands, "flame.copy-tsv", FlameTexts.COPY_TSV_COMMAND, "copy", panel::hasGraph, panel.export()::copyTsv);
        add(
                commands,
                "flame.copy-json",
                FlameTexts.COPY_JSON_COMMAND,
                "copy",
                panel::hasGraph,
                panel.export()::copyJson);
        add(
                commands,
                "flame.copy-markdown",
                FlameTexts.COPY_MARKDOWN_COMMAND,
                "copy",
                panel::hasGraph,
                panel.export()::copyMarkdown);
    }

    private static void add(
            Commands commands, String id, String title, String icon, BooleanSupplier isEnabled, Runnable action) {
        commands.register(Command.of(id, FlameTexts.FLAME_GRAPH, title, icon, "", isEnabled, action));
    }

    private static boolean isReady(OpenTrace openTrace) {
        return openTrace.session() != null && openTrace.session().isReady();
    }

    private static void showLastHeapProfile(TraceSlot slot, Notices notices) {
        TraceSession trace = slot.trace().session();
        trace.queries()
                .submit(
                        "flame-last",
                        LastProfile::allocations,
                        found -> found.ifPresentOrElse(
                                slot.selection()::set,
                                () -> notices.show(Notices.Severity.INFO, "flame", FlameTexts.NO_HEAP_PROFILE)),
                        e -> notices.show(
                                Notices.Severity.ERROR, "flame", FlameTexts.cantFindHeapProfile(e.getMessage())));
    }
}
