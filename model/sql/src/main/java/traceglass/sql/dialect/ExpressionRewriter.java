package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlOperands;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites operators, literals and function names that have a different meaning in SQLite, wherever they occur.
final class ExpressionRewriter {
    private static final Set<String> COMPARISONS = Set.of("=", "==", "!=", "<>", "<", ">", "<=", ">=");

    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final Functions functions;
    private final Catalog catalog;
    private final RetryHints hints;
    private final Set<String> ctes = new HashSet<>();

    ExpressionRewriter(TokenEdits edits, int[] partner, Functions functions, Catalog catalog, RetryHints hints) {
        this.edits = edits;
        this.tokens = edits.tokens;
        this.partner = partner;
        this.functions = functions;
        this.catalog = catalog;
        this.hints = hints;
    }

    void rewrite(List<QueryStructure> shapes) throws SQLException {
        boolean[] source = new boolean[tokens.size()];
        for (QueryStructure shape : shapes) {
            shape.cteNames.forEach(n -> ctes.add(n.toLowerCase(Locale.ROOT)));
            if (hints.recursive
                    && !shape.cteNames.isEmpty()
                    && !tokens.get(shape.range.start() + 1).is("RECURSIVE")) {
                edits.replace(shape.range.start(), "WITH RECURSIVE");
            }
            for (QueryStructure.Core core : shape.cores) {
                for (QueryStructure.Source s : core.sources) {
                    source[s.range().start()] = s.kind() != QueryStructure.SourceKind.SUBQUERY
                            && s.kind() != QueryStructure.SourceKind.GROUP;
                }
            }
        }
        quoteEndsOutsideCase();
        for (int i = 0; i < tokens.size(); i++) {
            if (edits.isReplaced(i)) {
                continue;
            }
            Token t = tokens.get(i);
            switch (t.kind()) {
                case NUMBER -> number(i, t.text());
                case BLOB -> blob(i, t.text());
                case WORD -> {
                    boolean infix = t.isAny("GLOB", "LIKE", "REGEXP", "IN", "IS", "NOT")
                            && i > 0
                            && (QueryStructure.endsOperand(tokens.get(i - 1))
                                    || tokens.get(i - 1).is("NOT"));
                    boolean called =
                            !infix && i + 1 < tokens.size() && tokens.get(i + 1).isOperator("(");
                    boolean member = i > 0 && tokens.get(i - 1).isOperator(".");
                    if (t.is("_auto_id") && !(i > 0 && tokens.get(i - 1).is("AS"))) {
                        // Row number in a table created with CREATE PERFETTO TABLE.
                        edits.replace(i, "rowid");
                    } else if (called && !member && t.is("CAST")) {
                        cast(i);
                    } else if (called && !member && !source[i]) {
                        functions.call(edits, partner, i);
                    } else if (!member && !source[i]) {
                        operator(i, t);
                    }
                }
                default -> {}
            }
        }
    }

    /// Quotes each END that closes no CASE, because it is a name.
    private void quoteEndsOutsideCase() {
        List<Integer> open = new ArrayList<>();
        open.add(0);
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            int top = open.size() - 1;
            boolean member = i > 0 && tokens.get(i - 1).isOperator(".");
            if (t.opens()) {
                open.add(0);
            } else if (t.closes()) {
                open.removeLast();
            } else if (t.is("CASE") && !member) {
                open.set(top, open.get(top) + 1);
            } else if (t.is("END")) {
                if (member || open.get(top) == 0) {
                    if (!edits.isReplaced(i)) {
                        edits.replace(i, Token.quoteName(t.text()));
                    }
                } else {
                    open.set(top, open.get(top) - 1);
                }
            }
        }
    }

    /// Makes a number with a decimal point a double instead of a DECIMAL, and converts hexadecimal numbers.
    private void number(int i, String text) {
        if (text.length() > 2 && (text.charAt(1) == 'x' || text.charAt(1) == 'X')) {
            edits.replace(
                    i, text.length() <= 18 ? String.valueOf(Long.parseUnsignedLong(text.substring(2), 16)) : text);
        } else if (isExactWhole(text)
                && i > 0
                && (COMPARISONS.contains(tokens.get(i - 1).text()) || inList(i))) {
            // A double of this size represents several integers; SQLite compares with the exact
            // integer in the text.
            edits.replace(i, text.substring(0, text.indexOf('.')));
        } else if (text.indexOf('.') >= 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            edits.replace(i, (text.endsWith(".") ? text + "0" : text) + "e0");
        } else if (text.length() > 3 && isFactor(i) && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            // In a function, DuckDB notices an overflow of 32 bits too late to retry.
            edits.replace(i, "CAST(" + text + " AS BIGINT)");
        }
    }

    private boolean isFactor(int i) {
        return i > 0 && tokens.get(i - 1).isOperator("*")
                || i + 1 < tokens.size() && tokens.get(i + 1).isOperator("*");
    }

    private static boolean isExactWhole(String text) {
        int dot = text.indexOf('.');
        return dot >= 16
                && dot <= 18
                && text.substring(dot + 1).chars().allMatch(c -> c == '0')
                && text.substring(0, dot).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private boolean inList(int i) {
        int k = i;
        while (k > 0 && !tokens.get(k).isOperator("(")) {
            k--;
        }
        return k > 0 && tokens.get(k - 1).is("IN");
    }

    private void blob(int i, String text) {
        String hex = text.substring(2, text.length() - 1);
        StringBuilder out = new StringBuilder("('");
        for (int k = 0; k + 1 < hex.length(); k += 2) {
            out.append("\\x").append(hex, k, k + 2);
        }
        edits.replace(i, out.append("'::BLOB)").toString());
    }

    private void operator(int i, Token t) throws SQLException {
        switch (t.text().toUpperCase(Locale.ROOT)) {
            case "LIKE" -> edits.replace(i, "ILIKE");
            case "GLOB" -> {
                if (i > 0 && tokens.get(i - 1).is("NOT")) {
                    edits.replace(i - 1, "");
                    edits.wrap(i + 1, operandEnd(i + 1), "", " = FALSE");
                }
                if (i + 1 < tokens.size()
                        && tokens.get(i + 1).kind() == Token.Kind.STRING
                        && tokens.get(i + 1).text().contains("[^")) {
                    // Negated character sets: DuckDB uses an exclamation mark.
                    edits.replace(i + 1, tokens.get(i + 1).text().replace("[^", "[!"));
                }
            }
            case "REGEXP" -> {
                boolean not = i > 0 && tokens.get(i - 1).is("NOT");
                if (not) {
                    edits.replace(i - 1, "");
                }
                edits.replace(i, not ? "!~" : "~");
                edits.wrap(i + 1, operandEnd(i + 1), "('(?s:.*(?:' || ", " || ').*)')");
            }
            case "IS" -> is(i);
            case "IN" -> in(i);
            case "NOT" -> {
                boolean postfix = i > 0
                        && i + 1 < tokens.size()
                        && tokens.get(i + 1).is("NULL")
                        && QueryStructure.endsOperand(tokens.get(i - 1))
                        && !tokens.getFirst().is("CREATE");
                if (postfix) {
                    edits.replace(i, "IS NOT");
                }
            }
            default -> {}
        }
    }

    /// Rewrites `a IN table`, which searches the rows of a table with one column.
    private void in(int i) throws SQLException {
        if (i + 1 >= tokens.size()
                || i == 0
                || !QueryStructure.endsOperand(tokens.get(i - 1))
                        && !tokens.get(i - 1).is("NOT")) {
            return;
        }
        Token table = tokens.get(i + 1);
        if (table.isOperator("(") && partner[i + 1] == i + 2) {
            // An empty list contains nothing.
            edits.after(i + 1, "SELECT NULL WHERE FALSE");
            return;
        }
        boolean bare = table.isName()
                && !(i + 2 < tokens.size()
                        && (tokens.get(i + 2).isOperator("(")
                                || tokens.get(i + 2).isOperator(".")));
        if (bare
                && (ctes.contains(table.value().toLowerCase(Locale.ROOT)) || catalog.relation(table.value()) != null)) {
            edits.wrap(i + 1, i + 2, "(SELECT * FROM ", ")");
        }
    }

    /// Rewrites `a IS b`, which treats NULL as a value.
    private void is(int i) {
        if (i + 1 >= tokens.size() || i == 0 || !QueryStructure.endsOperand(tokens.get(i - 1))) {
            return;
        }
        boolean not = tokens.get(i + 1).is("NOT");
        int right = not ? i + 2 : i + 1;
        if (right >= tokens.size() || tokens.get(right).isAny("NULL", "TRUE", "FALSE", "UNKNOWN", "DISTINCT", "JSON")) {
            return;
        }
        SqlOperands operands = new SqlOperands(tokens, partner);
        int end = operands.end(right, SqlOperands.RELATIONS);
        if (end < tokens.size()
                && (SqlOperands.level(tokens.get(end)) == SqlOperands.EQUALITIES
                        || tokens.get(end).is("IS"))) {
            edits.wrap(operands.start(i - 1, SqlOperands.EQUALITIES), end, "(", ")");
        }
        edits.replace(i, not ? "IS DISTINCT FROM" : "IS NOT DISTINCT FROM");
        if (not) {
            edits.replace(i + 1, "");
        }
    }

    /// Returns the index after the operand of a comparison that starts at `i`.
    private int operandEnd(int i) {
        int k = i;
        while (k < tokens.size()) {
            Token t = tokens.get(k);
            boolean ends = t.closes()
                    || t.kind() == Token.Kind.OPERATOR
                            && (t.text().equals(",")
                                    || t.text().equals(";")
                                    || t.text().equals("=")
                                    || t.text().equals("==")
                                    || t.text().equals("<>")
                                    || t.text().equals("!="))
                    || k > i
                            && t.isAny(
                                    "AND",
                                    "OR",
                                    "THEN",
                                    "ELSE",
                                    "WHEN",
                                    "END",
                                    "AS",
                                    "IS",
                                    "GROUP",
                                    "ORDER",
                                    "LIMIT",
                                    "UNION",
                                    "HAVING",
                                    "FROM",
                                    "WHERE",
                                    "LEFT",
                                    "JOIN",
                                    "INNER",
                                    "CROSS",
                                    "EXCEPT",
                                    "INTERSECT",
                                    "WINDOW",
                                    "QUALIFY",
                                    "ESCAPE",
                                    "ASC",
                                    "DESC",
                                    "NOT",
                                    "IN",
                                    "RIGHT",
                                    "FULL",
                                    "OFFSET",
                                    "NULLS",
                                    "COLLATE",
                                    "USING");
            if (ends
                    || k > i
                            && t.isName()
                            && QueryStructure.endsOperand(tokens.get(k - 1))
                            && !tokens.get(k - 1).isOperator("*")) {
                return Math.max(k, i + 1);
            }
            k = partner[k] > k ? partner[k] + 1 : k + 1;
        }
        return k;
    }

    /// Rewrites `CAST(x AS INT)`, which truncates to 64 bits, and `AS REAL`, which is a double; DuckDB's own
    /// `x::INT` is unchanged.
    private void cast(int i) {
        int close = partner[i + 1];
        int as = -1;
        for (int k = i + 2; k < close; k = partner[k] > k ? partner[k] + 1 : k + 1) {
            if (tokens.get(k).is("AS")) {
                as = k;
            }
        }
        if (as < 0 || as + 2 != close) {
            return;
        }
        String type = DefinitionRewriter.duckType(tokens.get(as + 1).text());
        if (type == null) {
            return;
        }
        edits.replace(as + 1, type);
        String operand = hints.castOperands.get(i);
        if (type.equals("BIGINT")) {
            if (operand == null) {
                edits.replace(i, "TRY_CAST");
                edits.wrap(i + 2, as, "trunc(", ")");
            } else if (operand.equals("VARCHAR")) {
                edits.replace(i, "TRY_CAST");
                edits.builtins.add("tg_text_int");
                edits.wrap(i + 2, as, "tg_text_int(", ")");
            }
        } else if (type.equals("DOUBLE") && tokens.subList(i, as).stream().anyMatch(t -> t.is("SELECT"))) {
            // The macro would evaluate a subquery several times.
            edits.replace(i, "TRY_CAST");
        } else if (type.equals("DOUBLE")) {
            edits.replace(i, "tg_real");
            edits.builtins.add("tg_real");
            edits.replace(as, "");
            edits.replace(as + 1, "");
        } else if (type.equals("VARCHAR") && tokens.subList(i, as).stream().noneMatch(t -> t.is("SELECT"))) {
            edits.builtins.add("tg_text");
            edits.wrap(i + 2, as, "tg_text(", ")");
        }
    }
}
