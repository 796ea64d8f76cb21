package traceglass.sql.result;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import traceglass.sql.syntax.Token;

/// Messages for users about errors of DuckDB: in the terms of this dialect, without names and types that only the
/// database knows.
final class ErrorMessages {

    /// @param start start of the database's message
    /// @param message text with `$1`, `$2` for its groups
    private record Rule(Pattern start, String message) {
        static Rule of(String start, String message) {
            return new Rule(Pattern.compile("^" + start), message);
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of(
                    "(?:Values list|Table) \"([^\"]+)\" does not have a column named \"([^\"]+)\".*",
                    "no such column: $1.$2"),
            Rule.of("Referenced table \"([^\"]+)\" not found!.*", "no such table or alias: $1"),
            Rule.of(
                    "Ambiguous reference to column name \"([^\"]+)\" \\(use: (.*)\\).*",
                    "column $1 is ambiguous: it could be $2"),
            Rule.of(
                    "Ambiguous reference to table \"(?:[^\".]*\\.)*([^\".]+)\".*",
                    "table $1 is used twice: give each an alias with AS"),
            Rule.of("Duplicate alias \"([^\"]+)\".*", "alias $1 is used twice"),
            Rule.of("Column with name (\\S+) already exists!.*", "duplicate column name: $1"),
            Rule.of("(\\S+) is not an? table", "$1 is a view: rows can't be added to it"),
            Rule.of("Can only (?:update|delete from) base table.*", "only tables that a query created can be changed"),
            Rule.of("Existing object (\\S+) is of type (\\w+), trying to drop type (\\w+)", "$1 is a $2, not a $3"),
            Rule.of(
                    "Existing object (\\S+) is of type (\\w+), trying to \\w+ with type (\\w+)",
                    "$1 already exists and is a $2, not a $3"),
            Rule.of(
                    "(?:Table|View|Macro Function|Table Macro Function) with name \"?([^\" ]+)\"? already exists!.*",
                    "$1 already exists; CREATE OR REPLACE replaces it"),
            Rule.of(
                    "Values were not provided for the following prepared statement parameters: \\d+.*",
                    "no value for parameter ?"),
            Rule.of(
                    "Values were not provided for the following prepared statement parameters: (\\w+).*",
                    "no value for parameter \\$$1"),
            Rule.of("Collation with name (\\S+) does not exist.*", "no such collation: $1"),
            Rule.of("Subquery returns (\\d+) columns - expected (\\d+)", "the subquery returns $1 columns, not $2"),
            Rule.of(
                    "Set operations can only apply to expressions with the same number of result columns",
                    "the queries of UNION, EXCEPT or INTERSECT have different numbers of columns"),
            Rule.of("Overflow in (\\w+) of \\w+ \\((.*)\\).*", "the result of $2 does not fit in 64 bits"),
            Rule.of("Overflow in division of (.*)", "the result of $1 does not fit in 64 bits"),
            Rule.of("Overflow on (abs\\(-?\\d+\\))", "the result of $1 does not fit in 64 bits"),
            Rule.of("Overflow in negation of .*", "the result of -(" + Long.MIN_VALUE + ") does not fit in 64 bits"),
            Rule.of(
                    "Type \\w+ with value (\\S+) can't be cast because the value is out of range.*",
                    "value $1 is out of range"),
            Rule.of("Could not convert string '(.*)' to INT\\d+.*", "'$1' is not a whole number"),
            Rule.of(
                    "Column \"([^\"]+)\" referenced that exists in the SELECT clause.*cannot be referenced before it is"
                            + " defined.*",
                    "no such column: $1"),
            Rule.of(
                    "Column \"([^\"]+)\" does not exist on (left|right) side of join.*",
                    "USING needs column $1 on both sides of the join: the $2 side has none"),
            Rule.of("Could not find key \"([^\"]+)\" in struct.*", "no such field: $1"),
            Rule.of(
                    "(missing [)\\]]|no argument for repetition operator|bad repetition operator|invalid (?:escape"
                            + " sequence|perl operator|character class[ \\w]*|repetition size|UTF-8)|trailing"
                            + " \\\\|unexpected \\)): \\S.*",
                    "invalid regular expression: $1"),
            Rule.of(
                    "column \"?([^\" ]+)\"? must appear in the GROUP BY clause.*",
                    "column $1 must be in GROUP BY or in an aggregate"));

    private static final Pattern NO_MATCH =
            Pattern.compile("^No function matches the given name and argument types '([^(]+)\\((.*)\\)'.*");
    private static final Pattern NO_MACRO = Pattern.compile("^Macro (\\S+)\\(\\) does not support.*");
    private static final Pattern CANDIDATE = Pattern.compile("(?m)^\\s*([\\w.]+)\\((.*?)\\)(?: ->.*)?$");
    private static final Pattern MACRO_CANDIDATE = Pattern.compile("Candidate macros:\\s*\\S+?\\(([^)]*)\\)");
    private static final Pattern NEAR = Pattern.compile("^syntax error at or near \"(.*)\"$");

    private ErrorMessages() {}

    /// Returns the message without hints.
    ///
    /// @param location the token that the error is about, null if unknown
    static String of(String raw, Token location) {
        String function = functionMessage(raw, location);
        if (function != null) {
            return function;
        }
        String text = firstLine(raw);
        Matcher near = NEAR.matcher(text);
        if (near.matches() && location != null) {
            return near(near.group(1), location);
        }
        for (Rule rule : RULES) {
            Matcher m = rule.start.matcher(text);
            if (m.matches()) {
                return plain(m.replaceFirst(rule.message));
            }
        }
        return plain(text);
    }

    private static String near(String word, Token location) {
        if (location.text().isEmpty()) {
            return "syntax error at end of input";
        }
        // The database may stop at a parenthesis that the translation added after the last word.
        boolean isAdded = word.equals(")") && !location.text().equals(")");
        return isAdded
                ? "syntax error after \"" + location.text() + "\""
                : "syntax error at or near \"" + location.text() + "\"";
    }

    /// Returns the message for wrong arguments of a function; null if it is another error.
    private static String functionMessage(String raw, Token location) {
        String text = raw.replaceAll("\\s+", " ");
        Matcher none = NO_MATCH.matcher(text);
        Matcher macro = NO_MACRO.matcher(text);
        boolean isMacro = macro.matches();
        if (!isMacro && !none.matches()) {
            return null;
        }
        String name =
                location != null && location.isName() ? location.value() : isMacro ? macro.group(1) : none.group(1);
        if (isMacro) {
            Matcher takes = MACRO_CANDIDATE.matcher(text);
            return "function " + name
                    + (takes.find() ? " takes (" + internal(takes.group(1)) + ")" : " does not take these arguments");
        }
        if (none.group(1).matches("\\W+")) {
            String types = none.group(2).replace(", ", " and ");
            return "operator " + none.group(1) + " can't be applied to " + types(types);
        }
        String types = none.group(1).startsWith("tg_") ? "" : ": " + types(none.group(2));
        List<String> candidates = CANDIDATE
                .matcher(raw.substring(Math.min(raw.length(), Math.max(0, raw.indexOf("Candidate")))))
                .results()
                .filter(m -> !m.group(1).startsWith("tg_"))
                .map(m -> m.group(1) + "(" + types(m.group(2)) + ")")
                .distinct()
                .limit(4)
                .toList();
        return "function " + name + " does not take these arguments" + types
                + (candidates.isEmpty() ? "" : ". It takes " + String.join(" or ", candidates));
    }

    private static String types(String types) {
        return List.of(types.split(", ")).stream()
                .map(t -> t.replace("INTEGER_LITERAL", "INTEGER")
                        .replace("STRING_LITERAL", "VARCHAR")
                        .replace("HUGEINT", "BIGINT"))
                .collect(Collectors.joining(", "));
    }

    private static String firstLine(String raw) {
        String text = raw;
        for (String end : new String[] {"\n\tCandidate", "\nCandidate functions", "\n\nLINE ", "\n\nHINT", "\nHINT"}) {
            int position = text.indexOf(end);
            text = position > 0 ? text.substring(0, position) : text;
        }
        return text.replace("INTEGER_LITERAL", "INTEGER")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /// Removes error classes, internal names and types of the database.
    private static String plain(String text) {
        String out = internal(text)
                .replaceAll("\\b(?:memory|temp|store)\\.main\\.", "")
                .replaceAll(" ?You might need to add explicit type casts\\.?", "")
                .replaceAll("(?:Invalid Input|Binder|Catalog|Parser|Conversion|Not implemented) Error: ", "")
                .strip();
        boolean isQuoted = out.startsWith("column ") && out.contains("could be");
        out = isQuoted ? out.replace("\"", "") : out;
        if (out.contains(", not a ")) {
            out = out.replace("View", "view").replace("Table", "table");
        }
        return out.endsWith("!") ? out.substring(0, out.length() - 1) : out;
    }

    private static String internal(String text) {
        return text.replaceAll("\\btg_(?:arg_|args\\.)?", "");
    }
}
