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

    private static final String GROUP = "Flame graph";

    private FlameCommands() {}

    static void register(TraceSlot slot, Notices notices, TracePair pair, FlamePanel panel) {
        registerOpening(slot, notices, panel);
        registerComparing(slot, pair, panel);
        add(
                slot.host().commands(),
                "flame.rows",
                "List events of the selected frame",
                "table",
                () -> panel.behindSelected().isPresent(),
                () -> panel.behindSelected()
                        .ifPresent(list -> ListPanel.show(slot.host().detailsPane(), list)));
        registerSaving(slot.host().commands(), panel);
        registerCopying(slot.host().commands(), panel);
    }

    private static void registerOpening(TraceSlot slot, Notices notices, FlamePanel panel) {
        add(
                slot.host().commands(),
                "flame.trace",
                "Show flame graph of the whole trace",
                "flame",
                () -> isReady(slot.trace()),
                panel::showTrace);
        add(
                slot.host().commands(),
                "flame.heap-profile",
                "Show flame graph of the last heap profile",
                "memory",
                () -> isReady(slot.trace()),
                () -> last(
                        slot,
                        notices,
                        "This trace has no heap profile. Record one with the data source android.heapprofd."));
    }

    private static void registerComparing(TraceSlot slot, TracePair pair, FlamePanel panel) {
        add(
                slot.host().commands(),
                "flame.base",
                "Use flame graph as comparison base",
                "compare",
                panel::hasGraph,
                panel::setBase);
        add(
                slot.host().commands(),
                "flame.swap",
                "Swap compared flame graphs",
                "compare",
                () -> panel.hasGraph() && panel.compare().isOn(),
                panel.compare()::swap);
        add(
                slot.host().commands(),
                "flame.compare-traces",
                "Compare flame graphs of both traces",
                "compare",
                () -> isReady(slot.trace()) && OtherTraceBase.isThere(slot, pair),
                () -> {
                    slot.navigation().navigator().showPage("timeline");
                    panel.compareWithOther();
                });
        add(
                slot.host().commands(),
                "flame.compare-stop",
                "Stop comparing flame graphs",
                "x",
                () -> panel.compare().isOn(),
                panel.compare()::clear);
    }

    private static void registerSaving(Commands commands, FlamePanel panel) {
        add(commands, "flame.save-svg", "Save flame graph as SVG…", "save", panel::hasGraph, panel.export()::saveSvg);
        add(
                commands,
                "flame.save-collapsed",
                "Save flame graph as collapsed stacks…",
                "save",
                panel::hasGraph,
                panel.export()::saveCollapsed);
        add(
                commands,
                "flame.save-pprof",
                "Save flame graph as pprof profile…",
                "save",
                panel::hasGraph,
                panel.export()::savePprof);
    }

    private static void registerCopying(Commands commands, FlamePanel panel) {
        add(commands, "flame.copy-svg", "Copy flame graph as SVG", "copy", panel::hasGraph, panel.export()::copySvg);
        add(
                commands,
                "flame.copy-collapsed",
                "Copy flame graph as collapsed stacks",
                "copy",
                panel::hasGraph,
                panel.export()::copyCollapsed);
        add(
                commands,
                "flame.copy-tsv",
                "Copy flame graph tree as TSV",
                "copy",
                panel::hasGraph,
                panel.export()::copyTsv);
        add(
                commands,
                "flame.copy-json",
                "Copy flame graph tree as JSON",
                "copy",
                panel::hasGraph,
                panel.export()::copyJson);
        add(
                commands,
                "flame.copy-markdown",
                "Copy flame graph tree as Markdown",
                "copy",
                panel::hasGraph,
                panel.export()::copyMarkdown);
    }

    private static void add(
            Commands commands, String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        commands.register(Command.of(id, GROUP, title, icon, "", enabled, action));
    }

    private static boolean isReady(OpenTrace openTrace) {
        return openTrace.session() != null && openTrace.session().isReady();
    }

    private static void last(TraceSlot slot, Notices notices, String none) {
        TraceSession trace = slot.trace().session();
        trace.queries()
                .submit(
                        "flame-last",
                        LastProfile::allocations,
                        found -> found.ifPresentOrElse(
                                slot.selection()::set, () -> notices.show(Notices.Severity.INFO, "flame", none)),
                        e -> notices.show(
                                Notices.Severity.ERROR, "flame", "Can't find the heap profile: " + e.getMessage()));
    }
}
