package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Collects edits of a list of tokens and applies them all in [#apply], so that token indices stay valid until then.
public final class TokenEdits {
    public final List<Token> tokens;
    /// Names of the `Builtins` functions that the result calls.
    public final Set<String> builtins = new LinkedHashSet<>();
    /// Qualifiers to insert directly before column names, by token index.
    private final Map<Integer, String> qualifiers = new HashMap<>();
    private final String[] replaced;
    private final StringBuilder[] before;
    private final StringBuilder[] after;
    private final StringBuilder[] appended;
    private final List<Wrap> wraps = new ArrayList<>();
    private final boolean[] startsWrap;
    private final boolean[] endsWrap;

    private record Wrap(int start, int end, String open, String close) {}

    public TokenEdits(List<Token> tokens) {
        this.tokens = tokens;
        replaced = new String[tokens.size()];
        before = new StringBuilder[tokens.size() + 1];
        after = new StringBuilder[tokens.size()];
        appended = new StringBuilder[tokens.size()];
        startsWrap = new boolean[tokens.size() + 1];
        endsWrap = new boolean[tokens.size()];
    }

    /// Replaces the text of a token.
    public void replace(int i, String text) {
        replaced[i] = text;
    }

    public boolean isReplaced(int i) {
        return replaced[i] != null;
    }

    /// Deletes tokens.
    ///
    /// @param end exclusive
    public void delete(int start, int end) {
        Arrays.fill(replaced, start, end, "");
    }

    /// Inserts text before a token and before all ranges that start there; text inserted later is closer to the
    /// token.
    public void insertBefore(int i, String text) {
        if (before[i] == null) {
            before[i] = new StringBuilder();
        }
        before[i].append(text);
    }

    /// Inserts a qualifier directly before a column. Further calls for the same token have no effect, because
    /// nested function calls share their arguments.
    public void qualify(int i, String text) {
        qualifiers.putIfAbsent(i, text);
    }

    /// Inserts text directly after a token; text inserted later is closer to it.
    public void insertAfter(int i, String text) {
        if (after[i] == null) {
            after[i] = new StringBuilder();
        }
        after[i].insert(0, text);
    }

    /// Inserts text after a token and after all ranges that end there; text inserted later comes last.
    public void append(int i, String text) {
        if (appended[i] == null) {
            appended[i] = new StringBuilder();
        }
        appended[i].append(text);
    }

    /// Encloses a range of tokens in two strings. Ranges may be added in any order, but identical ranges from the
    /// outside in.
    ///
    /// @param end exclusive
    public void wrap(int start, int end, String open, String close) {
        wraps.add(new Wrap(start, end, open, close));
        startsWrap[start] = true;
        endsWrap[end - 1] = true;
    }

    /// Returns the opening strings of the ranges that start at a token, the widest range first.
    private String opens(int i) {
        StringBuilder out = new StringBuilder();
        wraps.stream()
                .filter(w -> w.start == i)
                .sorted((a, b) -> Integer.compare(b.end, a.end))
                .forEach(w -> out.append(w.open));
        return out.toString();
    }

    /// Returns the closing strings of the ranges that end at a token, the narrowest range first.
    private String closes(int i) {
        StringBuilder out = new StringBuilder();
        List<Wrap> closedWraps =
                new ArrayList<>(wraps.stream().filter(w -> w.end == i + 1).toList()).reversed();
        closedWraps.stream().sorted((a, b) -> Integer.compare(b.start, a.start)).forEach(w -> out.append(w.close));
        return out.toString();
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
    private String startText(int i) {
        boolean isQualified = !qualifiers.isEmpty() && qualifiers.containsKey(i);
        if (before[i] == null && !startsWrap[i] && !isQualified) {
            return "";
        }
        return (before[i] == null ? "" : before[i].toString())
                + (startsWrap[i] ? opens(i) : "")
                + (isQualified ? qualifiers.get(i) : "");
    }

    /// Returns the edited text.
    public Translation apply() {
        int n = tokens.size();
        StringBuilder out = new StringBuilder(n * 12);
        int[] starts = new int[n];
        write(0, n, out, starts);
        if (before[n] != null) {
            out.append(' ').append(before[n]);
        }
        return new Translation(out.toString(), tokens, starts, builtins);
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
        for (int i = start; i < end; i++) {
            Token t = tokens.get(i);
            String opens = startText(i);
            boolean followsText = i > start && (after[i - 1] != null || appended[i - 1] != null || endsWrap[i - 1]);
            if (!out.isEmpty()
                    && (t.hasSpaceBefore()
                            || SqlTokens.wouldJoin(out, t.text())
                            || !opens.isEmpty()
                            || replaced[i] != null
                            || followsText
                            || isSign(t) && tokens.get(i - 1).kind() == Token.Kind.OPERATOR)) {
                out.append(' ');
            }
            out.append(opens);
            if (!opens.isEmpty() && Character.isLetterOrDigit(opens.charAt(opens.length() - 1))) {
                out.append(' ');
            }
            starts[i] = out.length();
            out.append(replaced[i] != null ? replaced[i] : t.text());
            if (after[i] != null) {
                out.append(after[i]);
            }
            if (endsWrap[i]) {
                out.append(closes(i));
            }
            if (appended[i] != null) {
                out.append(appended[i]);
            }
        }
    }
}
