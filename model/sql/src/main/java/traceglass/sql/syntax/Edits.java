package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Changes to a list of tokens that are made while the tokens, and so the indices into them, stay as they are.
public final class Edits {
    public final List<Token> tokens;
    /// Names of `Builtins` the result calls.
    public final Set<String> builtins = new LinkedHashSet<>();
    /// What stands right before a column's name.
    private final Map<Integer, String> sources = new HashMap<>();
    private final String[] replaced;
    private final StringBuilder[] before;
    private final StringBuilder[] after;
    private final StringBuilder[] appended;
    private final List<Wrap> wraps = new ArrayList<>();
    private final boolean[] starting;
    private final boolean[] ending;

    private record Wrap(int start, int end, String open, String close) {}

    public Edits(List<Token> tokens) {
        this.tokens = tokens;
        replaced = new String[tokens.size()];
        before = new StringBuilder[tokens.size() + 1];
        after = new StringBuilder[tokens.size()];
        appended = new StringBuilder[tokens.size()];
        starting = new boolean[tokens.size() + 1];
        ending = new boolean[tokens.size()];
    }

    public void replace(int i, String text) {
        replaced[i] = text;
    }

    public boolean isReplaced(int i) {
        return replaced[i] != null;
    }

    public void delete(int start, int end) {
        Arrays.fill(replaced, start, end, "");
    }

    /// Puts text before a token and before all ranges that start there; what is put there later stands closer to
    /// the token.
    public void before(int i, String text) {
        if (before[i] == null) {
            before[i] = new StringBuilder();
        }
        before[i].append(text);
    }

    /// Puts the source of a column right before it, once: calls of functions inside each other share their
    /// arguments.
    public void qualify(int i, String text) {
        sources.putIfAbsent(i, text);
    }

    /// Puts text right behind a token; what is put there later stands closer to it.
    public void after(int i, String text) {
        if (after[i] == null) {
            after[i] = new StringBuilder();
        }
        after[i].insert(0, text);
    }

    /// Puts text behind a token and behind all ranges that end there; what is put there later stands behind it.
    public void append(int i, String text) {
        if (appended[i] == null) {
            appended[i] = new StringBuilder();
        }
        appended[i].append(text);
    }

    /// Puts a range between two texts. Ranges may be given in any order, only the same range from the outside in.
    public void wrap(int start, int end, String open, String close) {
        wraps.add(new Wrap(start, end, open, close));
        starting[start] = true;
        ending[end - 1] = true;
    }

    /// What wraps open at a token, the widest first.
    private String opens(int i) {
        StringBuilder out = new StringBuilder();
        wraps.stream()
                .filter(w -> w.start == i)
                .sorted((a, b) -> Integer.compare(b.end, a.end))
                .forEach(w -> out.append(w.open));
        return out.toString();
    }

    /// What wraps close behind a token, the narrowest first.
    private String closes(int i) {
        StringBuilder out = new StringBuilder();
        List<Wrap> here =
                new ArrayList<>(wraps.stream().filter(w -> w.end == i + 1).toList()).reversed();
        here.stream().sorted((a, b) -> Integer.compare(b.start, a.start)).forEach(w -> out.append(w.close));
        return out.toString();
    }

    /// A sign right behind an operator would be read as one operator with it.
    private static boolean isSign(Token t) {
        return t.isOperator("-") || t.isOperator("+") || t.isOperator("~");
    }

    public Translation done() {
        int n = tokens.size();
        StringBuilder out = new StringBuilder();
        int[] starts = new int[n];
        for (int i = 0; i < n; i++) {
            Token t = tokens.get(i);
            String opens = (before[i] == null ? "" : before[i].toString())
                    + (starting[i] ? opens(i) : "")
                    + sources.getOrDefault(i, "");
            boolean followsText = i > 0 && (after[i - 1] != null || appended[i - 1] != null || ending[i - 1]);
            if (!out.isEmpty()
                    && (t.spaced()
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
            if (ending[i]) {
                out.append(closes(i));
            }
            if (appended[i] != null) {
                out.append(appended[i]);
            }
        }
        if (before[n] != null) {
            out.append(' ').append(before[n]);
        }
        return new Translation(out.toString(), tokens, starts, builtins);
    }
}
