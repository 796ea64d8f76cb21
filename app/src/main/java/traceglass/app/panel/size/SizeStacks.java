package traceglass.app.panel.size;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameStacks;
import traceglass.convert.size.FieldSize;
import traceglass.convert.size.TraceSize;

/// Converts the sizes in a trace file to stacks: a frame for each level of the structure.
final class SizeStacks {

    private static final int MAX_DEPTH = 200;

    private SizeStacks() {}

    /// Returns the sizes of the fields by their position in the packets.
    static FlameStacks fields(TraceSize sizes, FlameScope scope) {
        FlameStacks stacks = FlameStacks.ofSizes("trace-fields", SizeTexts.FIELDS, scope);
        sizes.packets().fields().forEach(f -> add(stacks, f, List.of()));
        // Tags and lengths of the packets.
        stacks.add(List.of(frame(sizes.packets())), sizes.packets().self());
        return stacks;
    }

    /// Returns the sizes of the sequences, and of the fields in their packets.
    static FlameStacks sequences(TraceSize sizes, FlameScope scope) {
        FlameStacks stacks = FlameStacks.ofSizes("trace-sequences", SizeTexts.SEQUENCES, scope);
        for (TraceSize.Sequence s : sizes.sequences()) {
            FlameStacks.Frame sequence =
                    new FlameStacks.Frame(SizeTexts.sequence(s.id()), SizeTexts.packets(s.packets()));
            stacks.add(List.of(sequence), s.contents().self());
            s.contents().fields().forEach(f -> add(stacks, f, List.of(sequence)));
        }
        return stacks;
    }

    /// Adds a field and the fields in it.
    ///
    /// @param parents frames around it, outermost first
    private static void add(FlameStacks stacks, FieldSize field, List<FlameStacks.Frame> parents) {
        List<FlameStacks.Frame> stack = new ArrayList<>(parents);
        stack.add(frame(field));
        stacks.add(stack, field.self());
        if (stack.size() < MAX_DEPTH) {
            field.fields().forEach(f -> add(stacks, f, stack));
        }
    }

    private static FlameStacks.Frame frame(FieldSize field) {
        return new FlameStacks.Frame(field.name(), field.type());
    }
}
