package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.expressions.SyntaxRules;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.WindowSpec;

/// Terms of ORDER BY for the order in which SQLite returns groups and the rows of windows.
final class SortKeys {
    /// Functions that depend on neighboring rows, and therefore on the order of rows with equal sort keys.
    /// Functions over frames are not affected: rows with equal keys are peers to them.
    private static final Set<String> NEIGHBORS = Set.of("lag", "lead", "row_number", "first_value", "ntile");

    private final QueryBody.Select select;
    private final EditableStatement statement;

    SortKeys(QueryBody.Select select, EditableStatement statement) {
        this.select = select;
        this.statement = statement;
    }

    /// Returns whether a window function depends on the order of rows with equal sort keys.
    static boolean dependsOnNeighbors(Expression.Call call) {
        WindowSpec window = call.window();
        return window != null
                && !window.isReference()
                && !window.order().isEmpty()
                && window.frame() == null
                && window.order().stream().noneMatch(t -> t.value() instanceof Expression.Everything)
                && NEIGHBORS.contains(call.name().text().toLowerCase(Locale.ROOT));
    }

    /// Sorts groups by their keys; in the direction of the ORDER BY terms if there are as many of these, because
    /// SQLite sorts groups that way to avoid a second sort.
    void addGroups(List<OrderTerm> order, List<String> keys) throws SQLException {
        boolean usesDirections = order.size() == select.groups().size();
        for (int i = 0; i < select.groups().size(); i++) {
            String key = key(select.groups().get(i));
            if (key == null) {
                return;
            }
            boolean isDescending = usesDirections && order.get(i).direction() == OrderTerm.Direction.DESC;
            keys.add(isDescending ? key + " DESC" : key);
        }
    }

    /// Sorts rows with window functions in the order in which a window reads them.
    ///
    /// @return false if that order cannot be determined
    boolean addWindow(WindowSpec window, List<String> keys) throws SQLException {
        WindowSpec spec = window;
        if (window.isReference()) {
            spec = select.windows().stream()
                    .filter(w -> w.name().is(window.base()))
                    .map(WindowSpec.Named::window)
                    .findFirst()
                    .orElse(null);
        }
        if (spec == null) {
            return false;
        }
        for (Expression partition : spec.partitions()) {
            if (!add(partition, "", keys)) {
                return false;
            }
        }
        for (OrderTerm term : spec.order()) {
            List<Token> direction = statement.tokens.subList(
                    term.value().span().outerEnd(), term.span().end());
            if (!add(term.value(), direction.isEmpty() ? "" : " " + SqlTokens.text(direction), keys)) {
                return false;
            }
        }
        return true;
    }

    private boolean add(Expression value, String direction, List<String> keys) throws SQLException {
        String key = key(value);
        if (key != null) {
            keys.add(key + direction);
        }
        return key != null;
    }

    /// Returns an ORDER BY term for a sort key: the number of the identical item of the list, or the text if it has
    /// the same meaning there; null otherwise.
    private String key(Expression value) throws SQLException {
        String text = text(value);
        boolean isSimple = isSimple(value);
        if (isSimple
                && value instanceof Expression.Column column
                && column.span().tokens().size() == 1
                && column.span().tokens().getFirst().kind() == Token.Kind.WORD
                && Keywords.needsQuotes(text)) {
            return Token.quoteName(text);
        }
        boolean hasModulo = isSimple && value.span().tokens().stream().anyMatch(t -> t.isOperator("%"));
        if (isSimple && !hasModulo) {
            return text;
        }
        for (int n = 0; n < select.items().size(); n++) {
            if (text(select.items().get(n).value()).equalsIgnoreCase(text)) {
                return Integer.toString(n + 1);
            }
        }
        return hasModulo ? SyntaxRules.translate(value, statement) : null;
    }

    private List<Token> tokens(Expression value) {
        NodeSpan span = value.span();
        return statement.tokens.subList(span.outerStart(), span.outerEnd());
    }

    private String text(Expression value) {
        return SqlTokens.text(tokens(value));
    }

    /// Returns whether a value is calculated from columns and integers.
    private static boolean isSimple(Expression value) {
        return switch (value) {
            case Expression.Column e -> true;
            case Expression.Literal e ->
                e.kind() == Expression.Kind.NUMBER && e.text().chars().allMatch(c -> c >= '0' && c <= '9');
            case Expression.Unary e ->
                (e.operator() == Expression.UnaryKind.MINUS || e.operator() == Expression.UnaryKind.PLUS)
                        && isSimple(e.operand());
            case Expression.Binary e ->
                switch (e.operator()) {
                    case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO -> isSimple(e.left()) && isSimple(e.right());
                    default -> false;
                };
            default -> false;
        };
    }
}
