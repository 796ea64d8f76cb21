package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.ui.CommonTexts;

/// Actions on a frame, for its menu and the buttons next to the graph.
final class FrameMenu {

    /// One action.
    ///
    /// @param group actions of one group are adjacent
    /// @param title imperative label
    /// @param hasButton whether the action is also a button next to the graph
    record Item(String group, String title, boolean hasButton, Runnable action) {}

    private FrameMenu() {}

    /// Filter actions that start from a frame.
    ///
    /// @param add receives the chosen filter
    static List<Item> filters(FlameGraph tree, int node, Consumer<FlameFilter> add) {
        List<Item> items = new ArrayList<>();
        for (FlameFilter.Kind kind : List.of(
                FlameFilter.Kind.SHOW_FROM_FRAME,
                FlameFilter.Kind.PIVOT,
                FlameFilter.Kind.SHOW_STACK,
                FlameFilter.Kind.HIDE_STACK,
                FlameFilter.Kind.HIDE_FRAME)) {
            String title = switch (kind) {
                case SHOW_FROM_FRAME -> FlameTexts.SHOW_FROM_FRAME;
                case PIVOT -> FlameTexts.PIVOT_ON_FRAME;
                case SHOW_STACK -> FlameTexts.SHOW_ONLY_STACKS_WITH_FRAME;
                case HIDE_STACK -> FlameTexts.HIDE_STACKS_WITH_FRAME;
                case HIDE_FRAME -> FlameTexts.HIDE_FRAME;
            };
            items.add(new Item(
                    kind.isView() ? "focus" : "filter",
                    title,
                    kind != FlameFilter.Kind.HIDE_STACK,
                    () -> add.accept(FlameFilter.exactly(kind, tree.name(node)))));
        }
        return items;
    }

    /// Copy actions for a frame.
    static List<Item> copies(FlameGraph tree, int node, FlameMeasure measure) {
        return List.of(
                new Item("copy", CommonTexts.COPY_NAME, false, () -> copy(tree.name(node))),
                new Item("copy", FlameTexts.COPY_STACK, true, () -> copy(String.join("\n", tree.path(node)))),
                new Item("copy", FlameTexts.COPY_STACK_WITH_VALUES, false, () -> copy(table(tree, node, measure))));
    }

    /// The stack as a tab-separated table with name, total, self value and module of each frame.
    static String table(FlameGraph tree, int node, FlameMeasure measure) {
        StringBuilder out =
                new StringBuilder("frame\t" + measure.title().toLowerCase(Locale.ROOT) + "\tself\tmodule\n");
        for (int i : tree.stack(node)) {
            out.append(tree.name(i).replace('\t', ' '))
                    .append('\t')
                    .append(tree.total(i))
                    .append('\t')
                    .append(tree.self(i))
                    .append('\t')
                    .append(tree.module(i))
                    .append('\n');
        }
        return out.toString();
    }

    static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }

    static ContextMenu menu(List<Item> items) {
        ContextMenu menu = new ContextMenu();
        String group = null;
        for (Item item : items) {
            if (group != null && !group.equals(item.group)) {
                menu.getItems().add(new SeparatorMenuItem());
            }
            group = item.group;
            MenuItem m = new MenuItem(item.title);
            m.setMnemonicParsing(false);
            m.setOnAction(e -> item.action.run());
            menu.getItems().add(m);
        }
        return menu;
    }
}
