package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;

/// `x'53'` is a BLOB.
final class BlobLiterals implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Literal.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Literal e && e.kind() == Expression.Kind.BLOB) {
            translate(e.span().start(), e.text(), statement);
        }
    }

    /// Translates a BLOB.
    static void translate(int i, String text, EditableStatement statement) {
        if (statement.edits.isReplaced(i)) {
            return;
        }
        String hex = text.substring(2, text.length() - 1);
        StringBuilder out = new StringBuilder("('");
        for (int k = 0; k + 1 < hex.length(); k += 2) {
            out.append("\\x").append(hex, k, k + 2);
        }
        statement.edits.replace(i, out.append("'::BLOB)").toString());
    }
}
