package traceglass.analysis.formula;

/// User-visible strings for counters computed by formulas.
final class CounterFormulaTexts {

    private CounterFormulaTexts() {}

    static final String FORMULA = "Formula";

    // ---- Errors in formulas

    static final String EMPTY = "Type a formula, such as a − b.";
    static final String NO_OPEN = "There is a “)” without a “(”.";

    static String noOperator(String before) {
        return "An operator (+ − * /) is missing after “" + before + "”.";
    }

    static final String NO_COUNTER = "The formula uses no counter. Add the letter of one.";
    static final String TOO_DEEP = "The formula is nested too deeply.";

    static String missingAfter(String before) {
        return "A counter, a number or “(” is missing after “" + before + "”.";
    }

    static String expectedAt(String remainder) {
        return "Expected a counter, a number or “(” at “" + remainder + "”.";
    }

    static String notNumber(String number) {
        return "“" + number + "” is not a number.";
    }

    static String tooLarge(String number) {
        return "“" + number + "” is too large.";
    }

    static String unknownFunction(String name) {
        return "There is no “" + name + "”. Counters are single letters; functions are rate, change, min, max and abs.";
    }

    static String missingOpenAfter(String function) {
        return "A “(” is missing after “" + function + "”.";
    }

    static String takesOneCounter(String function) {
        return function + " takes the letter of one counter, such as " + function + "(a).";
    }

    static final String ABS_TAKES_ONE = "abs takes one value.";

    static String takesSeveral(String function) {
        return function + " takes at least two values, with commas between them.";
    }

    /// Returns that a letter is not one of the counters.
    ///
    /// @param counters number of chosen counters
    static String unknownCounter(String letter, int counters) {
        return "There is no counter “" + letter + "”"
                + switch (counters) {
                    case 0 -> "; choose one first.";
                    case 1 -> "; there is only a.";
                    default -> "; there are a to " + (char) ('a' + counters - 1) + ".";
                };
    }

    static final String NO_CLOSE_AT_END = "A “)” is missing at the end.";

    static String missingCloseAt(String remainder) {
        return "A “)” or an operator is missing before “" + remainder + "”.";
    }
}
