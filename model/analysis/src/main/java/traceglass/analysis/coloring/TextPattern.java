package traceglass.analysis.coloring;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Patterns for names and categories: `"text"` for exactly this text, `/expression/` for a regular expression found in
/// it, `*` for any characters; otherwise a part of it, ignoring case.
final class TextPattern {

    private TextPattern() {}

    /// Parses a pattern.
    ///
    /// @throws RuleProblem if a regular expression is invalid
    static Predicate<String> parse(String text) throws RuleProblem {
        String pattern = text.strip();
        if (isBetween(pattern, '"')) {
            return pattern.substring(1, pattern.length() - 1)::equals;
        }
        if (isBetween(pattern, '/')) {
            try {
                return Pattern.compile(pattern.substring(1, pattern.length() - 1))
                        .asPredicate();
            } catch (PatternSyntaxException e) {
                throw new RuleProblem(ColoringTexts.invalidPattern(e.getDescription()));
            }
        }
        if (pattern.contains("*")) {
            StringBuilder expression = new StringBuilder();
            for (String part : pattern.split("\\*", -1)) {
                expression
                        .append(expression.isEmpty() ? "" : ".*")
                        .append(part.isEmpty() ? "(?:)" : Pattern.quote(part));
            }
            return Pattern.compile(expression.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                    .asMatchPredicate();
        }
        String part = pattern.toLowerCase(Locale.ROOT);
        return name -> name.toLowerCase(Locale.ROOT).contains(part);
    }

    private static boolean isBetween(String text, char mark) {
        return text.length() > 2 && text.charAt(0) == mark && text.charAt(text.length() - 1) == mark;
    }
}
