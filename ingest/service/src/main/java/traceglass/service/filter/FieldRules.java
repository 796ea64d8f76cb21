package traceglass.service.filter;

import java.util.Arrays;

/// Rules for the fields of one message. A rule is a number: [#DROP], [#KEEP], [#TEXT] plus a
/// semantic type for a string to redact, or the index of the rules for a nested message.
final class FieldRules {

    static final int DROP = -1;
    static final int KEEP = 0x7fff_ffff;
    /// Base of the rules for strings. The low 16 bits are the semantic type, 0 if unknown.
    static final int TEXT = 0x7fff_0000;

    private static final int DIRECT = 128;
    private static final int INITIAL_RANGES = 4;

    private final int[] direct = new int[DIRECT];
    private long[] starts = new long[INITIAL_RANGES];
    private long[] ends = new long[INITIAL_RANGES];
    private int[] rules = new int[INITIAL_RANGES];
    private int ranges;

    FieldRules() {
        Arrays.fill(direct, DROP);
    }

    static boolean isText(int rule) {
        return rule >= TEXT && rule < KEEP;
    }

    static boolean isNested(int rule) {
        return rule >= 0 && rule < TEXT;
    }

    /// Sets the rule for the field numbers `[start, end)`. Numbers above 127 must be set in ascending order.
    void set(long start, long end, int rule) throws InvalidFilter {
        long id = start;
        for (; id < end && id < DIRECT; id++) {
            direct[(int) id] = rule;
        }
        if (id >= end) {
            return;
        }
        if (ranges > 0 && id < ends[ranges - 1]) {
            throw new InvalidFilter("field ranges overlap at field " + id);
        }
        if (ranges == starts.length) {
            starts = Arrays.copyOf(starts, 2 * ranges);
            ends = Arrays.copyOf(ends, 2 * ranges);
            rules = Arrays.copyOf(rules, 2 * ranges);
        }
        starts[ranges] = id;
        ends[ranges] = end;
        rules[ranges++] = rule;
    }

    int rule(int field) {
        if (field >= 0 && field < DIRECT) {
            return direct[field];
        }
        long id = Integer.toUnsignedLong(field);
        for (int i = 0; i < ranges; i++) {
            if (id >= starts[i] && id < ends[i]) {
                return rules[i];
            }
        }
        return DROP;
    }
}
