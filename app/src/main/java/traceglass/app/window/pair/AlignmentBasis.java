package traceglass.app.window.pair;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.store.text.EnumIds;

/// Events or times on which two traces are aligned.
///
/// @param name name of the slice or event; empty for the other kinds
public record AlignmentBasis(Kind kind, String name) {

    /// Kind of a basis. Saved files contain the ids of these constants.
    public enum Kind {
        TRACE_STARTS,
        TRACE_TIME,
        TIME_OF_DAY,
        SELECTIONS,
        CHOSEN_TIME,
        MANUAL_OFFSET,
        FIRST_SLICE,
        /// Two corresponding events, such as a row of a comparison.
        EVENT
    }

    /// Label of a first slice in projects of earlier versions.
    private static final Pattern SLICE_LABEL = Pattern.compile("First slice “(.*)”", Pattern.DOTALL);

    /// Returns a basis without a name.
    static AlignmentBasis of(Kind kind) {
        return new AlignmentBasis(kind, "");
    }

    /// Returns the basis of a saved file.
    ///
    /// @param id id of the kind, or a label as earlier versions saved it; empty if the file has none
    public static AlignmentBasis parse(String id, String name) {
        if (id.isEmpty()) {
            return of(Kind.CHOSEN_TIME);
        }
        Matcher slice = SLICE_LABEL.matcher(id);
        return slice.matches()
                ? new AlignmentBasis(Kind.FIRST_SLICE, slice.group(1))
                : EnumIds.find(Kind.class, id)
                        .map(kind -> new AlignmentBasis(kind, name))
                        .orElse(new AlignmentBasis(Kind.EVENT, id));
    }

    /// Adds the fields of a saved file.
    public void save(Map<String, Object> fields) {
        fields.put("alignedOn", EnumIds.id(kind));
        fields.put("alignedOnName", name);
    }

    /// Label, shown after “Align on”.
    public String label() {
        return switch (kind) {
            case TRACE_STARTS -> PairTexts.TRACE_STARTS;
            case TRACE_TIME -> PairTexts.TRACE_TIME;
            case TIME_OF_DAY -> PairTexts.TIME_OF_DAY;
            case SELECTIONS -> PairTexts.SELECTIONS;
            case CHOSEN_TIME -> PairTexts.CHOSEN_TIME;
            case MANUAL_OFFSET -> PairTexts.MANUAL_OFFSET;
            case FIRST_SLICE -> PairTexts.firstSlice(name);
            case EVENT -> name;
        };
    }
}
