package traceglass.analysis.flame.source;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraphTexts;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;

/// Stacks with durations or sizes that another component computed, to be shown as a flame graph. Filled by one thread,
/// then published.
public final class FlameStacks {

    private static final FlameMeasure DURATION =
            new FlameMeasure("duration", FlameGraphTexts.DURATION, FlameMeasure.Unit.NANOSECONDS);
    private static final FlameMeasure SIZE = new FlameMeasure("size", FlameGraphTexts.SIZE, FlameMeasure.Unit.BYTES);

    private final String id;
    private final String source;
    private final FlameScope scope;
    private final FlameMeasure measure;
    private final FlameFrames.Builder tree = new FlameFrames.Builder(1);

    /// Creates stacks with durations.
    ///
    /// @param id id of the source: `critical-path`
    /// @param source title of the source: `Critical path`
    /// @param scope title of the scope: `main 4711`
    /// @param start start in ns
    /// @param end end in ns
    public FlameStacks(String id, String source, String scope, long start, long end) {
        this(id, source, FlameScope.range(scope, start, end, end), DURATION);
    }

    private FlameStacks(String id, String source, FlameScope scope, FlameMeasure measure) {
        this.id = id;
        this.source = source;
        this.scope = scope;
        this.measure = measure;
    }

    /// Creates stacks with sizes in bytes.
    ///
    /// @param id id of the source: `trace-fields`
    /// @param source title of the source: `Fields`
    public static FlameStacks ofSizes(String id, String source, FlameScope scope) {
        return new FlameStacks(id, source, scope, SIZE);
    }

    /// Frame of a stack.
    ///
    /// @param module module of the frame, or empty; frames may be colored by it
    public record Frame(String name, String module) {}

    /// Adds time or bytes to a stack.
    ///
    /// @param frames outermost first
    /// @param value value of the stack, in ns or bytes
    public void add(List<Frame> frames, long value) {
        int node = 0;
        for (Frame f : frames) {
            node = tree.getOrAddChild(node, f.name, f.module);
        }
        if (node > 0) {
            tree.add(node, 0, value);
        }
    }

    public FlameScope scope() {
        return scope;
    }

    public FlameSource asSource() {
        FlameData data = new FlameData(new ArrayList<>(List.of(measure)), tree.build());
        return new StackSource(id, source, data);
    }

    private record StackSource(String id, String title, FlameData data) implements FlameSource {

        @Override
        public FlameData read(TraceQueries q, FlameScope scope) {
            return data;
        }
    }
}
