package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// LIKE ignores case, REGEXP searches within the text, and GLOB can be negated.
final class PatternMatches implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Pattern.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (!(expression instanceof Expression.Pattern e)) {
            return;
        }
        int first = e.value().span().outerEnd();
        switch (e.operator()) {
            case LIKE -> statement.edits.replace(first, "ILIKE");
            case NOT_LIKE -> statement.edits.replace(first + 1, "ILIKE");
            case GLOB -> translateCharacterSets(first + 1, statement);
            case NOT_GLOB -> {
                statement.edits.replace(first, "");
                statement.wrap(e.pattern(), "", " = FALSE");
                translateCharacterSets(first + 2, statement);
            }
            case REGEXP -> translateSearch(e, first, "~", statement);
            case NOT_REGEXP -> {
                statement.edits.replace(first, "");
                translateSearch(e, first + 1, "!~", statement);
            }
            default -> {}
        }
    }

    private static void translateSearch(Expression.Pattern e, int verb, String operator, EditableStatement statement) {
        statement.edits.replace(verb, operator);
        statement.wrap(e.pattern(), "('(?s:.*(?:' || ", " || ').*)')");
    }

    /// Writes negated sets of characters as DuckDB does: with an exclamation mark.
    private static void translateCharacterSets(int pattern, EditableStatement statement) {
        Token t = statement.tokens.get(pattern);
        if (t.kind() == Token.Kind.STRING && t.text().contains("[^")) {
            statement.edits.replace(pattern, t.text().replace("[^", "[!"));
        }
    }
}
