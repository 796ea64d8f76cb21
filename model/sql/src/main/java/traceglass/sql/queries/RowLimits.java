package traceglass.sql.queries;

import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;

/// `LIMIT -1` means no limit, and `LIMIT a, b` is `LIMIT b OFFSET a`.
final class RowLimits {

    private RowLimits() {}

    static void apply(Query query, EditableStatement statement) {
        Query.Limit limit = query.limit();
        if (limit == null || limit.count() == null) {
            return;
        }
        TokenEdits edits = statement.edits;
        if (limit.count() instanceof Expression.Unary sign
                && sign.operator() == Expression.UnaryKind.MINUS
                && sign.operand() instanceof Expression.Literal literal
                && literal.kind() == Expression.Kind.NUMBER) {
            edits.replace(sign.span().start(), "");
            edits.replace(literal.span().start(), String.valueOf(Long.MAX_VALUE));
        }
        int comma = limit.offset() == null ? -1 : limit.offset().span().outerEnd();
        if (comma >= 0
                && comma < limit.count().span().outerStart()
                && statement.tokens.get(comma).isOperator(",")) {
            edits.replace(limit.span().start(), "OFFSET");
            edits.replace(comma, "LIMIT");
        }
    }
}
