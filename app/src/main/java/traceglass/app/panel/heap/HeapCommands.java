package traceglass.app.panel.heap;

import traceglass.app.command.Command;
import traceglass.app.command.Commands;

/// Registers the commands of Java heap dumps.
final class HeapCommands {

    private static final String GROUP = "Java heap";

    private HeapCommands() {}

    static void register(Commands commands, HeapPanel panel) {
        add(commands, panel, "heap.open", "Open Java heap dump", () -> panel.open("Classes"));
        add(commands, panel, "heap.dominators", "Show dominator tree of the Java heap", () -> panel.open("Dominators"));
        add(commands, panel, "heap.objects", "List all objects of the Java heap dump", () -> panel.open("Objects"));
        add(commands, panel, "heap.flame", "Show Java heap dump as flame graph", panel::showFlame);
        commands.register(Command.of(
                "heap.compare",
                GROUP,
                "Compare with previous heap dump",
                "compare",
                "",
                () -> panel.previous() != null,
                panel::comparePrevious));
    }

    private static void add(Commands commands, HeapPanel panel, String id, String title, Runnable action) {
        commands.register(Command.of(id, GROUP, title, "memory", "", panel::hasDumps, action));
    }
}
