package traceglass.app.panel.heap;

import traceglass.app.command.Command;
import traceglass.app.context.AppContext;

/// The commands of Java heap dumps.
final class HeapCommands {

    private static final String GROUP = "Java heap";

    private HeapCommands() {}

    static void register(AppContext context, HeapPanel panel) {
        add(context, panel, "heap.open", "Open the Java heap dump", () -> panel.open("Classes"));
        add(context, panel, "heap.dominators", "Show what dominates the Java heap", () -> panel.open("Dominators"));
        add(context, panel, "heap.objects", "List all objects of the Java heap dump", () -> panel.open("Objects"));
        add(context, panel, "heap.flame", "Show the Java heap dump as a flame graph", panel::showFlame);
        context.commands()
                .register(Command.of(
                        "heap.compare",
                        GROUP,
                        "Compare with the heap dump before",
                        "compare",
                        "",
                        () -> panel.previous() != null,
                        panel::comparePrevious));
    }

    private static void add(AppContext context, HeapPanel panel, String id, String title, Runnable action) {
        context.commands().register(Command.of(id, GROUP, title, "memory", "", panel::hasDumps, action));
    }
}
