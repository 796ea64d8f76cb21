package traceglass.model.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What was found out about a statement from DuckDB's refusal of it, to be done differently in the next translation.
final class Repairs {
    /// Token index to the text that stands for it.
    final Map<Integer, String> replacements = new HashMap<>();
    /// Indices of CAST tokens whose operand is text, or a truth value.
    final Map<Integer, String> castOperands = new HashMap<>();
    final Set<Integer> strings = new HashSet<>();
    final Set<Integer> names = new HashSet<>();
    /// Opening brackets of lists whose numbers were tried as text.
    final Set<Integer> textLists = new HashSet<>();
    /// Ranges of tokens to put between two texts.
    final List<Wrap> wraps = new ArrayList<>();
    boolean withoutImplicitOrder;
    /// Whether whole numbers are written with 64 bits, since 32 were too few.
    boolean wideNumbers;
    int count;

    record Wrap(int start, int end, String open, String close) { }

    boolean wrapsAt(int start) {
        return wraps.stream().anyMatch(w -> w.start() == start);
    }
}
