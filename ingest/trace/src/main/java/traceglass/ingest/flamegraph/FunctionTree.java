package traceglass.ingest.flamegraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// A tree of functions with values. The first one is the total.
final class FunctionTree {

    static final int NO_PARENT = -1;
    /// Share of a value below which a remainder is due to rounding.
    private static final double ROUNDING = 1e-6;

    private final List<String> names = new ArrayList<>();
    private final GrowingInts parents = new GrowingInts();
    private double[] values = new double[64];

    /// Adds a function. Returns its number, which is larger than that of its parent.
    int add(int parent) {
        int node = names.size();
        names.add("");
        parents.add(parent);
        if (node == values.length) {
            values = Arrays.copyOf(values, 2 * node);
        }
        return node;
    }

    void setName(int node, String name) {
        names.set(node, name);
    }

    void setValue(int node, double value) {
        values[node] = Double.isFinite(value) ? Math.max(0, value) : 0;
    }

    /// Adds the profile and returns true, or returns false if there are no values.
    boolean write(ImportContext context) {
        double[] self = selfValues();
        boolean hasValues = false;
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[flame graph]");
        int row = profiles.profile("flame_graph_file", "Flame graph", "samples", "count");
        int[] callsites = new int[names.size()];
        for (int node = 0; node < callsites.length; node++) {
            int parent = parents.get(node);
            boolean isTotal = parent == NO_PARENT;
            int callsite = isTotal && self[node] <= 0
                    ? -1
                    : frames.callsite(isTotal ? -1 : callsites[parent], frames.frame(null, names.get(node)));
            callsites[node] = isTotal ? -1 : callsite;
            if (self[node] > 0) {
                profiles.add(row, callsite, self[node]);
                hasValues = true;
            }
        }
        return hasValues;
    }

    /// Returns the self values: each value minus those of the callees. If the callees of a function have more than
    /// the function itself, the values in the file are already self values.
    private double[] selfValues() {
        double[] self = Arrays.copyOf(values, names.size());
        for (int node = 1; node < self.length; node++) {
            if (parents.get(node) != NO_PARENT) {
                self[parents.get(node)] -= values[node];
            }
        }
        for (int node = 0; node < self.length; node++) {
            if (self[node] < -values[node] * ROUNDING - ROUNDING) {
                return Arrays.copyOf(values, names.size());
            }
            self[node] = self[node] <= values[node] * ROUNDING ? 0 : self[node];
        }
        return self;
    }
}
