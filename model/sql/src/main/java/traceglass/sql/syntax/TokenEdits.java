package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Collects edits of a list of tokens and applies them all in [#apply], so that token indices stay valid until then.
public final class TokenEdits {
    public final List<Token> tokens;
    /// Names of the `Builtins` functions that the result calls.
    public final Set<String> builtins = new LinkedHashSet<>();
    /// Qualifiers to insert directly before column names, by token index.
    private final Map<Integer, String> qualifiers = new HashMap<>();
    /// Edits at each token and at the end; null where there are none.
    private final Edit[] edits;

    /// Edits at one token.
    private static final class Edit {
        private String replacement;
        private StringBuilder before;
        private StringBuilder after;
        private StringBuilder appended;
        /// Ranges that start here, the widest first.
        private List<Wrap> starting = List.of();
        /// Ranges that end here, the narrowest first.
        private List<Wrap> ending = List.of();

        /// Returns whether there is text after the token.
        boolean isFollowed() {
            return after != null || appended != null || !ending.isEmpty();
        }
    }

    private record Wrap(int start, int end, String open, String close) {}

    public TokenEdits(List<Token> tokens) {
        this.tokens = tokens;
        edits = new Edit[tokens.size() + 1];
    }

    private Edit edit(int i) {
        Edit edit = edits[i];
        if (edit == null) {
            edit = new Edit();
            edits[i] = edit;
        }
        return edit;
    }

    /// Replaces the text of a token.
    public void replace(int i, String text) {
        edit(i).replacement = text;
    }

    public boolean isReplaced(int i) {
        Edit edit = edits[i];
        return edit != null && edit.replacement != null;
    }

    /// Deletes tokens.
    ///
    /// @param end exclusive
    public void delete(int start, int end) {
        for (int i = start; i < end; i++) {
            replace(i, "");
        }
    }

    /// Inserts text before a token and before all ranges that start there; text inserted later is closer to the
    /// token.
    public void insertBefore(int i, String text) {
        Edit edit = edit(i);
        edit.before = (edit.before == null ? new StringBuilder() : edit.before).append(text);
    }

    /// Inserts a qualifier directly before a column. Further calls for the same token have no effect, because
    /// nested function calls share their arguments.
    public void qualify(int i, String text) {
        qualifiers.putIfAbsent(i, text);
    }

    /// Inserts text directly after a token; text inserted later is closer to it.
    public void insertAfter(int i, String text) {
        Edit edit = edit(i);
        edit.after = (edit.after == null ? new StringBuilder() : edit.after).insert(0, text);
    }

    /// Inserts text after a token and after all ranges that end there; text inserted later comes last.
    public void append(int i, String text) {
        Edit edit = edit(i);
        edit.appended = (edit.appended == null ? new StringBuilder() : edit.appended).append(text);
    }

    /// Encloses a range of tokens in two strings. Ranges may be added in any order, but identical ranges from the
    /// outside in.
    ///
    /// @param end exclusive
    public void wrap(int start, int end, String open, String close) {
        Wrap wrap = new Wrap(start, end, open, close);
        Edit first = edit(start);
        first.starting = with(first.starting, wrap, countWhile(first.starting, w -> w.end >= end));
        Edit last = edit(end - 1);
        last.ending = with(last.ending, wrap, countWhile(last.ending, w -> w.start > start));
    }

    private static int countWhile(List<Wrap> wraps, Predicate<Wrap> condition) {
        int count = 0;
        while (count < wraps.size() && condition.test(wraps.get(count))) {
            count++;
        }
        return count;
    }

    private static List<Wrap> with(List<Wrap> wraps, Wrap added, int position) {
        if (wraps.isEmpty()) {
            return List.of(added);
        }
        List<Wrap> all = new ArrayList<>(wraps);
        all.add(position, added);
        return all;
    }

    /// Returns whether a token is a sign, which would merge with an operator directly before it.
    private static boolean isSign(Token t) {
        if (t.kind() != Token.Kind.OPERATOR || t.text().length() != 1) {
            return false;
        }
        char c = t.text().charAt(0);
        return c == '-' || c == '+' || c == '~';
    }

    /// Returns all text to insert before a token.
    private String startText(int i, Edit edit) {
        String qualifier = qualifiers.isEmpty() ? null : qualifiers.get(i);
        boolean isEmpty = edit == null || edit.before == null && edit.starting.isEmpty();
        if (isEmpty) {
            return qualifier == null ? "" : qualifier;
        }
        StringBuilder out = new StringBuilder();
        if (edit.before != null) {
            out.append(edit.before);
        }
        for (Wrap wrap : edit.starting) {
            out.append(wrap.open);
        }
        return qualifier == null ? out.toString() : out.append(qualifier).toString();
    }

    /// Returns the edited text.
    ///
    /// @param buffer buffer for the text; its content is replaced
    public Translation apply(StringBuilder buffer) {
        int n = tokens.size();
        buffer.setLength(0);
        int[] starts = new int[n];
        write(0, n, buffer, starts);
        Edit end = edits[n];
        if (end != null && end.before != null) {
            buffer.append(' ').append(end.before);
        }
        return new Translation(buffer.toString(), tokens, starts, builtins);
    }

    /// Returns the edited text of some tokens.
    ///
    /// @param end exclusive
    public String text(int start, int end) {
        StringBuilder out = new StringBuilder((end - start) * 12);
        write(start, end, out, new int[tokens.size()]);
        return out.toString();
    }

    /// Writes the edited text of some tokens, and the index in it at which each of them starts.
    private void write(int start, int end, StringBuilder out, int[] starts) {
        boolean followsText = false;
        for (int i = start; i < end; i++) {
            Token t = tokens.get(i);
            Edit edit = edits[i];
            String opens = startText(i, edit);
            String replacement = edit == null ? null : edit.replacement;
            if (!out.isEmpty()
                    && (t.hasSpaceBefore()
                            || SqlTokens.wouldJoin(out, t.text())
                            || !opens.isEmpty()
                            || replacement != null
                            || followsText
                            || isSign(t) && tokens.get(i - 1).kind() == Token.Kind.OPERATOR)) {
                out.append(' ');
            }
            if (!opens.isEmpty()) {
                out.append(opens);
                if (Character.isLetterOrDigit(opens.charAt(opens.length() - 1))) {
                    out.append(' ');
                }
            }
            starts[i] = out.length();
            out.append(replacement != null ? replacement : t.text());
            followsText = edit != null && edit.isFollowed();
            if (followsText) {
                writeEnd(edit, out);
            }
        }
    }

    /// Writes the text to insert after a token.
    private static void writeEnd(Edit edit, StringBuilder out) {
        if (edit.after != null) {
            out.append(edit.after);
        }
        for (Wrap wrap : edit.ending) {
            out.append(wrap.close);
        }
        if (edit.appended != null) {
            out.append(edit.appended);
        }
    }
}
