package traceglass.render.time;

import java.util.ArrayDeque;
import java.util.Deque;

/// History of visible windows, as in a browser. A window is added once it has come to rest.
public final class ViewHistory {

    private static final int MAX_VIEWS = 100;

    private final Deque<Viewport> back = new ArrayDeque<>();
    private final Deque<Viewport> forward = new ArrayDeque<>();
    private Viewport settled;

    public void clear() {
        back.clear();
        forward.clear();
        settled = null;
    }

    /// Adds the window at which the movement has ended.
    public void settle(Viewport viewport) {
        if (settled != null && !settled.equals(viewport)) {
            back.push(settled);
            forward.clear();
            if (back.size() > MAX_VIEWS) {
                back.removeLast();
            }
        }
        settled = viewport;
    }

    public boolean hasBack() {
        return !back.isEmpty();
    }

    public boolean hasForward() {
        return !forward.isEmpty();
    }

    /// Returns the window before `current`, or null.
    public Viewport goBack(Viewport current) {
        return go(back, forward, current);
    }

    /// Returns the window left by going back, or null.
    public Viewport goForward(Viewport current) {
        return go(forward, back, current);
    }

    private Viewport go(Deque<Viewport> from, Deque<Viewport> to, Viewport current) {
        if (from.isEmpty()) {
            return null;
        }
        to.push(current);
        settled = from.pop();
        return settled;
    }
}
