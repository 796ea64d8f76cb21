package traceglass.ingest.callgrind;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportProgress;

/// Expands a call graph to stacks, starting from the functions without callers. The amount that reaches a function is
/// divided among its self cost and its calls. Calls of functions already on the stack are omitted, so that recursion
/// ends; small amounts are not divided further. The amounts of all stacks add up to the totals, even where calls within
/// cycles are counted more than once.
abstract class CallgrindTree {

    /// Share of the total below which an amount is not divided.
    private static final double SMALL = 1e-4;

    private static final double ROUNDING = 1e-9;
    private static final int MAX_NODES = 1_000_000;
    private static final int MAX_DEPTH = 5_000;

    private final CallGraph graph;
    private final int events;
    private final ImportProgress progress;
    private final double[] totals;
    private final boolean[] onStack;
    private final List<Node> stack = new ArrayList<>();
    private int nodes;

    /// Function on the stack with its amount.
    private final class Node {
        final CallGraph.Function function;
        final int callsite;
        final double[] amount;
        /// Self cost and costs of calls, added up by event, among which the amount is divided.
        final double[] parts;
        final Iterator<Map.Entry<Integer, double[]>> calls;

        Node(CallGraph.Function function, int callsite, double[] amount) {
            this.function = function;
            this.callsite = callsite;
            this.amount = amount;
            parts = function.self.clone();
            function.calls.forEach((callee, cost) -> {
                if (!onStack[callee]) {
                    for (int e = 0; e < events; e++) {
                        parts[e] += cost[e];
                    }
                }
            });
            calls = function.calls.entrySet().iterator();
        }

        /// Returns the share of the amount that goes to a part; 0 if there are no parts.
        double share(double part, int event) {
            return parts[event] > 0 ? amount[event] * part / parts[event] : 0;
        }
    }

    CallgrindTree(CallGraph graph, int events, ImportProgress progress) {
        this.graph = graph;
        this.events = events;
        this.progress = progress;
        totals = graph.totals();
        onStack = new boolean[graph.functions().size()];
    }

    /// Returns the callsite of a function called from another callsite, -1 for none.
    abstract int callsite(int caller, CallGraph.Function function);

    /// Adds the self cost of a callsite.
    abstract void addSelf(int callsite, int event, double cost);

    void expand() {
        double[][] unexplained = startAmounts();
        boolean hasAny = false;
        for (CallGraph.Function f : graph.functions()) {
            if (isWorthDividing(unexplained[f.index])) {
                hasAny = true;
                descend(f, -1, unexplained[f.index]);
                walk();
            } else {
                addLeaf(f, -1, unexplained[f.index]);
            }
        }
        if (!hasAny && !graph.functions().isEmpty()) {
            // All functions have callers: begin with the most expensive one.
            CallGraph.Function mostExpensive = graph.functions().getFirst();
            for (CallGraph.Function f : graph.functions()) {
                mostExpensive = f.inclusive(0) > mostExpensive.inclusive(0) ? f : mostExpensive;
            }
            descend(mostExpensive, -1, totals.clone());
            walk();
        }
    }

    /// Returns the amounts with which stacks begin, by function and event.
    private double[][] startAmounts() {
        double[][] amounts = graph.unattributedCosts();
        double[] sums = new double[events];
        for (int f = 0; f < amounts.length; f++) {
            amounts[f] = dropRoundingErrors(amounts[f]);
            for (int e = 0; e < events; e++) {
                sums[e] += amounts[f][e];
            }
        }
        for (double[] amount : amounts) {
            for (int e = 0; e < events; e++) {
                if (sums[e] > 0 && totals[e] > 0) {
                    amount[e] *= totals[e] / sums[e];
                }
            }
        }
        return amounts;
    }

    /// Returns the amounts, with 0 instead of those that are only due to rounding.
    private double[] dropRoundingErrors(double[] amount) {
        double[] out = new double[amount.length];
        for (int e = 0; e < out.length; e++) {
            out[e] = amount[e] > totals[e] * ROUNDING ? amount[e] : 0;
        }
        return out;
    }

    private boolean isWorthDividing(double[] amount) {
        for (int e = 0; e < events; e++) {
            if (amount[e] > totals[e] * SMALL) {
                return nodes < MAX_NODES && stack.size() < MAX_DEPTH;
            }
        }
        return false;
    }

    private void descend(CallGraph.Function f, int caller, double[] amount) {
        if ((++nodes & 0xfff) == 0) {
            progress.check();
        }
        onStack[f.index] = true;
        Node node = new Node(f, callsite(caller, f), amount);
        for (int e = 0; e < events; e++) {
            double self = node.parts[e] > 0 ? node.share(f.self[e], e) : amount[e];
            if (self > 0) {
                addSelf(node.callsite, e, self);
            }
        }
        stack.add(node);
    }

    private void addLeaf(CallGraph.Function f, int caller, double[] amount) {
        int callsite = -1;
        for (int e = 0; e < events; e++) {
            if (amount[e] > 0) {
                callsite = callsite < 0 ? callsite(caller, f) : callsite;
                addSelf(callsite, e, amount[e]);
            }
        }
    }

    private void walk() {
        while (!stack.isEmpty()) {
            Node node = stack.getLast();
            if (!node.calls.hasNext()) {
                stack.removeLast();
                onStack[node.function.index] = false;
                continue;
            }
            Map.Entry<Integer, double[]> call = node.calls.next();
            if (onStack[call.getKey()]) {
                continue;
            }
            double[] amount = new double[events];
            for (int e = 0; e < events; e++) {
                amount[e] = node.share(call.getValue()[e], e);
            }
            CallGraph.Function callee = graph.functions().get(call.getKey());
            if (isWorthDividing(amount)) {
                descend(callee, node.callsite, amount);
            } else {
                addLeaf(callee, node.callsite, amount);
            }
        }
    }
}
