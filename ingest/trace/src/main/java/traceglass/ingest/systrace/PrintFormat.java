package traceglass.ingest.systrace;

import java.util.ArrayList;
import java.util.List;

/// Pattern in which an event is printed: literal text with fields in between, such as `{dev:dev} {rwbs} {sector} +
/// {nr_sector}`.
final class PrintFormat {

    /// Field of the pattern. The empty name stands for text that is not a field.
    record Field(String name, FieldFormat format) {}

    /// Literal texts before, between and after the fields.
    private final List<String> literals = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();

    PrintFormat(String pattern) {
        int p = 0;
        for (int open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', p)) {
            literals.add(pattern.substring(p, open));
            p = pattern.indexOf('}', open) + 1;
            String field = pattern.substring(open + 1, p - 1);
            int colon = field.indexOf(':');
            fields.add(
                    colon < 0
                            ? new Field(field, FieldFormat.PLAIN)
                            : new Field(field.substring(0, colon), FieldFormat.of(field.substring(colon + 1))));
        }
        literals.add(pattern.substring(p));
    }

    List<Field> fields() {
        return fields;
    }

    /// Finds the bounds of the values, two numbers each, in `bounds`. Returns false if the text does not match the
    /// pattern.
    ///
    /// @param bounds array for the result, with capacity for all fields
    boolean match(String text, int[] bounds) {
        if (!text.startsWith(literals.getFirst())) {
            return false;
        }
        int p = literals.getFirst().length();
        for (int i = 0; i < fields.size(); i++) {
            String after = literals.get(i + 1);
            boolean isLast = i == fields.size() - 1;
            int end = isLast ? text.length() - after.length() : text.indexOf(after, p);
            if (end < p || isLast && !text.endsWith(after)) {
                return false;
            }
            int from = p;
            int to = end;
            while (from < to && text.charAt(from) == ' ') {
                from++;
            }
            while (to > from && text.charAt(to - 1) == ' ') {
                to--;
            }
            bounds[2 * i] = from;
            bounds[2 * i + 1] = to;
            p = end + after.length();
        }
        return true;
    }
}
