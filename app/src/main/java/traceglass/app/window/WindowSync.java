package traceglass.app.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.beans.value.ChangeListener;
import traceglass.app.command.Choices;
import traceglass.app.command.Command;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;

/// Moves the timelines of several of the program's windows in step: what one shows the others show, too. Windows on the
/// same trace show the same time; of different traces, each goes as far, in shares of what it showed when it began, as
/// the one that is moved. Used on the JavaFX thread.
final class WindowSync {

    private static final String TOGETHER = "Move the timelines of several windows together, or no longer";

    /// A window that takes part.
    ///
    /// @param trace what it showed the trace of when it began
    /// @param start the window of time that it showed then
    private record Part(TraceSession trace, Viewport start, ChangeListener<Viewport> listener) {}

    private final List<MainWindow> windows = new ArrayList<>();
    private final Map<MainWindow, Part> parts = new LinkedHashMap<>();
    private boolean moving;

    /// A window was opened.
    void add(MainWindow window) {
        windows.add(window);
        window.slot()
                .host()
                .commands()
                .register(Command.of(
                        "window.sync",
                        "View",
                        TOGETHER,
                        "link",
                        "Ctrl+Alt+S",
                        () -> parts.containsKey(window)
                                || isReady(window) && windows.stream().anyMatch(w -> w != window && isReady(w)),
                        () -> toggle(window)));
        window.slot().trace().sessionProperty().addListener((o, was, is) -> leave(window));
    }

    /// A window is gone.
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

    /// Whether a window moves with others.
    boolean isOn(MainWindow window) {
        return parts.containsKey(window);
    }

    private void toggle(MainWindow window) {
        if (isOn(window)) {
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
        groups.add(new Group("All " + (others.size() + 1) + " windows", others));
        others.forEach(w -> groups.add(new Group(
                "This one and window " + w.context().number() + ": "
                        + w.slot().trace().session().name(),
                List.of(w))));
        Function<Group, String> none = g -> "";
        window.context()
                .messages()
                .prompt()
                .choose(Choices.of(
                        "Which windows are to move together?",
                        groups,
                        Group::name,
                        none,
                        g -> begin(window, g.windows)));
    }

    private void begin(MainWindow window, List<MainWindow> others) {
        List.copyOf(parts.keySet()).forEach(this::end);
        join(window);
        others.stream().filter(w -> windows.contains(w) && isReady(w)).forEach(this::join);
        moved(window);
    }

    private void join(MainWindow window) {
        ChangeListener<Viewport> listener = (o, was, is) -> moved(window);
        parts.put(window, new Part(window.slot().trace().session(), view(window).viewport(), listener));
        view(window).viewportProperty().addListener(listener);
        window.context().messages().status().setState("link", "Together", "with other windows; Ctrl Alt S ends it");
    }

    private void end(MainWindow window) {
        Part part = parts.remove(window);
        if (part != null) {
            view(window).viewportProperty().removeListener(part.listener);
            window.context().messages().status().setState("link", "By itself", "no longer together with other windows");
        }
    }

    /// A window that has another trace, or is gone, moves by itself; so does the last one.
    private void leave(MainWindow window) {
        if (isOn(window)) {
            end(window);
            if (parts.size() == 1) {
                end(parts.keySet().iterator().next());
            }
        }
    }

    private void moved(MainWindow source) {
        if (moving || !isOn(source)) {
            return;
        }
        moving = true;
        try {
            Part from = parts.get(source);
            Viewport now = view(source).viewport();
            parts.forEach((window, part) -> {
                if (window != source) {
                    view(window)
                            .pair()
                            .show(follow(from.trace.file().equals(part.trace.file()), from.start, now, part.start));
                }
            });
        } finally {
            moving = false;
        }
    }

    /// What a window shows when another one does.
    ///
    /// @param same whether both show the same trace
    /// @param from what the other showed at first
    /// @param now what it shows now
    /// @param start what this one showed at first
    static Viewport follow(boolean same, Viewport from, Viewport now, Viewport start) {
        if (same) {
            return now;
        }
        double scale = start.spanNs() / from.spanNs();
        double moved = (now.start() - from.start()) + (now.fraction() - from.fraction());
        return Viewport.at(
                start.start(), start.fraction() + moved * scale, Math.max(Viewport.MIN_SPAN_NS, now.spanNs() * scale));
    }
}
