package traceglass.ingest.textstacks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.table.LongColumn;

/// Writes stacks with values as aggregate profiles, one for each kind of value.
final class StackProfileWriter {

    /// Maximum stack depth; deeper stacks lose their innermost frames.
    static final int MAX_DEPTH = 10_000;
    private static final int NO_CALLSITE = -1;

    private final ImportContext context;
    private final String tool;
    private final NamedFrames frames;
    private final AggregateProfiles profiles;
    private final Map<String, Integer> rows = new HashMap<>();
    private boolean isEmpty = true;

    /// @param tool short name, in lower case, of the program that wrote the text
    StackProfileWriter(ImportContext context, String tool) {
        this.context = context;
        this.tool = tool;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[" + tool + "]");
        profiles = new AggregateProfiles(context.storage());
        context.metadata().setDynamic("text_stacks_tool", tool);
    }

    ImportContext context() {
        return context;
    }

    NamedFrames frames() {
        return frames;
    }

    boolean isEmpty() {
        return isEmpty;
    }

    /// Returns the row of a profile, adding it if it is new.
    ///
    /// @param type quantity, such as `samples`
    /// @param unit unit of the values, such as `count`
    int profile(String type, String unit) {
        return rows.computeIfAbsent(
                type + "\0" + unit, key -> profiles.profile(tool + "_file", tool + " " + type, type, unit));
    }

    /// Returns the callsite of a stack.
    ///
    /// @param innermostFirst rows of the frames, innermost first
    int callsite(List<Integer> innermostFirst) {
        int callsite = NO_CALLSITE;
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            callsite = frames.callsite(callsite, innermostFirst.get(i));
        }
        return callsite;
    }

    /// Adds a value. Values of stacks without frames are ignored.
    void add(int profile, int callsite, double value) {
        add(profile, callsite, value, Map.of());
    }

    /// Adds a value with labels, such as the thread.
    void add(int profile, int callsite, double value, Map<String, String> labels) {
        if (callsite < 0 || !(value > 0)) {
            return;
        }
        isEmpty = false;
        long set = labels.isEmpty() ? LongColumn.NULL : profiles.labelSet();
        for (Map.Entry<String, String> label : labels.entrySet()) {
            profiles.addLabel(set, label.getKey(), label.getValue());
        }
        profiles.add(profile, callsite, value, set);
    }

    /// Adds a frame to a stack unless it is too deep.
    static void push(ArrayList<Integer> stack, int frame) {
        if (stack.size() < MAX_DEPTH) {
            stack.add(frame);
        }
    }
}
