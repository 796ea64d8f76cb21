package traceglass.render.time;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// History of views, as in a browser. A view is added when the movement to it has ended.
///
/// @param <V> immutable view with a meaningful `equals`
public final class ViewHistory<V> {

    private static final int MAX_VIEWS = 100;

    private final Deque<V> back = new ArrayDeque<>();
    private final Deque<V> forward = new ArrayDeque<>();
    private V settled;

    public void clear() {
        back.clear();
        forward.clear();
        settled = null;
    }

    /// Whether a view has been added since the last [#clear].
    public boolean isStarted() {
        return settled != null;
    }

    /// Adds the view at which the movement has ended.
    public void settle(V view) {
        if (settled != null && !settled.equals(view)) {
            back.push(settled);
            forward.clear();
            if (back.size() > MAX_VIEWS) {
                back.removeLast();
            }
        }
        settled = view;
    }

    /// Replaces the view that [#goBack] or [#goForward] returned by the one that was shown instead.
    public void replaceCurrent(V view) {
        settled = view;
    }

    /// Changes all views.
    public void change(UnaryOperator<V> change) {
        change(back, change);
        change(forward, change);
        settled = settled == null ? null : change.apply(settled);
    }

    private static <V> void change(Deque<V> views, UnaryOperator<V> change) {
        List<V> changed = views.stream().map(change).toList();
        views.clear();
        views.addAll(changed);
    }

    /// Returns the most recent view in the history that matches, or null.
    public V latest(Predicate<V> filter) {
        return Stream.concat(Stream.ofNullable(settled), back.stream())
                .filter(filter)
                .findFirst()
                .orElse(null);
    }

    public boolean hasBack() {
        return !back.isEmpty();
    }

    public boolean hasForward() {
        return !forward.isEmpty();
    }

    /// Returns the view before `current`, or null.
    public V goBack(V current) {
        return go(back, forward, current);
    }

    /// Returns the view left by going back, or null.
    public V goForward(V current) {
        return go(forward, back, current);
    }

    private V go(Deque<V> from, Deque<V> to, V current) {
        if (from.isEmpty()) {
            return null;
        }
        to.push(current);
        settled = from.pop();
        return settled;
    }
}
