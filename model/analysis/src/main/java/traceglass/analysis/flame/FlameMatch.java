package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tells which stacks of a source are behind a frame that is shown, whatever filters and direction of view have made of
/// them. The rules are those of [FlameFilters].
public final class FlameMatch {

    private record Frame(String name, String module) {}

    private final List<Frame> path;
    private final boolean upward;
    private final List<FlameFilter> filters;
    private final FlameFilters.View view;
    private final FlameFilter begin;
    private final Map<FlameFilter, Map<Frame, Boolean>> known = new HashMap<>();

    private FlameMatch(List<Frame> path, boolean upward, List<FlameFilter> filters, FlameFilters.View view) {
        this.path = path;
        this.upward = upward;
        this.filters = List.copyOf(filters);
        this.view = view;
        begin = filters.stream()
                .filter(f -> f.kind().isView())
                .reduce((a, b) -> b)
                .orElse(null);
    }

    /// @param tree as it is shown
    /// @param filters and view that made it
    public static FlameMatch of(FlameGraph tree, int node, List<FlameFilter> filters, FlameFilters.View view) {
        return new FlameMatch(
                tree.stack(node).stream()
                        .map(i -> new Frame(tree.name(i), tree.module(i)))
                        .toList(),
                tree.isUpward(node),
                filters,
                view);
    }

    /// Which nodes of a source's own frames have what is behind the frame as their own.
    ///
    /// @param exact only what is the frame itself, not what it has below: a slice is behind its own frame, a sample
    ///     behind every one of its stack
    public boolean[] nodes(FlameFrames frames, boolean exact) {
        boolean[] found = new boolean[frames.size()];
        for (int i = 1; i < found.length; i++) {
            List<Frame> stack = new ArrayList<>();
            for (int at = i; at > 0; at = frames.parent()[at]) {
                stack.add(new Frame(frames.name()[at], frames.module()[at]));
            }
            found[i] = matches(stack.reversed(), exact);
        }
        return found;
    }

    private boolean fits(FlameFilter filter, Frame frame) {
        // A frame stands in many stacks.
        return known.computeIfAbsent(filter, f -> new HashMap<>())
                .computeIfAbsent(
                        frame,
                        f -> filter.pattern().matcher(f.name).find()
                                || filter.pattern().matcher(f.module).find());
    }

    private boolean matches(List<Frame> whole, boolean exact) {
        List<Frame> stack = new ArrayList<>(whole.size());
        for (Frame frame : whole) {
            if (filters.stream().noneMatch(f -> f.kind() == FlameFilter.Kind.HIDE_FRAME && fits(f, frame))) {
                stack.add(frame);
            }
        }
        if (stack.isEmpty()
                || exact && stack.size() < whole.size() && !whole.getLast().equals(stack.getLast())) {
            return false;
        }
        boolean downward = !upward && (begin != null || view != FlameFilters.View.BOTTOM_UP);
        for (FlameFilter f : filters) {
            boolean any = stack.stream().anyMatch(frame -> fits(f, frame));
            // What a slice calls may be what its stack is kept for; the slice itself need not fit then.
            if (f.kind() == FlameFilter.Kind.HIDE_STACK && any
                    || f.kind() == FlameFilter.Kind.SHOW_STACK && !any && !(exact && downward)) {
                return false;
            }
        }
        if (begin == null) {
            return switch (view) {
                case TOP_DOWN -> begins(stack, exact);
                case BOTTOM_UP -> begins(stack.reversed(), false);
                case BY_MODULE -> begins(modules(stack), exact);
            };
        }
        int from = stack.size() - 1;
        while (from >= 0 && !fits(begin, stack.get(from))) {
            from--;
        }
        return from >= 0
                && (upward
                        ? begins(stack.subList(0, from + 1).reversed(), false)
                        : begins(stack.subList(from, stack.size()), exact));
    }

    private boolean begins(List<Frame> stack, boolean exact) {
        return exact
                ? stack.equals(path)
                : stack.size() >= path.size() && stack.subList(0, path.size()).equals(path);
    }

    /// As [FlameFrames#byModule] has it: each module once in a row.
    private static List<Frame> modules(List<Frame> stack) {
        List<Frame> out = new ArrayList<>();
        for (Frame f : stack) {
            String m = f.module.isEmpty() ? f.name : f.module;
            if (out.isEmpty() || !out.getLast().name.equals(m)) {
                out.add(new Frame(m, m));
            }
        }
        return out;
    }
}
