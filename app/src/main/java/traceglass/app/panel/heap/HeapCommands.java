package traceglass.app.panel.heap;

import traceglass.app.command.Command;
import traceglass.app.command.Commands;

/// Registers the commands of Java heap dumps.
final class HeapCommands {

    private HeapCommands() {}

    static void register(Commands commands, HeapPanel panel) {
        add(commands, panel, "heap.open", HeapTexts.OPEN_COMMAND, () -> panel.open(HeapView.CLASSES));
        add(commands, panel, "heap.dominators", HeapTexts.DOMINATORS_COMMAND, () -> panel.open(HeapView.DOMINATORS));
        add(commands, panel, "heap.objects", HeapTexts.OBJECTS_COMMAND, () -> panel.open(HeapView.OBJECTS));
        add(commands, panel, "heap.flame", HeapTexts.FLAME_GRAPH_COMMAND, panel::showFlame);
        commands.register(Command.of(
                "heap.compare",
                HeapTexts.HEAP,
                HeapTexts.COMPARE_COMMAND,
                "compare",
                "",
                () -> panel.previous() != null,
                panel::comparePrevious));
    }

    private static void add(Commands commands, HeapPanel panel, String id, String title, Runnable action) {
        commands.register(Command.of(id, HeapTexts.HEAP, title, "memory", "", panel::hasDumps, action));
    }
}
