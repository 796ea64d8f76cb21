package traceglass.app.window.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.beans.value.ChangeListener;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.session.TraceSession;
import traceglass.app.window.MainWindow;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;

/// Moves the timelines of several windows together. Windows with the same trace show the same time. With different
/// traces, each moves by the same fraction of the span it showed at the start of the synchronization. Used on the
/// JavaFX thread.
final class WindowSync {

    /// A linked window.
    ///
    /// @param trace the trace it showed when it was linked
    /// @param start the viewport it had then
    private record Part(TraceSession trace, Viewport start, ChangeListener<Viewport> listener) {}

    private final List<MainWindow> windows = new ArrayList<>();
    private final Map<MainWindow, Part> parts = new LinkedHashMap<>();
    private boolean isMoving;

    /// Adds a new window.
    void add(MainWindow window) {
        windows.add(window);
        window.slot()
                .host()
                .commands()
                .register(Command.of(
                        "window.sync",
                        CommandGroups.VIEW,
                        StageTexts.LINK_WINDOWS,
                        "link",
                        "Ctrl+Alt+S",
                        () -> parts.containsKey(window)
                                || isReady(window) && windows.stream().anyMatch(w -> w != window && isReady(w)),
                        () -> toggle(window)));
        window.slot().trace().sessionProperty().addListener((_, _, _) -> leave(window));
    }

    /// Removes a closed window.
    void remove(MainWindow window) {
        leave(window);
        windows.remove(window);
    }

    private static boolean isReady(MainWindow window) {
        return window.slot().trace().session() != null
                && window.slot().trace().session().isReady();
    }

    private static TimelineView view(MainWindow window) {
        return window.pane().view();
    }

    /// Returns whether a window is linked with others.
    boolean isLinked(MainWindow window) {
        return parts.containsKey(window);
    }

    private void toggle(MainWindow window) {
        if (isLinked(window)) {
            List.copyOf(parts.keySet()).forEach(this::end);
            return;
        }
        List<MainWindow> others =
                windows.stream().filter(w -> w != window && isReady(w)).toList();
        if (others.size() == 1) {
            begin(window, others);
            return;
        }
        record Group(String name, List<MainWindow> windows) {}
        List<Group> groups = new ArrayList<>();
        groups.add(new Group(StageTexts.allWindows(others.size() + 1), others));
        others.forEach(w -> groups.add(new Group(
                StageTexts.thisWindowAnd(
                        w.context().number(), w.slot().trace().session().name()),
                List.of(w))));
        Function<Group, String> none = g -> "";
        window.context()
                .messages()
                .prompt()
                .choose(Choices.of(
                        StageTexts.CHOOSE_WINDOWS, groups, Group::name, none, g -> begin(window, g.windows)));
    }

    private void begin(MainWindow window, List<MainWindow> others) {
        List.copyOf(parts.keySet()).forEach(this::end);
        join(window);
        others.stream().filter(w -> windows.contains(w) && isReady(w)).forEach(this::join);
        moved(window);
    }

    private void join(MainWindow window) {
        ChangeListener<Viewport> listener = (_, _, _) -> moved(window);
        parts.put(window, new Part(window.slot().trace().session(), view(window).viewport(), listener));
        view(window).viewportProperty().addListener(listener);
        window.context().messages().status().setState("link", StageTexts.LINKED, StageTexts.LINKED_WITH);
    }

    private void end(MainWindow window) {
        Part part = parts.remove(window);
        if (part != null) {
            view(window).viewportProperty().removeListener(part.listener);
            window.context().messages().status().setState("link", StageTexts.UNLINKED, StageTexts.UNLINKED_FROM);
        }
    }

    /// Unlinks a window that is closed or shows another trace; the last remaining window is unlinked as well.
    private void leave(MainWindow window) {
        if (isLinked(window)) {
            end(window);
            if (parts.size() == 1) {
                end(parts.keySet().iterator().next());
            }
        }
    }

    private void moved(MainWindow source) {
        if (isMoving || !isLinked(source)) {
            return;
        }
        isMoving = true;
        try {
            Part from = parts.get(source);
            Viewport current = view(source).viewport();
            parts.forEach((window, part) -> {
                if (window != source) {
                    view(window)
                            .pair()
                            .show(linkedViewport(
                                    from.trace.file().equals(part.trace.file()), from.start, current, part.start));
                }
            });
        } finally {
            isMoving = false;
        }
    }

    /// Computes the viewport of a window from that of another one.
    ///
    /// @param isSameTrace whether both show the same trace
    /// @param from viewport of the other window at the start
    /// @param current current viewport of the other window
    /// @param start viewport of this window at the start
    static Viewport linkedViewport(boolean isSameTrace, Viewport from, Viewport current, Viewport start) {
        if (isSameTrace) {
            return current;
        }
        double scale = start.spanNs() / from.spanNs();
        double moved = (current.start() - from.start()) + (current.fraction() - from.fraction());
        return Viewport.at(
                start.start(),
                start.fraction() + moved * scale,
                Math.max(Viewport.MIN_SPAN_NS, current.spanNs() * scale));
    }
}
