package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// PerfettoSQL's macros: `name!(…)` becomes the macro's tokens, with the arguments' tokens for its `$parameters`.
///
/// In addition to defined macros there are built-in token macros: `__intrinsic_stringify!(x)` is the text of x as a
/// string; `__intrinsic_token_apply!(m, (a, b))` is `m!(a), m!(b)`, with a second list `m!(a, c), m!(b, d)`; `_and`
/// joins with AND instead of commas, `_prefix` also puts the separator before the first call, and yields nothing for
/// empty lists.
public final class Macros {
    private static final int MAX_DEPTH = 64;

    private final Map<String, PerfettoStatement.Macro> defined = new HashMap<>();
    /// An undefined macro.
    public static final class UndefinedMacroException extends SqlSyntaxException {
        private static final long serialVersionUID = 1;

        public final String name;

        private UndefinedMacroException(Token location) {
            super("no such macro: " + location.value() + "!", location.origin());
            name = location.value();
        }
    }

    public void define(PerfettoStatement.Macro macro) throws SqlSyntaxException {
        String name = macro.name().value().toLowerCase(Locale.ROOT);
        if (!macro.replaces() && defined.containsKey(name)) {
            throw new SqlSyntaxException(
                    "macro " + macro.name().value() + " is already defined; CREATE OR REPLACE replaces it",
                    macro.name());
        }
        defined.put(name, macro);
    }

    /// Lower-case names of all macros.
    public Set<String> names() {
        return defined.keySet();
    }

    /// Adds the macros of another session.
    public void addAll(Macros other) {
        defined.putAll(other.defined);
    }

    /// Returns the tokens with all macro calls expanded.
    public List<Token> expand(List<Token> tokens) throws SqlSyntaxException {
        return expand(tokens, 0);
    }

    private List<Token> expand(List<Token> tokens, int depth) throws SqlSyntaxException {
        boolean hasAny = false;
        for (int i = 0; i + 2 < tokens.size(); i++) {
            hasAny |= isCall(tokens, i);
        }
        if (!hasAny) {
            return tokens;
        }
        if (depth > MAX_DEPTH) {
            throw new SqlSyntaxException("macros call each other recursively", tokens.getFirst());
        }
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (i + 2 < tokens.size() && isCall(tokens, i)) {
                int close = closingBracket(tokens, i + 2);
                List<List<Token>> arguments = PerfettoStatement.commaSeparated(tokens.subList(i + 3, close));
                List<Token> expansion = call(tokens.get(i), arguments, depth);
                for (int k = 0; k < expansion.size(); k++) {
                    out.add(k == 0 ? expansion.get(k).withSpace(tokens.get(i).hasSpaceBefore()) : expansion.get(k));
                }
                i = close;
            } else {
                out.add(tokens.get(i));
            }
        }
        return out;
    }

    private static boolean isCall(List<Token> tokens, int i) {
        return tokens.get(i).isName()
                && tokens.get(i + 1).isOperator("!")
                && tokens.get(i + 2).isOperator("(");
    }

    static int closingBracket(List<Token> tokens, int open) throws SqlSyntaxException {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).opens() ? 1 : tokens.get(i).closes() ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new SqlSyntaxException("syntax error: \"(\" is not closed", tokens.get(open));
    }

    private List<Token> call(Token name, List<List<Token>> arguments, int depth) throws SqlSyntaxException {
        String word = name.value().toLowerCase(Locale.ROOT);
        if (word.startsWith("__intrinsic_token_apply")) {
            return expand(apply(name, word.substring("__intrinsic_token_apply".length()), arguments, depth), depth + 1);
        }
        if (word.equals("__intrinsic_stringify") || word.equals("__intrinsic_stringify_ignore_table")) {
            return List.of(stringify(SqlTokens.text(join(arguments)), name));
        }
        PerfettoStatement.Macro macro = defined.get(word);
        if (macro == null) {
            throw new UndefinedMacroException(name);
        }
        if (arguments.size() != macro.parameters().size()) {
            throw new SqlSyntaxException(
                    "macro " + name.value() + "! takes " + macro.parameters().size() + " arguments, not "
                            + arguments.size(),
                    name);
        }
        Map<String, List<Token>> values = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.put(macro.parameters().get(i).name().toLowerCase(Locale.ROOT), expand(arguments.get(i), depth + 1));
        }
        List<Token> out = new ArrayList<>();
        for (Token t : macro.body()) {
            List<Token> value =
                    t.kind() == Token.Kind.PARAMETER ? values.get(t.value().toLowerCase(Locale.ROOT)) : null;
            if (value == null) {
                out.add(t.expandedFrom(name));
            } else {
                for (int k = 0; k < value.size(); k++) {
                    out.add(k == 0 ? value.get(k).withSpace(t.hasSpaceBefore()) : value.get(k));
                }
            }
        }
        return expand(out, depth + 1);
    }

    /// Returns source text as a string literal. Quotes in it are kept as written if the result is one literal:
    /// `a''` is `a'`.
    private static Token stringify(String text, Token location) {
        String literal = "'" + text + "'";
        List<Token> read = text.contains("'") ? readOrNone(literal) : List.of();
        String written = read.size() == 1 || !text.contains("'") ? literal : Token.quoteString(text);
        return new Token(Token.Kind.STRING, written, written, 0, location.origin(), true);
    }

    private static List<Token> readOrNone(String literal) {
        try {
            return SqlTokens.read(literal);
        } catch (SqlSyntaxException e) {
            return List.of();
        }
    }

    private static List<Token> join(List<List<Token>> arguments) {
        List<Token> all = new ArrayList<>();
        for (List<Token> argument : arguments) {
            if (!all.isEmpty()) {
                Token first = argument.getFirst();
                all.add(new Token(Token.Kind.OPERATOR, ",", first.source(), first.start(), first.origin(), false));
            }
            all.addAll(argument);
        }
        return all;
    }

    /// Expands `apply!(m, (a, b), (c, d))`: calls of m with the corresponding elements of the lists.
    private List<Token> apply(Token location, String suffix, List<List<Token>> arguments, int depth)
            throws SqlSyntaxException {
        if (arguments.size() < 2) {
            throw new SqlSyntaxException(location.value() + "! takes a macro and one or more lists", location);
        }
        List<List<List<Token>>> lists = new ArrayList<>();
        for (List<Token> argument : arguments.subList(1, arguments.size())) {
            lists.add(elements(expand(argument, depth + 1)));
        }
        return expandCalls(
                location,
                arguments.getFirst(),
                lists,
                suffix.contains("_and") ? "AND" : ",",
                suffix.contains("prefix"));
    }

    private static List<Token> expandCalls(
            Token location, List<Token> macro, List<List<List<Token>>> lists, String separator, boolean isPrefix)
            throws SqlSyntaxException {
        List<Token> out = new ArrayList<>();
        int n = lists.stream().mapToInt(List::size).min().orElse(0);
        for (int i = 0; i < n; i++) {
            if (i > 0 || isPrefix) {
                out.addAll(SqlTokens.read(" " + separator, location.origin()));
            }
            out.addAll(macro);
            out.addAll(SqlTokens.read("!(", location.origin()));
            for (int k = 0; k < lists.size(); k++) {
                if (k > 0) {
                    out.addAll(SqlTokens.read(",", location.origin()));
                }
                out.addAll(lists.get(k).get(i));
            }
            out.addAll(SqlTokens.read(")", location.origin()));
        }
        return out;
    }

    /// Returns the elements of `(a, b)`.
    public static List<List<Token>> elements(List<Token> list) {
        boolean isBracketed = list.size() >= 2
                && list.getFirst().isOperator("(")
                && list.getLast().isOperator(")");
        return PerfettoStatement.commaSeparated(isBracketed ? list.subList(1, list.size() - 1) : list);
    }
}
