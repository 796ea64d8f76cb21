package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.syntax.Translation;
import traceglass.sql.tree.SqlName;

/// Translates one statement in the dialect (see `Dialect`) into DuckDB's SQL, token by token.
///
/// Macros have been expanded and PerfettoSQL's own statements parsed before; the input is SELECT, INSERT, CREATE
/// TABLE and the like, with SQLite's syntax and semantics.
public final class SqlTranslator {
    private final Catalog catalog;
    private final Functions functions;

    public SqlTranslator(Catalog catalog, Functions functions) {
        this.catalog = catalog;
        this.functions = functions;
    }

    public Translation translate(List<Token> statement, RetryHints hints) throws SqlSyntaxException, SQLException {
        int[] partner = SqlTokens.brackets(statement);
        TokenEdits edits = new TokenEdits(statement);
        SqlParser.Parsed parsed = parsed(statement);
        if (parsed != null) {
            quoteReserved(parsed.names(), edits);
        }
        int top = queryStart(statement, partner);
        List<QueryStructure> shapes = QueryStructure.all(statement, partner, top);
        for (int i : hints.strings) {
            edits.replace(i, Token.quoteString(statement.get(i).value()));
        }
        hints.replacements.forEach(edits::replace);
        edits.builtins.addAll(hints.builtins);

        new QuotedNames(catalog).rewrite(edits, shapes, top < 0 ? headEnd(statement) : top, hints);
        functions.sources(edits, partner, shapes);
        SelectRewriter selects = new SelectRewriter(catalog, edits, partner, shapes, hints);
        for (QueryStructure shape : shapes) {
            selects.rewrite(shape, shape.range.start() == top);
        }
        if (top != 0) {
            new DefinitionRewriter(edits, partner, top < 0 ? statement.size() : top).rewrite();
        }
        new RecursiveLimits(edits, partner).rewrite(shapes);
        if (parsed != null) {
            SyntaxRules.apply(parsed.statement(), new Rewriting(edits, hints, catalog), call -> {
                boolean isPlain =
                        call.path().size() == 1 && call.path().getFirst().form() == SqlName.Form.PLAIN;
                if (isPlain && !edits.isReplaced(call.span().start())) {
                    functions.call(edits, partner, call.span().start());
                }
            });
        }
        if (top == 0
                && shapes.getFirst().cores.size() == 1
                && shapes.getFirst().cores.getFirst().isValues
                && !statement.getFirst().is("WITH")) {
            nameValues(edits, partner, 0);
        }
        for (QueryStructure shape : shapes) {
            for (QueryStructure.Core core : shape.cores) {
                core.sources.stream()
                        .filter(s -> s.kind() == QueryStructure.SourceKind.SUBQUERY
                                && s.columnsAt() < 0
                                && statement.get(s.range().start() + 1).is("VALUES"))
                        .forEach(s -> nameValues(edits, partner, s.range().start() + 1));
            }
        }
        new JsonAccess(edits, partner, top == 0 && !shapes.isEmpty() ? shapes.getFirst() : null).rewrite(shapes);
        return edits.apply();
    }

    /// Returns the syntax tree of a statement; null if the parser does not know its syntax, but DuckDB may.
    private static SqlParser.Parsed parsed(List<Token> statement) {
        try {
            return SqlParser.parsed(statement);
        } catch (SqlSyntaxException e) {
            return null;
        }
    }

    /// Quotes names of tables, columns and aliases that DuckDB reserves; SQLite does not.
    private static void quoteReserved(BitSet names, TokenEdits edits) {
        for (int i = names.nextSetBit(0); i >= 0; i = names.nextSetBit(i + 1)) {
            Token name = edits.tokens.get(i);
            boolean isReserved = name.kind() == Token.Kind.WORD
                    && Keywords.needsQuotes(name.text())
                    && !Keywords.isValue(name.text())
                    && !name.is("DEFAULT");
            if (isReserved) {
                edits.replace(i, Token.quoteName(name.text()));
            }
        }
    }

    /// Names the columns of a VALUES clause: column1, column2, ….
    private static void nameValues(TokenEdits edits, int[] partner, int at) {
        int open = at + 1;
        if (open >= partner.length || partner[open] < 0) {
            return;
        }
        StringBuilder names = new StringBuilder();
        for (int i = 1; i <= Functions.arguments(edits.tokens, partner, open).size(); i++) {
            names.append(i == 1 ? "" : ", ").append("column").append(i);
        }
        edits.before(at, "SELECT * FROM (");
        int end = open;
        while (end < partner.length
                && (partner[end] > end || edits.tokens.get(end).isOperator(","))) {
            end = partner[end] > end ? partner[end] + 1 : end + 1;
        }
        edits.append(end - 1, ") AS v(" + names + ")");
    }

    /// Returns the index of the token at which the statement's query starts: 0 for a SELECT, after AS or the
    /// table's name otherwise; -1 if it has none.
    public static int queryStart(List<Token> statement, int[] partner) {
        if (statement.isEmpty()) {
            return -1;
        }
        Token first = statement.getFirst();
        if (QueryStructure.startsQuery(statement, 0) || first.is("FROM") || first.isOperator("(")) {
            return 0;
        }
        if (!first.isAny("CREATE", "INSERT", "REPLACE", "EXPLAIN", "DESCRIBE", "SUMMARIZE")) {
            return -1;
        }
        for (int i = 1; i < statement.size(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (QueryStructure.startsQuery(statement, i)
                    || first.is("CREATE")
                            && statement.get(i - 1).is("AS")
                            && statement.get(i).isOperator("(")) {
                return i;
            }
        }
        return -1;
    }

    /// Returns the index of the first token in a statement without a query at which a quoted name may be a string.
    private static int headEnd(List<Token> statement) {
        String verb = statement.getFirst().text().toUpperCase(Locale.ROOT);
        if (verb.equals("UPDATE") || verb.equals("DELETE")) {
            for (int i = 0; i < statement.size(); i++) {
                if (statement.get(i).isAny("SET", "WHERE")) {
                    return i;
                }
            }
        }
        return statement.size();
    }
}
