package traceglass.sdk.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Patterns that select methods: `CLASS#METHOD`, or `CLASS` for all its methods and constructors.
///
/// In a class name, `*` matches anything but a dot and `**` matches anything: `com.shop.*` selects the classes of a
/// package, `com.shop.**` also those of its subpackages. In a method name, `*` matches anything; constructors are
/// called `<init>`. A pattern that starts with `-` excludes methods and takes precedence.
final class MethodPatterns {

    private final List<Rule> included;
    private final List<Rule> excluded;

    private record Rule(String text, Pattern classes, Pattern methods) {

        static Rule of(String text, String pattern) {
            int index = pattern.indexOf('#');
            String classes = index < 0 ? pattern : pattern.substring(0, index);
            String methods = index < 0 ? "*" : pattern.substring(index + 1);
            if (classes.isEmpty() || methods.isEmpty()) {
                throw new IllegalArgumentException(
                        "Can't read the pattern " + text + "; write CLASS or CLASS#METHOD, such as com.shop.**#place*");
            }
            return new Rule(text, glob(classes, "[^.]*"), glob(methods, ".*"));
        }

        /// Returns the regular expression of a pattern.
        ///
        /// @param star expression for one `*`
        private static Pattern glob(String pattern, String star) {
            StringBuilder expression = new StringBuilder();
            for (int i = 0; i < pattern.length(); i++) {
                if (pattern.startsWith("**", i)) {
                    expression.append(".*");
                    i++;
                } else if (pattern.charAt(i) == '*') {
                    expression.append(star);
                } else {
                    expression.append(Pattern.quote(pattern.substring(i, i + 1)));
                }
            }
            return Pattern.compile(expression.toString());
        }

        boolean matchesClass(String name) {
            return classes.matcher(name).matches();
        }

        boolean matches(String className, String method) {
            return matchesClass(className) && methods.matcher(method).matches();
        }

        boolean isForAllMethods() {
            return methods.pattern().equals(".*");
        }
    }

    private MethodPatterns(List<Rule> included, List<Rule> excluded) {
        this.included = included;
        this.excluded = excluded;
    }

    /// Parses patterns.
    ///
    /// @throws IllegalArgumentException if a pattern is incomplete or all patterns are exclusions
    static MethodPatterns of(List<String> patterns) {
        List<Rule> included = new ArrayList<>();
        List<Rule> excluded = new ArrayList<>();
        for (String text : patterns) {
            if (text.startsWith("-")) {
                excluded.add(Rule.of(text, text.substring(1)));
            } else {
                included.add(Rule.of(text, text));
            }
        }
        if (included.isEmpty()) {
            throw new IllegalArgumentException("No methods to trace; specify some, such as com.shop.**");
        }
        return new MethodPatterns(List.copyOf(included), List.copyOf(excluded));
    }

    /// Returns whether methods of a class can match.
    ///
    /// @param className name with dots, and `$` before the names of nested classes
    boolean matchesClass(String className) {
        return included.stream().anyMatch(r -> r.matchesClass(className))
                && excluded.stream().noneMatch(r -> r.isForAllMethods() && r.matchesClass(className));
    }

    boolean matches(String className, String method) {
        return included.stream().anyMatch(r -> r.matches(className, method))
                && excluded.stream().noneMatch(r -> r.matches(className, method));
    }

    @Override
    public String toString() {
        return String.join(", ", included.stream().map(Rule::text).toList());
    }
}
