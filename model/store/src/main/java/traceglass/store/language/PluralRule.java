package traceglass.store.language;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Selects the form of a noun for a number, as `Plural-Forms` of a gettext catalog describes it: a C expression of `n`,
/// for example `n%10==1 && n%100!=11 ? 0 : 1`.
final class PluralRule {

    private static final Pattern HEADER = Pattern.compile("plural\\s*=\\s*([^;]+)");
    /// In C's order of precedence; the operators of a group have equal precedence and associate from left to right.
    private static final String[][] OPERATORS = {
        {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}
    };

    /// Largest number that is checked, because rules of real languages depend only on the last two digits.
    private static final int CHECKED = 200;

    private final String expression;

    private PluralRule(String expression) {
        this.expression = expression;
        // Report errors early: texts are needed while a window is drawn.
        for (int n = 0; n <= CHECKED; n++) {
            evaluate(n);
        }
    }

    /// @param header the value of `Plural-Forms`; if it has no expression, the rule of English applies
    /// @throws IllegalArgumentException if the expression is invalid
    static PluralRule parse(String header) {
        Matcher matcher = HEADER.matcher(header);
        // Templates have the word EXPRESSION in this place.
        boolean isGiven = matcher.find() && !matcher.group(1).strip().equals("EXPRESSION");
        return new PluralRule(isGiven ? matcher.group(1).replaceAll("\\s", "") : "n!=1");
    }

    /// Returns the form for a number; 0 if the rule has none for it.
    int form(long n) {
        try {
            return evaluate(n == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(n));
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private int evaluate(long n) {
        Evaluation evaluation = new Evaluation(expression, n);
        long form = evaluation.choice();
        if (evaluation.at < expression.length() || form < 0 || form > 9) {
            throw new IllegalArgumentException("not a rule of plural forms: " + expression);
        }
        return (int) form;
    }

    /// Evaluates the expression for one number.
    private static final class Evaluation {

        private final String text;
        private final long n;
        private int at;

        Evaluation(String text, long n) {
            this.text = text;
            this.n = n;
        }

        private boolean skip(String token) {
            boolean matches = text.startsWith(token, at);
            at += matches ? token.length() : 0;
            return matches;
        }

        private long choice() {
            long condition = operation(0);
            if (!skip("?")) {
                return condition;
            }
            long first = choice();
            if (!skip(":")) {
                throw new IllegalArgumentException("no ':' after '?': " + text);
            }
            long second = choice();
            return condition != 0 ? first : second;
        }

        private long operation(int group) {
            if (group == OPERATORS.length) {
                return operand();
            }
            long value = operation(group + 1);
            while (true) {
                String operator = nextOperator(group);
                if (operator.isEmpty()) {
                    return value;
                }
                value = apply(operator, value, operation(group + 1));
            }
        }

        private String nextOperator(int group) {
            for (String operator : OPERATORS[group]) {
                if (skip(operator)) {
                    return operator;
                }
            }
            return "";
        }

        private static long apply(String operator, long a, long b) {
            if (b == 0 && (operator.equals("%") || operator.equals("/"))) {
                throw new IllegalArgumentException("division by zero");
            }
            return switch (operator) {
                case "||" -> a != 0 || b != 0 ? 1 : 0;
                case "&&" -> a != 0 && b != 0 ? 1 : 0;
                case "==" -> a == b ? 1 : 0;
                case "!=" -> a != b ? 1 : 0;
                case "<=" -> a <= b ? 1 : 0;
                case ">=" -> a >= b ? 1 : 0;
                case "<" -> a < b ? 1 : 0;
                case ">" -> a > b ? 1 : 0;
                case "+" -> a + b;
                case "-" -> a - b;
                case "*" -> a * b;
                case "/" -> a / b;
                default -> a % b;
            };
        }

        private long operand() {
            if (skip("n")) {
                return n;
            }
            if (skip("!")) {
                return operand() == 0 ? 1 : 0;
            }
            if (skip("(")) {
                long value = choice();
                if (!skip(")")) {
                    throw new IllegalArgumentException("no ')': " + text);
                }
                return value;
            }
            int from = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (from == at) {
                throw new IllegalArgumentException("not a rule of plural forms: " + text);
            }
            return Long.parseLong(text, from, at, 10);
        }
    }
}
