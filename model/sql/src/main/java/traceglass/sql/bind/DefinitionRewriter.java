package traceglass.sql.bind;

import java.util.Locale;
import traceglass.sql.functions.Builtins;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableElement;

/// Rewrites the part of a CREATE statement before its query: user objects are temporary, and column types are
/// SQLite's.
public final class DefinitionRewriter {
    private final TokenEdits edits;

    private DefinitionRewriter(TokenEdits edits) {
        this.edits = edits;
    }

    /// Rewrites the beginning of a statement; statements other than CREATE and EXPLAIN remain unchanged.
    public static void rewrite(SqlStatement statement, TokenEdits edits) {
        DefinitionRewriter rewriter = new DefinitionRewriter(edits);
        switch (statement) {
            case SqlStatement.Explain s -> rewriter.explain(s);
            case SqlStatement.CreateAs s -> rewriter.head(s.head());
            case SqlStatement.CreateMacro s -> rewriter.head(s.head());
            case SqlStatement.Create s -> rewriter.definition(s);
            default -> {}
        }
    }

    /// Turns EXPLAIN QUERY PLAN into EXPLAIN.
    private void explain(SqlStatement.Explain s) {
        boolean isQueryPlan =
                !s.options().list().isEmpty() && s.options().list().getFirst().is("QUERY");
        if (isQueryPlan) {
            edits.delete(s.span().start() + 1, s.statement().span().start());
        }
    }

    private void head(SqlStatement.Head head) {
        if (head.has("RECURSIVE")) {
            return;
        }
        boolean isTemporary = head.has("TEMP") || head.has("TEMPORARY");
        if (!isTemporary && head.path().size() == 1) {
            edits.insertBefore(head.kind().span().start(), "TEMP ");
        }
        SqlName name = head.path().getFirst();
        if (name.form() == SqlName.Form.PLAIN && Keywords.needsQuotes(name.text())) {
            quote(name);
        }
    }

    private void quote(SqlName name) {
        edits.replace(name.span().start(), Token.quoteName(name.text()));
    }

    private void definition(SqlStatement.Create s) {
        head(s.head());
        for (TableElement element : s.elements()) {
            if (element instanceof TableElement.Column column) {
                column(column, s.head().path().getLast().text());
            }
        }
        if (s.options() != null) {
            edits.delete(s.options().start(), s.options().end());
        }
    }

    private void column(TableElement.Column column, String table) {
        SqlName name = column.name();
        if (name.form() == SqlName.Form.PLAIN && (Keywords.needsQuotes(name.text()) || Keywords.isValue(name.text()))) {
            quote(name);
        }
        if (column.type() == null) {
            // A column without a type can hold any value in SQLite; text accepts every value here.
            edits.insertAfter(name.span().start(), " VARCHAR");
            return;
        }
        int type = column.type().span().start();
        String duckType = duckType(edits.tokens.get(type).text());
        if (duckType != null) {
            edits.replace(type, duckType);
        }
        if (column.isKey() && edits.tokens.get(type).is("INTEGER")) {
            // SQLite fills it with the next number.
            String sequence = Builtins.ROW_NUMBERS + table.toLowerCase(Locale.ROOT);
            edits.builtins.add(sequence);
            column.automatic().forEach(a -> edits.delete(a.start(), a.end()));
            edits.append(
                    column.span().end() - 1, " DEFAULT nextval(" + Token.quoteString(Token.quoteName(sequence)) + ")");
        }
    }

    /// Returns DuckDB's type for a type of SQLite or PerfettoSQL, null if the type is unchanged.
    public static String duckType(String type) {
        // JOINID(thread.id) names the column that the number refers to.
        int open = type.indexOf('(');
        return switch ((open < 0 ? type : type.substring(0, open)).toUpperCase(Locale.ROOT)) {
            case "INT",
                    "INTEGER",
                    "LONG",
                    "BIGINT",
                    "UINT",
                    "TIMESTAMP",
                    "DURATION",
                    "ID",
                    "JOINID",
                    "ARGSETID",
                    "PROTO_TIME" -> "BIGINT";
            case "REAL", "DOUBLE", "FLOAT" -> "DOUBLE";
            case "STRING", "TEXT", "CLOB" -> "VARCHAR";
            case "BYTES", "PROTO" -> "BLOB";
            case "BOOL" -> "BOOLEAN";
            default -> null;
        };
    }
}
