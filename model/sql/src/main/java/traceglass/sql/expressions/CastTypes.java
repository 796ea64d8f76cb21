package traceglass.sql.expressions;

import java.util.List;
import java.util.Set;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.NumericCast;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlType;

/// `CAST(x AS INT)` truncates to 64 bits, `AS REAL` is a double, and `AS NUMERIC` is either; DuckDB's own `x::INT` is
/// unchanged.
final class CastTypes implements SyntaxRule {
    /// Maximum number of tokens of a value that is compared with the range of integers.
    private static final int MAX_TOKENS = 12;

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Cast.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        boolean isPlain = expression instanceof Expression.Cast cast
                && cast.form() == Expression.CastForm.CAST
                && cast.type() instanceof SqlType.Simple type
                && type.span().end() == type.span().start() + 1;
        if (isPlain) {
            convert((Expression.Cast) expression, statement);
        }
    }

    private static void convert(Expression.Cast cast, EditableStatement statement) {
        int position = cast.span().start();
        int asIndex = cast.value().span().outerEnd();
        if (NumericCast.is(cast)) {
            castToNumber(cast.value(), position, asIndex, statement);
            return;
        }
        String type =
                DefinitionRewriter.duckType(statement.tokens.get(asIndex + 1).text());
        if (type == null || statement.edits.isReplaced(position)) {
            return;
        }
        statement.edits.replace(asIndex + 1, type);
        switch (type) {
            case "BIGINT" -> castToInteger(cast.value(), position, statement);
            case "DOUBLE" -> castToReal(cast.value(), position, asIndex, statement);
            case "VARCHAR" -> {
                if (!EditableStatement.hasQuery(cast.value())) {
                    statement.edits.builtins.add("tg_text");
                    statement.wrap(cast.value(), "tg_text(", ")");
                }
            }
            default -> {}
        }
    }

    private static void castToReal(Expression value, int position, int asIndex, EditableStatement statement) {
        if (EditableStatement.hasQuery(value)) {
            // The macro would evaluate a subquery several times.
            statement.edits.replace(position, "TRY_CAST");
        } else {
            statement.replaceByBuiltin(position, "tg_real");
            statement.edits.delete(asIndex, asIndex + 2);
        }
    }

    private static void castToNumber(Expression value, int position, int asIndex, EditableStatement statement) {
        String operand = statement.changes.castOperands.get(position);
        if (operand == null) {
            statement.edits.replace(asIndex + 1, "DOUBLE");
            castToReal(value, position, asIndex, statement);
        } else if (operand.equals("BOOLEAN")) {
            statement.edits.replace(asIndex + 1, "BIGINT");
        } else {
            statement.edits.delete(position, position + 1);
            statement.edits.delete(asIndex, asIndex + 2);
        }
    }

    private static void castToInteger(Expression value, int position, EditableStatement statement) {
        String operand = statement.changes.castOperands.get(position);
        if (operand == null || operand.equals("DOUBLE") && !isShort(value, statement)) {
            statement.edits.replace(position, "TRY_CAST");
            statement.wrap(value, "trunc(", ")");
        } else if (operand.equals("VARCHAR")) {
            statement.edits.replace(position, "TRY_CAST");
            statement.edits.builtins.add("tg_text_int");
            statement.wrap(value, "tg_text_int(", ")");
        } else if (operand.equals("DOUBLE")) {
            statement.edits.builtins.add("tg_whole");
            statement.wrap(value, "tg_whole(", ")");
        }
    }

    /// Returns whether a value may be repeated, as macros do with their parameters.
    private static boolean isShort(Expression value, EditableStatement statement) {
        List<Token> tokens =
                statement.tokens.subList(value.span().outerStart(), value.span().outerEnd());
        return tokens.size() <= MAX_TOKENS
                && tokens.stream().noneMatch(t -> t.is("OVER") || t.is("RANDOM"))
                && !EditableStatement.hasQuery(value);
    }
}
