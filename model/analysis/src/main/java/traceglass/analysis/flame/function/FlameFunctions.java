package traceglass.analysis.flame.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;

/// Functions of a graph: all frames of one name and module together. A recursive function counts once for each stack:
/// only the outermost of its frames adds to its total. Immutable.
public final class FlameFunctions {

    /// Contains no functions.
    public static final FlameFunctions EMPTY = of(FlameGraph.EMPTY);

    /// Function with its values.
    ///
    /// @param self value of its frames without those they call
    /// @param total value of the stacks it is in
    /// @param base the total in the base of a comparison, otherwise 0
    public record Function(String name, String module, long self, long total, long base) {

        /// Returns the difference from the base.
        public long delta() {
            return total - base;
        }
    }

    /// Function that calls another one, or is called by it.
    ///
    /// @param function number of the function, or −1 for none: the outermost frame of a stack has no caller
    /// @param total value of the stacks in which one calls the other
    public record Call(int function, long total) {}

    private record Key(String name, String module) {}

    private final FlameGraph graph;
    /// Number of the function of each node, −1 for the root.
    private final int[] functionOf;
    private final List<Function> functions;
    private final Map<Key, Integer> numbers = new HashMap<>();

    private FlameFunctions(FlameGraph graph) {
        this.graph = graph;
        functionOf = new int[graph.size()];
        functionOf[0] = -1;
        for (int i = 1; i < functionOf.length; i++) {
            functionOf[i] = numbers.computeIfAbsent(new Key(graph.name(i), graph.module(i)), _ -> numbers.size());
        }
        functions = sum();
    }

    /// Sums up a graph whose frames are all below the root, in the order of calls.
    public static FlameFunctions of(FlameGraph graph) {
        return new FlameFunctions(graph);
    }

    /// Returns whether a graph with these filters can be summed up directly, because its frames are in the order of
    /// calls; otherwise [#frames] returns the frames to sum up.
    public static boolean canSumDirectly(List<FlameFilter> filters, FlameFilters.View view) {
        return view != FlameFilters.View.BOTTOM_UP
                && filters.stream().noneMatch(f -> f.kind() == FlameFilter.Kind.PIVOT);
    }

    /// Returns the frames to sum up for a graph with these filters: the frames of the stacks it shows, in the
    /// order of calls, independent of the direction of the graph. A pivot keeps the stacks it occurs in.
    public static FlameFrames frames(FlameFrames in, List<FlameFilter> filters, FlameFilters.View view) {
        List<FlameFilter> remaining = filters.stream()
                .map(f ->
                        f.kind() == FlameFilter.Kind.PIVOT ? new FlameFilter(FlameFilter.Kind.SHOW_STACK, f.text()) : f)
                .toList();
        return FlameFilters.apply(
                in, remaining, view == FlameFilters.View.BOTTOM_UP ? FlameFilters.View.TOP_DOWN : view);
    }

    private List<Function> sum() {
        int n = numbers.size();
        long[] self = new long[n];
        long[] total = new long[n];
        long[] base = new long[n];
        String[] names = new String[n];
        String[] modules = new String[n];
        numbers.forEach((key, number) -> {
            names[number] = key.name;
            modules[number] = key.module;
        });
        walk(new Visitor() {
            @Override
            public void visit(int node, int function, int open) {
                self[function] += graph.self(node);
                if (open == 0) {
                    total[function] += graph.total(node);
                    base[function] += graph.baseTotal(node);
                }
            }
        });
        return IntStream.range(0, n)
                .mapToObj(f -> new Function(names[f], modules[f], self[f], total[f], base[f]))
                .toList();
    }

    private interface Visitor {

        /// Called for each node after its parent.
        ///
        /// @param open number of its ancestors that are frames of the same function
        void visit(int node, int function, int open);

        /// Called after all nodes below it.
        @SuppressWarnings("UnusedVariable") // Used by overriding methods.
        default void leave(int node) {}
    }

    /// Visits all nodes, depth first. Not recursive, because stacks may be deeper than Java's own stack allows.
    private void walk(Visitor visitor) {
        int[] open = new int[numbers.size()];
        int[] next = new int[graph.size()];
        int node = 0;
        while (true) {
            int[] children = graph.children(node);
            if (next[node] < children.length) {
                node = children[next[node]++];
                visitor.visit(node, functionOf[node], open[functionOf[node]]++);
            } else if (node == 0) {
                return;
            } else {
                open[functionOf[node]]--;
                visitor.leave(node);
                node = graph.parent(node);
            }
        }
    }

    public int size() {
        return functions.size();
    }

    public Function get(int function) {
        return functions.get(function);
    }

    /// Returns the value of all stacks.
    public long total() {
        return graph.total(0);
    }

    /// Returns whether the functions are compared with a base.
    public boolean isDifference() {
        return graph.isDifference();
    }

    /// Returns the number of the function of this name and module, or −1.
    public int find(String name, String module) {
        return numbers.getOrDefault(new Key(name, module), -1);
    }

    /// Returns the callers of a function, largest first. Their values add up to its total: in a stack with several
    /// of its frames, only the caller of the outermost one counts.
    public List<Call> callers(int function) {
        Map<Integer, Long> sums = new HashMap<>();
        walk((node, f, open) -> {
            if (f == function && open == 0) {
                sums.merge(functionOf[graph.parent(node)], graph.total(node), Long::sum);
            }
        });
        return sorted(sums);
    }

    /// Returns the functions that a function calls, largest first. A callee counts once for each stack. Recursive
    /// calls are omitted, because their callees are listed.
    public List<Call> callees(int function) {
        long[] sums = new long[numbers.size()];
        int[] openCalls = new int[numbers.size()];
        boolean[] called = new boolean[numbers.size()];
        walk(new Visitor() {
            @Override
            public void visit(int node, int f, int open) {
                if (isCall(node, f) && openCalls[f]++ == 0) {
                    sums[f] += graph.total(node);
                    called[f] = true;
                }
            }

            @Override
            public void leave(int node) {
                if (isCall(node, functionOf[node])) {
                    openCalls[functionOf[node]]--;
                }
            }

            private boolean isCall(int node, int f) {
                return f != function && functionOf[graph.parent(node)] == function;
            }
        });
        Map<Integer, Long> callees = new HashMap<>();
        for (int f = 0; f < sums.length; f++) {
            if (called[f]) {
                callees.put(f, sums[f]);
            }
        }
        return sorted(callees);
    }

    private List<Call> sorted(Map<Integer, Long> sums) {
        List<Call> calls = new ArrayList<>();
        sums.forEach((function, total) -> calls.add(new Call(function, total)));
        calls.sort(Comparator.comparingLong(Call::total)
                .reversed()
                .thenComparing(c -> c.function < 0 ? "" : get(c.function).name));
        return calls;
    }

    /// Returns the node with the largest total among the frames of a function in another graph of the same stacks,
    /// or −1: the frame to select for a function.
    public static int largest(FlameGraph graph, Function function) {
        return IntStream.range(1, graph.size())
                .filter(i ->
                        graph.name(i).equals(function.name) && graph.module(i).equals(function.module))
                .boxed()
                .max(Comparator.comparingLong(graph::total).thenComparing(Comparator.reverseOrder()))
                .orElse(-1);
    }

    /// Returns the numbers of all functions, sorted.
    public int[] sorted(Comparator<Function> order) {
        Integer[] all = IntStream.range(0, size()).boxed().toArray(Integer[]::new);
        Arrays.sort(all, Comparator.comparing(functions::get, order));
        return Arrays.stream(all).mapToInt(Integer::intValue).toArray();
    }
}
