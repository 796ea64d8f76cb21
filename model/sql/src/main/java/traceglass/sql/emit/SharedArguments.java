package traceglass.sql.emit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import traceglass.sql.functions.RepeatedArguments;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Calculates the arguments of deeply nested calls of macros once: `f(a, b)` becomes
/// `list_transform([row(a, b)], lambda tg: f(tg[1], tg[2]))[1]`. DuckDB copies the arguments of a macro to each place
/// where its text uses them; nested calls would grow with each level.
///
/// Works on the finished text, because any rule can write a call.
final class SharedArguments {
    /// Number of copies of an argument that are left as they are, because they are faster on many rows.
    private static final int COPIES = 64;

    private static final String PREFIX = "tg_";

    /// A parenthesis that is not closed yet.
    private static final class Bracket {
        /// Index of the name of the macro that is called; -1 for other parentheses.
        private final int name;
        private int commas;
        /// Maximum number of copies that the calls inside it make of an argument.
        private int copies = 1;

        Bracket(int name) {
            this.name = name;
        }
    }

    /// Text that replaces a range.
    private record Change(int start, int end, String text) {}

    private SharedArguments() {}

    /// Returns the translation with such calls replaced.
    static Translation apply(Translation translation) {
        if (!mayNest(translation.text())) {
            return translation;
        }
        try {
            List<Change> changes = changes(SqlTokens.read(translation.text()));
            return changes.isEmpty() ? translation : applyChanges(translation, changes);
        } catch (SqlSyntaxException e) {
            // DuckDB reports the error.
            return translation;
        }
    }

    /// Returns whether the calls of macros in a text would exceed the limit if they were all nested in each other.
    private static boolean mayNest(String text) {
        int copies = 1;
        int calls = 0;
        for (int start = text.indexOf(PREFIX); start >= 0; start = text.indexOf(PREFIX, start)) {
            int end = start + PREFIX.length();
            while (end < text.length() && isNamePart(text.charAt(end))) {
                end++;
            }
            boolean isCall = end < text.length() && text.charAt(end) == '(';
            int count = isCall ? RepeatedArguments.count(text.substring(start, end)) : 1;
            copies = Math.min(copies * count, COPIES + 1);
            calls += count > 1 ? 1 : 0;
            if (copies > COPIES && calls > 1) {
                return true;
            }
            start = end;
        }
        return false;
    }

    private static boolean isNamePart(char c) {
        return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    private static List<Change> changes(List<Token> tokens) {
        List<Change> changes = new ArrayList<>();
        Deque<Bracket> open = new ArrayDeque<>();
        open.push(new Bracket(-1));
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            if (t.opens()) {
                boolean isCall = i > 0
                        && tokens.get(i - 1).kind() == Token.Kind.WORD
                        && RepeatedArguments.count(tokens.get(i - 1).text()) > 1;
                open.push(new Bracket(isCall ? i - 1 : -1));
            } else if (t.isOperator(",")) {
                open.peek().commas++;
            } else if (t.closes() && open.size() > 1) {
                close(tokens, i, open, changes);
            }
        }
        changes.sort((a, b) -> Integer.compare(a.start, b.start));
        return changes;
    }

    private static void close(List<Token> tokens, int position, Deque<Bracket> open, List<Change> changes) {
        Bracket call = open.pop();
        int copies = call.copies;
        if (call.name >= 0) {
            copies *= RepeatedArguments.count(tokens.get(call.name).text());
        }
        if (copies > COPIES && call.copies > 1) {
            Token name = tokens.get(call.name);
            Token close = tokens.get(position);
            changes.add(new Change(name.start(), tokens.get(call.name + 1).end(), "list_transform([row("));
            changes.add(new Change(close.start(), close.end(), ")], lambda tg: " + elements(name.text(), call.commas)));
            copies = call.copies;
        }
        Bracket outer = open.peek();
        outer.copies = Math.max(outer.copies, copies);
    }

    private static String elements(String macro, int commas) {
        StringBuilder out = new StringBuilder(macro).append("(tg[1]");
        for (int i = 2; i <= commas + 1; i++) {
            out.append(", tg[").append(i).append(']');
        }
        return out.append("))[1]").toString();
    }

    private static Translation applyChanges(Translation translation, List<Change> changes) {
        String text = translation.text();
        int[] starts = translation.starts().clone();
        StringBuilder out = new StringBuilder();
        int done = 0;
        int next = 0;
        for (Change change : changes) {
            for (; next < starts.length && starts[next] <= change.start; next++) {
                starts[next] += out.length() - done;
            }
            out.append(text, done, change.start).append(change.text);
            done = change.end;
        }
        for (; next < starts.length; next++) {
            starts[next] += out.length() - done;
        }
        out.append(text, done, text.length());
        return new Translation(out.toString(), translation.tokens(), starts, translation.builtins());
    }
}
