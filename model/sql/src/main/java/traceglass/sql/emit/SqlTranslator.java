package traceglass.sql.emit;

import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.expressions.SyntaxRules;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.queries.QueryRules;
import traceglass.sql.queries.QuotedNames;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.syntax.Translation;
import traceglass.sql.tree.SqlStatement;

/// Translates one statement in the dialect (see `Dialect`) into DuckDB's SQL: the rules for queries and expressions
/// read its syntax tree and edit its tokens.
///
/// Macros have been expanded and PerfettoSQL's own statements parsed before; the input is SELECT, INSERT, CREATE
/// TABLE and the like, with SQLite's syntax and semantics.
public final class SqlTranslator {
    private final Catalog catalog;
    private final UserFunctions functions;
    /// Reused for the texts of all statements.
    private final StringBuilder buffer = new StringBuilder();

    /// Creates a translator for a session.
    public SqlTranslator(Catalog catalog, UserFunctions functions) {
        this.catalog = catalog;
        this.functions = functions;
    }

    /// Translates a statement. One that the parser cannot read is passed on unchanged, except for its literals.
    ///
    /// @throws SqlSyntaxException if brackets are missing
    public Translation translate(ParsedStatement read, StatementChanges changes)
            throws SqlSyntaxException, SQLException {
        List<Token> statement = read.tokens();
        SqlTokens.checkBrackets(statement);
        TokenEdits edits = new TokenEdits(statement);
        SqlParser.Parsed parsed = read.parsed();
        if (parsed != null) {
            quoteReserved(parsed.names(), edits);
        }
        for (int i : changes.strings) {
            edits.replace(i, Token.quoteString(statement.get(i).value()));
        }
        changes.replacements.forEach(edits::replace);
        edits.builtins.addAll(changes.builtins);

        DefinitionRewriter.rewrite(read.tree(), edits);
        EditableStatement editable = new EditableStatement(edits, changes, catalog, functions);
        if (parsed != null) {
            QuotedNames.apply(parsed, editable);
            QueryRules.apply(parsed.statement(), editable);
            SyntaxRules.apply(parsed.statement(), editable);
        }
        if (parsed == null || hasRawTokens(parsed.statement())) {
            SyntaxRules.applyToLiterals(editable);
        }
        return SharedArguments.apply(edits.apply(buffer));
    }

    /// Returns whether parts of a statement are tokens in its tree.
    private static boolean hasRawTokens(SqlStatement statement) {
        return statement instanceof SqlStatement.Create
                || statement instanceof SqlStatement.Other
                || statement instanceof SqlStatement.Merge
                || statement instanceof SqlStatement.Insert insert
                        && !insert.rest().list().isEmpty();
    }

    /// Quotes names of tables, columns and aliases that DuckDB reserves; SQLite does not.
    private static void quoteReserved(BitSet names, TokenEdits edits) {
        for (int i = names.nextSetBit(0); i >= 0; i = names.nextSetBit(i + 1)) {
            Token name = edits.tokens.get(i);
            boolean isReserved = name.kind() == Token.Kind.WORD && Keywords.needsQuotesAsName(name.text());
            if (isReserved) {
                edits.replace(i, Token.quoteName(name.text()));
            }
        }
    }
}
