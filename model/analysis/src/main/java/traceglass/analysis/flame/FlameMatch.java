package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the stacks of a source that contribute to a displayed frame, independent of filters and view.
/// Applies the same rules as [FlameFilters].
public final class FlameMatch {

    private record Frame(String name, String module) {}

    private final List<Frame> path;
    private final boolean isUpward;
    private final List<FlameFilter> filters;
    private final FlameFilters.View view;
    private final FlameFilter begin;
    private final Map<FlameFilter, Map<Frame, Boolean>> results = new HashMap<>();

    private FlameMatch(List<Frame> path, boolean isUpward, List<FlameFilter> filters, FlameFilters.View view) {
        this.path = path;
        this.isUpward = isUpward;
        this.filters = List.copyOf(filters);
        this.view = view;
        begin = filters.stream()
                .filter(f -> f.kind().isView())
                .reduce((a, b) -> b)
                .orElse(null);
    }

    /// @param tree displayed tree
    /// @param filters filters that it was created with
    /// @param view direction that it was created with
    public static FlameMatch of(FlameGraph tree, int node, List<FlameFilter> filters, FlameFilters.View view) {
        return new FlameMatch(
                tree.stack(node).stream()
                        .map(i -> new Frame(tree.name(i), tree.module(i)))
                        .toList(),
                tree.isUpward(node),
                filters,
                view);
    }

    /// Returns which nodes of a source's frames contribute to the displayed frame with their self values.
    ///
    /// @param isExact whether only the frame itself matches, not its descendants: a slice contributes to its own
    ///     frame, a sample to every frame of its stack
    public boolean[] matchingNodes(FlameFrames frames, boolean isExact) {
        boolean[] matches = new boolean[frames.size()];
        for (int i = 1; i < matches.length; i++) {
            List<Frame> stack = new ArrayList<>();
            for (int ancestor = i; ancestor > 0; ancestor = frames.parent()[ancestor]) {
                stack.add(new Frame(frames.name()[ancestor], frames.module()[ancestor]));
            }
            matches[i] = matches(stack.reversed(), isExact);
        }
        return matches;
    }

    private boolean matchesFilter(FlameFilter filter, Frame frame) {
        // A frame occurs in many stacks.
        return results.computeIfAbsent(filter, f -> new HashMap<>())
                .computeIfAbsent(
                        frame,
                        f -> filter.pattern().matcher(f.name).find()
                                || filter.pattern().matcher(f.module).find());
    }

    private boolean matches(List<Frame> frames, boolean isExact) {
        List<Frame> stack = new ArrayList<>(frames.size());
        for (Frame frame : frames) {
            if (filters.stream().noneMatch(f -> f.kind() == FlameFilter.Kind.HIDE_FRAME && matchesFilter(f, frame))) {
                stack.add(frame);
            }
        }
        if (stack.isEmpty()
                || isExact && stack.size() < frames.size() && !frames.getLast().equals(stack.getLast())) {
            return false;
        }
        boolean isDownward = !isUpward && (begin != null || view != FlameFilters.View.BOTTOM_UP);
        for (FlameFilter f : filters) {
            boolean hasAny = stack.stream().anyMatch(frame -> matchesFilter(f, frame));
            // A stack may be kept because of a callee of the slice; then the slice itself does not need to
            // match.
            if (f.kind() == FlameFilter.Kind.HIDE_STACK && hasAny
                    || f.kind() == FlameFilter.Kind.SHOW_STACK && !hasAny && !(isExact && isDownward)) {
                return false;
            }
        }
        if (begin == null) {
            return switch (view) {
                case TOP_DOWN -> startsWithPath(stack, isExact);
                case BOTTOM_UP -> startsWithPath(stack.reversed(), false);
                case BY_MODULE -> startsWithPath(modules(stack), isExact);
            };
        }
        int from = stack.size() - 1;
        while (from >= 0 && !matchesFilter(begin, stack.get(from))) {
            from--;
        }
        return from >= 0
                && (isUpward
                        ? startsWithPath(stack.subList(0, from + 1).reversed(), false)
                        : startsWithPath(stack.subList(from, stack.size()), isExact));
    }

    private boolean startsWithPath(List<Frame> stack, boolean isExact) {
        return isExact
                ? stack.equals(path)
                : stack.size() >= path.size() && stack.subList(0, path.size()).equals(path);
    }

    /// Merges consecutive frames of one module, like [FlameFrames#byModule].
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
