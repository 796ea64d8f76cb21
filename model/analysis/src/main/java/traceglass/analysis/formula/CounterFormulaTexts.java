package traceglass.analysis.formula;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for counters computed by formulas.
final class CounterFormulaTexts {

    private CounterFormulaTexts() {}

    static final String FORMULA = tr("Formula");

    // ---- Errors in formulas

    static final String EMPTY = tr("Type a formula, such as a − b.");
    static final String NO_OPEN = tr("There is a “)” without a “(”.");

    static String noOperator(String before) {
        return tr("An operator (+ − * /) is missing after “{0}”.", before);
    }

    static final String NO_COUNTER = tr("The formula uses no counter. Add the letter of one.");
    static final String TOO_DEEP = tr("The formula is nested too deeply.");

    static String missingAfter(String before) {
        return tr("A counter, a number or “(” is missing after “{0}”.", before);
    }

    static String expectedAt(String remainder) {
        return tr("Expected a counter, a number or “(” at “{0}”.", remainder);
    }

    static String notNumber(String number) {
        return tr("“{0}” is not a number.", number);
    }

    static String tooLarge(String number) {
        return tr("“{0}” is too large.", number);
    }

    static String unknownFunction(String name) {
        return tr(
                "“{0}” is neither a counter nor a function. Counters are single letters; the functions are rate, change,"
                        + " min, max and abs.",
                name);
    }

    static String missingOpenAfter(String function) {
        return tr("A “(” is missing after “{0}”.", function);
    }

    static String takesOneCounter(String function) {
        return tr("{0} takes the letter of one counter, such as {1}(a).", function, function);
    }

    static final String ABS_TAKES_ONE = tr("abs takes one value.");

    static String takesSeveral(String function) {
        return tr("{0} takes at least two values, with commas between them.", function);
    }

    /// Returns the message that a letter is not one of the counters.
    ///
    /// @param counters number of chosen counters
    static String unknownCounter(String letter, int counters) {
        return tr(
                "There is no counter “{0}”{1}",
                letter,
                switch (counters) {
                    case 0 -> tr("; choose one first.");
                    case 1 -> tr("; there is only a.");
                    default -> tr("; there are a to {0}.", (char) ('a' + counters - 1));
                });
    }

    static final String NO_CLOSE_AT_END = tr("A “)” is missing at the end.");

    static String missingCloseAt(String remainder) {
        return tr("A “)” or an operator is missing before “{0}”.", remainder);
    }
}
