package traceglass.app.panel.heap;

import traceglass.app.command.Command;
import traceglass.app.command.Commands;

/// The commands of Java heap dumps.
final class HeapCommands {

    private static final String GROUP = "Java heap";

    private HeapCommands() {}

    static void register(Commands commands, HeapPanel panel) {
        add(commands, panel, "heap.open", "Open the Java heap dump", () -> panel.open("Classes"));
        add(commands, panel, "heap.dominators", "Show what dominates the Java heap", () -> panel.open("Dominators"));
        add(commands, panel, "heap.objects", "List all objects of the Java heap dump", () -> panel.open("Objects"));
        add(commands, panel, "heap.flame", "Show the Java heap dump as a flame graph", panel::showFlame);
        commands.register(Command.of(
                "heap.compare",
                GROUP,
                "Compare with the heap dump before",
                "compare",
                "",
                () -> panel.previous() != null,
                panel::comparePrevious));
    }

    private static void add(Commands commands, HeapPanel panel, String id, String title, Runnable action) {
        commands.register(Command.of(id, GROUP, title, "memory", "", panel::hasDumps, action));
    }
}
