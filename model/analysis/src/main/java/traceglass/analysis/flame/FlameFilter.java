package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Filter of a flame graph, applied to frames whose name or module matches. The syntax is that of the flame graphs of
/// Perfetto's UI: `SS: text`, `Hide Frame: /expression/i`; without a prefix it keeps matching stacks.
///
/// @param kind effect
/// @param text text to find, ignoring case; between slashes a regular expression, with `i` after it to ignore case
public record FlameFilter(Kind kind, String text) {

    /// Effect of a filter.
    public enum Kind {
        SHOW_STACK(FlameGraphTexts.SHOW_STACK, "SS", FlameGraphTexts.ABOUT_SHOW_STACK),
        HIDE_STACK(FlameGraphTexts.HIDE_STACK, "HS", FlameGraphTexts.ABOUT_HIDE_STACK),
        SHOW_FROM_FRAME(FlameGraphTexts.SHOW_FROM_FRAME, "SFF", FlameGraphTexts.ABOUT_SHOW_FROM_FRAME),
        HIDE_FRAME(FlameGraphTexts.HIDE_FRAME, "HF", FlameGraphTexts.ABOUT_HIDE_FRAME),
        PIVOT(FlameGraphTexts.PIVOT, "P", FlameGraphTexts.ABOUT_PIVOT);

        private final String title;
        private final String shortPrefix;
        private final String description;

        Kind(String title, String brief, String description) {
            this.title = title;
            this.shortPrefix = brief;
            this.description = description;
        }

        public String title() {
            return title;
        }

        /// Returns the short prefix.
        public String shortPrefix() {
            return shortPrefix;
        }

        public String description() {
            return description;
        }

        /// Returns whether it defines where the graph starts; only one such filter can be active.
        public boolean isView() {
            return this == SHOW_FROM_FRAME || this == PIVOT;
        }
    }

    /// Returns a filter for exactly this name, excluding longer names that contain it.
    public static FlameFilter exactly(Kind kind, String name) {
        return new FlameFilter(kind, "/^" + quoted(name) + "$/");
    }

    private static String quoted(String name) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (".*+?^${}()|[]\\".indexOf(name.charAt(i)) >= 0) {
                out.append('\\');
            }
            out.append(name.charAt(i));
        }
        return out.toString();
    }

    /// Parses filters, which start at prefixes at the start or after white space.
    public static List<FlameFilter> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        TreeSet<Integer> starts = new TreeSet<>();
        for (Kind kind : Kind.values()) {
            for (String prefix : List.of(kind.shortPrefix, kind.title)) {
                String start = prefix.toLowerCase(Locale.ROOT) + ":";
                for (int index = lower.indexOf(start);
                        index >= 0;
                        index = lower.indexOf(start, index + start.length())) {
                    if (index == 0 || Character.isWhitespace(text.charAt(index - 1))) {
                        starts.add(index);
                    }
                }
            }
        }
        List<FlameFilter> out = new ArrayList<>();
        if (starts.isEmpty()) {
            starts.add(0);
        }
        for (int start : starts) {
            Integer end = starts.higher(start);
            FlameFilter f = parseOne(
                    text.substring(start, end == null ? text.length() : end).strip());
            if (!f.text.isEmpty()) {
                out.add(f);
            }
        }
        return out;
    }

    private static FlameFilter parseOne(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            String prefix = text.substring(0, colon).strip();
            for (Kind kind : Kind.values()) {
                if (prefix.equalsIgnoreCase(kind.shortPrefix) || prefix.equalsIgnoreCase(kind.title)) {
                    return new FlameFilter(kind, text.substring(colon + 1).strip());
                }
            }
        }
        return new FlameFilter(Kind.SHOW_STACK, text);
    }

    /// Returns the pattern that finds frames.
    ///
    /// @throws PatternSyntaxException if the text is between slashes and not a valid expression
    public Pattern pattern() {
        return pattern(text);
    }

    /// Returns the pattern for a text: the text itself in any case, or a regular expression between slashes.
    ///
    /// @throws PatternSyntaxException if the text is between slashes and not a valid expression
    static Pattern pattern(String text) {
        if (text.length() >= 3 && text.startsWith("/") && text.endsWith("/i")) {
            return Pattern.compile(
                    text.substring(1, text.length() - 2), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        }
        if (text.length() >= 2 && text.startsWith("/") && text.endsWith("/")) {
            return Pattern.compile(text.substring(1, text.length() - 1));
        }
        return Pattern.compile(text, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /// Returns the label of a chip; an exact name is shown without the expression syntax.
    public String label() {
        String pattern = text.startsWith("/^") && text.endsWith("$/") && text.length() > 4
                ? text.substring(2, text.length() - 2).replaceAll("\\\\(.)", "$1")
                : text;
        return kind.title + ": " + pattern;
    }

    /// Returns the filter as it can be typed.
    public String typed() {
        return kind.shortPrefix + ": " + text;
    }
}
