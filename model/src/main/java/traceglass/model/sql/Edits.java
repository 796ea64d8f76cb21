package traceglass.model.sql;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Changes to a list of tokens that are made while the tokens, and so the indices into them, stay as they are.
final class Edits {
    final List<Token> tokens;
    /// Names of `Builtins` the result calls.
    final Set<String> builtins = new LinkedHashSet<>();
    private final Set<Integer> qualified = new HashSet<>();
    private final String[] replaced;
    private final StringBuilder[] before;
    private final StringBuilder[] after;

    Edits(List<Token> tokens) {
        this.tokens = tokens;
        replaced = new String[tokens.size()];
        before = new StringBuilder[tokens.size() + 1];
        after = new StringBuilder[tokens.size()];
    }

    void replace(int i, String text) {
        replaced[i] = text;
    }

    boolean isReplaced(int i) {
        return replaced[i] != null;
    }

    void delete(int start, int end) {
        Arrays.fill(replaced, start, end, "");
    }

    /// Puts text before a token; what is put there later stands closer to the token.
    void before(int i, String text) {
        if (before[i] == null) {
            before[i] = new StringBuilder();
        }
        before[i].append(text);
    }

    /// Puts the source of a column before it, once: calls of functions inside each other share their arguments.
    void qualify(int i, String text) {
        if (qualified.add(i)) {
            before(i, text);
        }
    }

    /// Puts text behind a token; what is put there later stands closer to the token.
    void after(int i, String text) {
        if (after[i] == null) {
            after[i] = new StringBuilder();
        }
        after[i].insert(0, text);
    }

    /// Puts text behind a token and behind all that is put there now or later.
    void append(int i, String text) {
        if (after[i] == null) {
            after[i] = new StringBuilder();
        }
        after[i].append(text);
    }

    /// Puts a range between two texts; wraps of the same range must be made from the outside in.
    void wrap(int start, int end, String open, String close) {
        before(start, open);
        after(end - 1, close);
    }

    /// A sign right behind an operator would be read as one operator with it.
    private static boolean isSign(Token t) {
        return t.isOperator("-") || t.isOperator("+") || t.isOperator("~");
    }

    Translation done() {
        int n = tokens.size();
        StringBuilder out = new StringBuilder();
        int[] starts = new int[n];
        for (int i = 0; i < n; i++) {
            Token t = tokens.get(i);
            if (!out.isEmpty() && (t.spaced() || SqlTokens.wouldJoin(out, t.text()) || before[i] != null || replaced[i] != null || after[i - 1] != null
                    || isSign(t) && tokens.get(i - 1).kind() == Token.Kind.OPERATOR)) {
                out.append(' ');
            }
            if (before[i] != null) {
                out.append(before[i]);
                if (Character.isLetterOrDigit(before[i].charAt(before[i].length() - 1))) {
                    out.append(' ');
                }
            }
            starts[i] = out.length();
            out.append(replaced[i] != null ? replaced[i] : t.text());
            if (after[i] != null) {
                out.append(after[i]);
            }
        }
        if (before[n] != null) {
            out.append(' ').append(before[n]);
        }
        return new Translation(out.toString(), tokens, starts, builtins);
    }
}
