package traceglass.analysis.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.analysis.formula.CounterFormula.Series;
import traceglass.analysis.track.CounterMode;

/// Parser of formulas. Products bind tighter than sums; operators associate to the left.
final class FormulaReader {

    /// Maximum nesting depth, which limits the stack for any input.
    private static final int MAX_DEPTH = 100;

    private final String text;
    private final int counters;
    private final List<Series> series = new ArrayList<>();
    private int position;
    private int depth;

    FormulaReader(String text, int counters) {
        this.text = text;
        this.counters = counters;
    }

    CounterFormula read() throws FormulaProblem {
        if (text.isBlank()) {
            throw new FormulaProblem(CounterFormulaTexts.EMPTY, 0);
        }
        Term term = sum();
        if (peek() != 0) {
            throw new FormulaProblem(
                    peek() == ')'
                            ? CounterFormulaTexts.NO_OPEN
                            : CounterFormulaTexts.noOperator(
                                    text.substring(0, position).strip()),
                    position);
        }
        if (series.isEmpty()) {
            throw new FormulaProblem(CounterFormulaTexts.NO_COUNTER, 0);
        }
        return new CounterFormula(term, series);
    }

    private Term sum() throws FormulaProblem {
        Term left = product();
        while (peek() == '+' || peek() == '-') {
            char operator = next();
            left = new Term.Binary(operator, left, product());
        }
        return left;
    }

    private Term product() throws FormulaProblem {
        Term left = factor();
        while (peek() == '*' || peek() == '/') {
            char operator = next();
            left = new Term.Binary(operator, left, factor());
        }
        return left;
    }

    private Term factor() throws FormulaProblem {
        if (++depth > MAX_DEPTH) {
            throw new FormulaProblem(CounterFormulaTexts.TOO_DEEP, position);
        }
        try {
            char c = peek();
            if (c == '-') {
                next();
                return new Term.Negative(factor());
            }
            if (c == '(') {
                int open = position;
                next();
                Term inner = sum();
                close(open);
                return inner;
            }
            if (Character.isDigit(c) || c == '.') {
                return number();
            }
            if (Character.isLetter(c)) {
                return word();
            }
            throw new FormulaProblem(
                    position >= text.length() && position > 0
                            ? CounterFormulaTexts.missingAfter(text.strip())
                            : CounterFormulaTexts.expectedAt(
                                    text.substring(position).strip()),
                    position);
        } finally {
            depth--;
        }
    }

    private Term number() throws FormulaProblem {
        int start = position;
        while (position < text.length() && (Character.isDigit(text.charAt(position)) || text.charAt(position) == '.')) {
            position++;
        }
        // `1e9` is a number; an `e` without a digit after it is a counter.
        int e = position;
        if (e < text.length() && (text.charAt(e) == 'e' || text.charAt(e) == 'E')) {
            int digits = e + 1;
            if (digits < text.length() && (text.charAt(digits) == '-' || text.charAt(digits) == '+')) {
                digits++;
            }
            if (digits < text.length() && Character.isDigit(text.charAt(digits))) {
                position = digits;
                while (position < text.length() && Character.isDigit(text.charAt(position))) {
                    position++;
                }
            }
        }
        String number = text.substring(start, position);
        double value;
        try {
            value = Double.parseDouble(number);
        } catch (NumberFormatException wrong) {
            throw new FormulaProblem(CounterFormulaTexts.notNumber(number), start);
        }
        if (Double.isInfinite(value)) {
            throw new FormulaProblem(CounterFormulaTexts.tooLarge(number), start);
        }
        return new Term.Constant(value);
    }

    private Term word() throws FormulaProblem {
        int start = position;
        while (position < text.length() && Character.isLetterOrDigit(text.charAt(position))) {
            position++;
        }
        String word = text.substring(start, position).toLowerCase(Locale.ROOT);
        if (word.length() == 1) {
            return new Term.Series(slotOf(counter(word, start), CounterMode.VALUE));
        }
        CounterMode mode = word.equals("rate") ? CounterMode.RATE : word.equals("change") ? CounterMode.DELTA : null;
        boolean isKnown = mode != null || word.equals("min") || word.equals("max") || word.equals("abs");
        if (!isKnown) {
            throw new FormulaProblem(CounterFormulaTexts.unknownFunction(word), start);
        }
        int open = position;
        if (peek() != '(') {
            throw new FormulaProblem(CounterFormulaTexts.missingOpenAfter(word), position);
        }
        next();
        if (mode != null) {
            peek();
            int letter = position;
            while (position < text.length() && Character.isLetterOrDigit(text.charAt(position))) {
                position++;
            }
            String name = text.substring(letter, position).toLowerCase(Locale.ROOT);
            if (name.length() != 1) {
                throw new FormulaProblem(CounterFormulaTexts.takesOneCounter(word), letter);
            }
            Term term = new Term.Series(slotOf(counter(name, letter), mode));
            close(open);
            return term;
        }
        List<Term> arguments = new ArrayList<>();
        arguments.add(sum());
        while (peek() == ',') {
            next();
            arguments.add(sum());
        }
        close(open);
        boolean isAbsolute = word.equals("abs");
        if (isAbsolute == arguments.size() > 1) {
            throw new FormulaProblem(
                    isAbsolute ? CounterFormulaTexts.ABS_TAKES_ONE : CounterFormulaTexts.takesSeveral(word), start);
        }
        return new Term.Call(word, arguments);
    }

    private int counter(String letter, int position) throws FormulaProblem {
        int counter = letter.charAt(0) - 'a';
        if (counter < 0 || counter >= counters) {
            throw new FormulaProblem(CounterFormulaTexts.unknownCounter(letter, counters), position);
        }
        return counter;
    }

    private int slotOf(int counter, CounterMode mode) {
        Series candidate = new Series(counter, mode);
        int index = series.indexOf(candidate);
        if (index < 0) {
            series.add(candidate);
            index = series.size() - 1;
        }
        return index;
    }

    private void close(int open) throws FormulaProblem {
        if (peek() != ')') {
            throw new FormulaProblem(
                    position >= text.length()
                            ? CounterFormulaTexts.NO_CLOSE_AT_END
                            : CounterFormulaTexts.missingCloseAt(
                                    text.substring(position).strip()),
                    open);
        }
        next();
    }

    /// Returns the next character that is not a space, with typographic operators replaced by their ASCII
    /// equivalents; 0 at the end.
    private char peek() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        if (position >= text.length()) {
            return 0;
        }
        char c = text.charAt(position);
        return switch (c) {
            case '−', '–' -> '-';
            case '×', '·' -> '*';
            case '÷' -> '/';
            default -> c;
        };
    }

    private char next() {
        char c = peek();
        position++;
        return c;
    }
}
