package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.syntax.Translation;
import traceglass.sql.tree.SqlStatement;

/// Translates one statement in the dialect (see `Dialect`) into DuckDB's SQL, token by token.
///
/// Macros have been expanded and PerfettoSQL's own statements parsed before; the input is SELECT, INSERT, CREATE
/// TABLE and the like, with SQLite's syntax and semantics.
public final class SqlTranslator {
    private final Catalog catalog;
    private final UserFunctions functions;

    public SqlTranslator(Catalog catalog, UserFunctions functions) {
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
        for (int i : hints.strings) {
            edits.replace(i, Token.quoteString(statement.get(i).value()));
        }
        hints.replacements.forEach(edits::replace);
        edits.builtins.addAll(hints.builtins);

        if (top != 0) {
            new DefinitionRewriter(edits, partner, top < 0 ? statement.size() : top).rewrite();
        }
        Rewriting rewriting = new Rewriting(edits, partner, hints, catalog, functions);
        if (parsed != null) {
            QuotedNames.apply(parsed, rewriting);
            QueryRules.apply(parsed.statement(), rewriting);
            SyntaxRules.apply(parsed.statement(), rewriting);
        }
        if (parsed == null || parsed.statement() instanceof SqlStatement.Other) {
            SyntaxRules.applyToLiterals(rewriting);
        }
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
}
