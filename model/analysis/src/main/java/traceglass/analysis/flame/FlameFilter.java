package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// One filter of a flame graph: what it does with the frames whose name or module fits. Written as in the flame graphs
/// of Perfetto's UI: `SS: text`, `Hide Frame: /expression/i`; without a prefix it keeps stacks.
///
/// @param kind what it does
/// @param text looked for in any case; between slashes an expression, `i` after it for any case
public record FlameFilter(Kind kind, String text) {

    /// What a filter does.
    public enum Kind {
        SHOW_STACK("Show stack", "SS", "Keep only stacks with a frame that fits"),
        HIDE_STACK("Hide stack", "HS", "Leave out stacks with a frame that fits"),
        SHOW_FROM_FRAME("Show from frame", "SFF", "Begin at frames that fit and show what they call"),
        HIDE_FRAME("Hide frame", "HF", "Leave out frames that fit; what they took counts for their caller"),
        PIVOT("Pivot", "P", "Begin at frames that fit: what calls them above, what they call below");

        private final String title;
        private final String brief;
        private final String about;

        Kind(String title, String brief, String about) {
            this.title = title;
            this.brief = brief;
            this.about = about;
        }

        public String title() {
            return title;
        }

        /// The short prefix.
        public String brief() {
            return brief;
        }

        public String about() {
            return about;
        }

        /// Whether it says where the graph begins; there is one such filter at a time.
        public boolean isView() {
            return this == SHOW_FROM_FRAME || this == PIVOT;
        }
    }

    /// A filter for exactly this name and no other that contains it.
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

    /// The filters in a text: it is parted where a prefix stands at the start or after white space.
    public static List<FlameFilter> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        TreeSet<Integer> starts = new TreeSet<>();
        for (Kind kind : Kind.values()) {
            for (String prefix : List.of(kind.brief, kind.title)) {
                String wanted = prefix.toLowerCase(Locale.ROOT) + ":";
                for (int at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length())) {
                    if (at == 0 || Character.isWhitespace(text.charAt(at - 1))) {
                        starts.add(at);
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
            FlameFilter f =
                    one(text.substring(start, end == null ? text.length() : end).strip());
            if (!f.text.isEmpty()) {
                out.add(f);
            }
        }
        return out;
    }

    private static FlameFilter one(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            String prefix = text.substring(0, colon).strip();
            for (Kind kind : Kind.values()) {
                if (prefix.equalsIgnoreCase(kind.brief) || prefix.equalsIgnoreCase(kind.title)) {
                    return new FlameFilter(kind, text.substring(colon + 1).strip());
                }
            }
        }
        return new FlameFilter(Kind.SHOW_STACK, text);
    }

    /// What the filter finds frames by.
    ///
    /// @throws PatternSyntaxException when it stands between slashes and is no expression
    public Pattern pattern() {
        return pattern(text);
    }

    /// What a text finds frames by: itself in any case, or an expression between slashes.
    ///
    /// @throws PatternSyntaxException when it stands between slashes and is no expression
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

    /// As it stands on a chip. A name that is meant exactly stands there as it is.
    public String label() {
        String shown = text.startsWith("/^") && text.endsWith("$/") && text.length() > 4
                ? text.substring(2, text.length() - 2).replaceAll("\\\\(.)", "$1")
                : text;
        return kind.title + ": " + shown;
    }

    /// As it can be typed.
    public String typed() {
        return kind.brief + ": " + text;
    }
}
