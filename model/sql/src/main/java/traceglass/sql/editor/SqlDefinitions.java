package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Finds the statements of an SQL text that change what later statements of the same session can use.
public final class SqlDefinitions {

    private static final Set<String> KEYWORDS =
            Set.of("CREATE", "DROP", "ALTER", "INCLUDE", "INSERT", "UPDATE", "DELETE", "REPLACE");

    private SqlDefinitions() {}

    /// Returns the statements in order, without their semicolons.
    public static List<String> of(String text) {
        List<String> found = new ArrayList<>();
        int start = -1;
        boolean defines = false;
        for (SqlSpans.Span span : SqlSpans.of(text)) {
            String word = text.substring(span.start(), span.end());
            if (word.equals(";")) {
                if (defines) {
                    found.add(text.substring(start, span.start()).strip());
                }
                start = -1;
                defines = false;
            } else if (start < 0 && span.kind() != SqlSpans.Kind.COMMENT) {
                start = span.start();
                defines = KEYWORDS.contains(word.toUpperCase(Locale.ROOT));
            }
        }
        if (defines) {
            found.add(text.substring(start).strip());
        }
        return found;
    }
}
