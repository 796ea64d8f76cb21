package traceglass.sql.queries;

import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TableSource;

/// Translates the joins of SQLite, where a JOIN may have no condition, CROSS JOIN and a comma may have one, a comma has
/// the precedence of JOIN, and a single source may be in parentheses.
final class JoinConditions implements QueryRule {

    @Override
    public void apply(QueryBody.Select select, EditableStatement statement) {
        apply(select.from(), statement);
    }

    /// Translates the joins of FROM or, in DELETE, of USING.
    static void apply(List<TableSource> sources, EditableStatement statement) {
        if (Sources.hasJoins(sources)) {
            replaceCommas(sources, statement);
        }
        sources.forEach(s -> rewriteSource(s, statement));
    }

    private static void rewriteSource(TableSource source, EditableStatement statement) {
        switch (source) {
            case TableSource.Join join -> {
                rewriteSource(join.left(), statement);
                rewriteCondition(join, statement);
                rewriteSource(join.right(), statement);
            }
            case TableSource.Group group -> {
                replaceCommas(group.sources(), statement);
                group.sources().forEach(s -> rewriteSource(s, statement));
                TableSource only = group.sources().getFirst();
                if (group.sources().size() == 1 && !(only instanceof TableSource.Join)) {
                    statement.edits.replace(only.span().start() - 1, "");
                    statement.edits.replace(only.span().end(), "");
                }
            }
            default -> {}
        }
    }

    private static void rewriteCondition(TableSource.Join join, EditableStatement statement) {
        boolean hasCondition = join.on() != null || !join.using().isEmpty();
        int right = join.right().span().start();
        if (join.kind() == TableSource.JoinKind.CROSS) {
            if (hasCondition) {
                statement.edits.replace(right - 2, "");
            }
        } else if (statement.tokens.get(right - 1).isOperator(",")) {
            statement.edits.replace(right - 1, " JOIN ");
        } else if (!hasCondition
                && (join.style() == TableSource.JoinStyle.CONDITION || join.style() == TableSource.JoinStyle.ASOF)) {
            statement.edits.wrap(right - 1, join.right().span().end(), "", " ON TRUE");
        }
    }

    private static void replaceCommas(List<TableSource> sources, EditableStatement statement) {
        for (TableSource source : sources.subList(0, sources.size() - 1)) {
            statement.edits.replace(source.span().end(), " CROSS JOIN ");
        }
    }
}
