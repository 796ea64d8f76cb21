package traceglass.ingest.flamegraph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Bars of a flame graph. The bar below another one is its caller; the self value of a bar is its value minus those of
/// the bars above it. Drawings round positions, so neighbors may overlap; then the values show which bar is the caller.
final class FlameGraphBars {

    /// Name of the bar for the total, which is not a function.
    static final String TOTAL = "all";
    /// Names of the bar for the total in pictures of other programs; old pictures have the longer one.
    private static final Set<String> TOTALS = Set.of(TOTAL, "all samples");
    /// Frame for the part of the total above which nothing is drawn, because the bars would be too narrow.
    private static final String NOT_DRAWN = "[not drawn]";
    /// Share of a value below which a remainder is due to rounding.
    private static final double ROUNDING = 1e-6;

    private final TreeMap<Integer, List<Bar>> levels = new TreeMap<>();

    private static final class Bar {
        private final double start;
        private final double width;
        private final double value;
        private final String name;
        /// Value that has not been assigned to a bar above.
        private double selfValue;
        private int callsite = -1;
        private boolean isTotal;

        Bar(double start, double width, double value, String name) {
            this.start = start;
            this.width = width;
            this.value = value;
            this.name = name;
            selfValue = value;
        }
    }

    /// Adds a bar.
    ///
    /// @param level distance from the level of the total
    /// @param start left edge, in the unit of `width`
    void add(int level, double start, double width, double value, String name) {
        levels.computeIfAbsent(level, l -> new ArrayList<>()).add(new Bar(start, width, value, name));
    }

    /// Returns whether an outermost bar stands for the total.
    static boolean isTotal(String name) {
        return TOTALS.contains(name);
    }

    boolean isEmpty() {
        return levels.isEmpty();
    }

    /// Adds the stacks as a profile.
    ///
    /// @param scale factor from the values of bars to the unit
    void write(ImportContext context, String title, String type, String unit, double scale) {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[flame graph]");
        int row = profiles.profile("flame_graph_file", title, type, unit);
        List<Bar> lowerBars = List.of();
        boolean isOutermost = true;
        for (List<Bar> level : levels.values()) {
            level.sort(Comparator.comparingDouble(b -> b.start));
            for (Bar bar : level) {
                Bar caller = caller(lowerBars, bar);
                int parent = caller == null ? -1 : caller.callsite;
                if (caller != null) {
                    caller.selfValue -= bar.value;
                }
                bar.isTotal = isOutermost && isTotal(bar.name);
                bar.callsite = bar.isTotal ? -1 : frames.callsite(parent, frames.frame(null, bar.name));
            }
            write(profiles, row, frames, lowerBars, scale);
            lowerBars = level;
            isOutermost = false;
        }
        write(profiles, row, frames, lowerBars, scale);
    }

    private static void write(AggregateProfiles profiles, int row, NamedFrames frames, List<Bar> bars, double scale) {
        for (Bar bar : bars) {
            if (bar.selfValue > bar.value * ROUNDING) {
                int callsite = bar.isTotal ? frames.callsite(-1, frames.frame(null, NOT_DRAWN)) : bar.callsite;
                profiles.add(row, callsite, bar.selfValue * scale);
            }
        }
    }

    /// Returns the caller of a bar: the bar below its middle or, if too little of that bar's value is left, a neighbor
    /// of it; null if there is no bar below.
    private static @Nullable Bar caller(List<Bar> lowerBars, Bar bar) {
        double middle = bar.start + bar.width / 2;
        int low = 0;
        int high = lowerBars.size();
        while (low < high) {
            int i = (low + high) >>> 1;
            if (lowerBars.get(i).start <= middle) {
                low = i + 1;
            } else {
                high = i;
            }
        }
        if (lowerBars.isEmpty()) {
            return null;
        }
        int index = Math.max(0, low - 1);
        for (int i = index; i >= Math.max(0, index - 2); i--) {
            if (hasRoom(lowerBars.get(i), bar)) {
                return lowerBars.get(i);
            }
        }
        for (int i = index + 1; i < Math.min(lowerBars.size(), index + 3); i++) {
            if (hasRoom(lowerBars.get(i), bar)) {
                return lowerBars.get(i);
            }
        }
        return lowerBars.get(index);
    }

    private static boolean hasRoom(Bar caller, Bar bar) {
        return caller.selfValue >= bar.value * (1 - ROUNDING)
                && caller.start - bar.start <= Math.max(1, bar.width / 2)
                && bar.start - caller.start - caller.width <= 1;
    }
}
