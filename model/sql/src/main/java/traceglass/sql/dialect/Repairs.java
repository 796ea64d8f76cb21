package traceglass.sql.dialect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.sql.syntax.Token;

/// What was found out about a statement from DuckDB's refusal of it, to be done differently in the next translation.
public final class Repairs {
    /// Token index to the text that stands for it.
    public final Map<Integer, String> replacements = new HashMap<>();
    /// Indices of CAST tokens whose operand is text, or a truth value.
    public final Map<Integer, String> castOperands = new HashMap<>();
    public final Set<Integer> strings = new HashSet<>();
    public final Set<Integer> names = new HashSet<>();
    /// Opening brackets of lists whose numbers were tried as text.
    public final Set<Integer> textLists = new HashSet<>();
    /// Ranges of tokens to put between two texts.
    public final List<Wrap> wraps = new ArrayList<>();
    /// Names of `Builtins` among the replacements.
    public final Set<String> builtins = new HashSet<>();
    public boolean withoutImplicitOrder;
    /// Whether whole numbers are written with 64 bits, since 32 were too few.
    public boolean wideNumbers;
    /// Whether WITH is meant as WITH RECURSIVE.
    public boolean recursive;
    /// Indices of `%` with a double beside it.
    public final Set<Integer> realModulos = new HashSet<>();
    /// Whether bits are shifted by more places, or by fewer, than DuckDB does.
    public boolean wideShifts;
    /// The statement written differently, to be translated from the start; null if there is none.
    public List<Token> rewritten;
    public int count;

    /// The same for a statement in which the tokens stand farther behind.
    public Repairs shifted(int by) {
        Repairs out = new Repairs();
        out.withoutImplicitOrder = withoutImplicitOrder;
        out.wideNumbers = wideNumbers;
        out.recursive = recursive;
        out.wideShifts = wideShifts;
        realModulos.forEach(i -> out.realModulos.add(i + by));
        replacements.forEach((i, text) -> out.replacements.put(i + by, text));
        castOperands.forEach((i, type) -> out.castOperands.put(i + by, type));
        strings.forEach(i -> out.strings.add(i + by));
        names.forEach(i -> out.names.add(i + by));
        out.builtins.addAll(builtins);
        textLists.forEach(i -> out.textLists.add(i + by));
        wraps.forEach(w -> out.wraps.add(new Wrap(w.start + by, w.end + by, w.open, w.close)));
        return out;
    }

    /// Takes over what another has found.
    public void take(Repairs other) {
        replacements.putAll(other.replacements);
        castOperands.putAll(other.castOperands);
        strings.addAll(other.strings);
        names.addAll(other.names);
        textLists.addAll(other.textLists);
        wraps.addAll(other.wraps);
        builtins.addAll(other.builtins);
        withoutImplicitOrder |= other.withoutImplicitOrder;
        wideNumbers |= other.wideNumbers;
        recursive |= other.recursive;
        wideShifts |= other.wideShifts;
        realModulos.addAll(other.realModulos);
    }

    public record Wrap(int start, int end, String open, String close) {}

    public boolean wrapsAt(int start) {
        return wraps.stream().anyMatch(w -> w.start() == start);
    }
}
