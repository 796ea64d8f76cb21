package traceglass.sql.dialect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import traceglass.sql.syntax.Token;

/// Changes of a statement that its translation makes because of the types of its expressions.
public final class StatementChanges {
    /// Replacement text by token index.
    public final Map<Integer, String> replacements = new HashMap<>();
    /// Type by index of a CAST token whose operand is text, a boolean, a double, or a number to be kept.
    public final Map<Integer, String> castOperands = new HashMap<>();
    /// Indices of tokens to write as string literals.
    public final Set<Integer> strings = new HashSet<>();
    /// Token ranges to enclose between two strings.
    public final List<Wrap> wraps = new ArrayList<>();
    /// Names of `Builtins` used in the replacements.
    public final Set<String> builtins = new HashSet<>();
    /// Whether to omit the ORDER BY that reproduces SQLite's row order.
    public boolean hasNoImplicitOrder;
    /// Whether WITH means WITH RECURSIVE.
    public boolean isRecursive;
    /// Indices of `%` with a double operand.
    public final Set<Integer> realModulos = new HashSet<>();
    /// Whether there are shifts by negative or large numbers that DuckDB does not support.
    public boolean hasWideShifts;
    /// The rewritten statement, to be translated from the start; null if there is none.
    public List<Token> rewritten;

    /// Returns a copy with all token indices shifted by the given distance.
    public StatementChanges shifted(int by) {
        StatementChanges out = new StatementChanges();
        out.hasNoImplicitOrder = hasNoImplicitOrder;
        out.isRecursive = isRecursive;
        out.hasWideShifts = hasWideShifts;
        realModulos.forEach(i -> out.realModulos.add(i + by));
        replacements.forEach((i, text) -> out.replacements.put(i + by, text));
        castOperands.forEach((i, type) -> out.castOperands.put(i + by, type));
        strings.forEach(i -> out.strings.add(i + by));
        out.builtins.addAll(builtins);
        wraps.forEach(w -> out.wraps.add(new Wrap(w.start + by, w.end + by, w.open, w.close)));
        return out;
    }

    /// Returns a copy with the given function applied to the texts of its replacements and wraps.
    public StatementChanges withTexts(UnaryOperator<String> change) {
        StatementChanges out = shifted(0);
        out.replacements.replaceAll((i, text) -> change.apply(text));
        out.wraps.replaceAll(w -> new Wrap(w.start, w.end, change.apply(w.open), change.apply(w.close)));
        return out;
    }

    /// Returns the number of changes of the statement, not counting the order of rows.
    public int size() {
        return replacements.size()
                + castOperands.size()
                + strings.size()
                + wraps.size()
                + realModulos.size()
                + (hasWideShifts ? 1 : 0)
                + (isRecursive ? 1 : 0)
                + (rewritten == null ? 0 : 1);
    }

    /// A range of tokens and the strings to enclose it in.
    ///
    /// @param end exclusive
    public record Wrap(int start, int end, String open, String close) {}

    /// Returns whether a range of tokens that starts at an index is enclosed.
    public boolean wrapsAt(int start) {
        for (Wrap wrap : wraps) {
            if (wrap.start == start) {
                return true;
            }
        }
        return false;
    }
}
