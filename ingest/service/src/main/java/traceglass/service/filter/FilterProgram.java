package traceglass.service.filter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules for the fields of all messages, parsed from the bytecode of a trace filter. An instruction has the opcode in
/// its low three bits and the field number in the bits above; the messages are in sequence, each with its fields in
/// ascending order.
///
/// An overlay adds fields to messages or replaces rules. Each entry is a message index, an instruction and an
/// argument; entries are sorted by message and field.
final class FilterProgram {

    private static final int END_OF_MESSAGE = 0;
    private static final int FIELD = 1;
    private static final int FIELD_RANGE = 2;
    private static final int NESTED_FIELD = 3;
    private static final int TEXT_FIELD = 4;
    private static final int TYPED_TEXT_FIELD = 5;
    private static final int UNTYPED = 0xfffe;
    private static final int TYPE_MASK = 0xffff;
    private static final int OVERLAY_WORDS = 3;
    private static final long ALL_FIELDS = Long.MAX_VALUE;

    private record OverlayEntry(long message, long field, int rule) {}

    private final List<FieldRules> messages = new ArrayList<>();
    private final List<OverlayEntry> overlay;
    private int overlayIndex;

    private FilterProgram(List<OverlayEntry> overlay) {
        this.overlay = overlay;
    }

    /// Parses a filter.
    ///
    /// @param overlay bytecode of the overlay; empty for none
    static FilterProgram parse(byte[] bytecode, byte[] overlay) throws InvalidFilter {
        List<OverlayEntry> entries =
                overlay.length == 0 ? List.of() : overlay(FilterWords.parse("the overlay", overlay));
        FilterProgram program = new FilterProgram(entries);
        program.read(FilterWords.parse("the bytecode", bytecode));
        return program;
    }

    private static List<OverlayEntry> overlay(FilterWords words) throws InvalidFilter {
        List<OverlayEntry> entries = new ArrayList<>();
        while (words.hasNext()) {
            if (words.size() % OVERLAY_WORDS != 0) {
                throw new InvalidFilter("the overlay ends within an entry");
            }
            long message = Integer.toUnsignedLong(words.next());
            int word = words.next();
            int argument = words.next();
            int rule = switch (FilterWords.opcode(word)) {
                case FIELD -> FieldRules.KEEP;
                case TEXT_FIELD -> FieldRules.TEXT + UNTYPED;
                case TYPED_TEXT_FIELD -> typedText(argument);
                default -> throw new InvalidFilter("the overlay has an unknown instruction");
            };
            OverlayEntry entry = new OverlayEntry(message, FilterWords.field(word), rule);
            OverlayEntry previous = entries.isEmpty() ? null : entries.getLast();
            boolean isSorted = previous == null
                    || previous.message < entry.message
                    || previous.message == entry.message && previous.field < entry.field;
            if (!isSorted) {
                throw new InvalidFilter("the overlay is not sorted");
            }
            entries.add(entry);
        }
        return entries;
    }

    private static int typedText(int type) {
        return Math.min(FieldRules.TEXT + (type & TYPE_MASK), FieldRules.TEXT + UNTYPED);
    }

    private void read(FilterWords words) throws InvalidFilter {
        FieldRules current = new FieldRules();
        boolean hasEnded = true;
        long largestNestedIndex = 0;
        while (words.hasNext()) {
            int word = words.next();
            long field = FilterWords.field(word);
            int opcode = FilterWords.opcode(word);
            hasEnded = opcode == END_OF_MESSAGE;
            if (field == 0 && !hasEnded) {
                throw new InvalidFilter("the bytecode contains field 0");
            }
            switch (opcode) {
                case END_OF_MESSAGE -> {
                    mergeOverlay(current, ALL_FIELDS);
                    messages.add(current);
                    current = new FieldRules();
                }
                case FIELD -> set(current, field, FieldRules.KEEP);
                case TEXT_FIELD -> set(current, field, FieldRules.TEXT + UNTYPED);
                case TYPED_TEXT_FIELD -> set(current, field, typedText(words.next()));
                case FIELD_RANGE -> current.set(field, field + Integer.toUnsignedLong(words.next()), FieldRules.KEEP);
                case NESTED_FIELD -> {
                    int index = words.next();
                    largestNestedIndex = Math.max(largestNestedIndex, Integer.toUnsignedLong(index));
                    set(current, field, index);
                }
                default -> throw new InvalidFilter("the bytecode has an unknown instruction");
            }
        }
        if (!hasEnded) {
            throw new InvalidFilter("the bytecode ends within a message");
        }
        if (overlayIndex < overlay.size()) {
            throw new InvalidFilter("the overlay changes messages that do not exist");
        }
        if (largestNestedIndex > 0 && largestNestedIndex >= messages.size()) {
            throw new InvalidFilter("the bytecode refers to a message that does not exist");
        }
    }

    private void set(FieldRules rules, long field, int rule) throws InvalidFilter {
        OverlayEntry replacement = mergeOverlay(rules, field);
        rules.set(field, field + 1, replacement == null ? rule : replacement.rule);
    }

    /// Adds the overlay's entries for lower fields to the current message and returns its entry for this field, or
    /// null.
    private @Nullable OverlayEntry mergeOverlay(FieldRules rules, long field) throws InvalidFilter {
        while (overlayIndex < overlay.size()) {
            OverlayEntry entry = overlay.get(overlayIndex);
            if (entry.message > messages.size() || entry.field > field) {
                return null;
            }
            overlayIndex++;
            if (entry.field == field) {
                return entry;
            }
            rules.set(entry.field, entry.field + 1, entry.rule);
        }
        return null;
    }

    /// Returns the index of the rules for the message at a path of field numbers from the first message.
    int root(int... path) throws InvalidFilter {
        int index = 0;
        for (int field : path) {
            index = messages.isEmpty() ? FieldRules.DROP : messages.get(index).rule(field);
            if (!FieldRules.isNested(index)) {
                throw new InvalidFilter("the bytecode drops entire packets");
            }
        }
        return index;
    }

    FieldRules message(int index) {
        return messages.get(index);
    }

    /// Returns the semantic type of a string rule, 0 if unknown.
    static int semanticType(int rule) {
        int type = rule - FieldRules.TEXT;
        return type == UNTYPED ? 0 : type;
    }
}
