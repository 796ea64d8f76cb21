package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;

/// Sources of a statement, without the joins and groups that they are part of.
public final class Sources {

    private Sources() {}

    /// Returns the sources in FROM, in order.
    public static List<TableSource> of(QueryBody.Select select) {
        return of(select.from());
    }

    /// Returns the sources in a list of them, in order.
    public static List<TableSource> of(List<TableSource> from) {
        List<TableSource> out = new ArrayList<>();
        for (TableSource source : from) {
            add(source, out);
        }
        return out;
    }

    private static void add(TableSource source, List<TableSource> out) {
        switch (source) {
            case TableSource.Join join -> {
                add(join.left(), out);
                add(join.right(), out);
            }
            case TableSource.Group group -> group.sources().forEach(s -> add(s, out));
            default -> out.add(source);
        }
    }

    /// Returns the alias of a source; null if it has none.
    public static TableSource.Alias alias(TableSource source) {
        return switch (source) {
            case TableSource.Table s -> s.alias();
            case TableSource.Function s -> s.alias();
            case TableSource.Subquery s -> s.alias();
            case TableSource.Macro s -> s.alias();
            case TableSource.Group s -> s.alias();
            case TableSource.Pivoted s -> s.alias();
            case TableSource.Unpivoted s -> s.alias();
            default -> null;
        };
    }

    /// Returns the name that qualifies the columns of a source; null if it has none.
    public static String name(TableSource source) {
        TableSource.Alias alias = alias(source);
        SqlName sourceName = switch (source) {
            case TableSource.Table s -> s.name();
            case TableSource.Function s -> s.call().name();
            default -> null;
        };
        return alias != null ? alias.name().text() : sourceName == null ? null : sourceName.text();
    }

    /// Returns the table or view that a source reads; null if the source is neither, or is unknown.
    public static Catalog.Relation relation(TableSource source, EditableStatement statement) throws SQLException {
        return source instanceof TableSource.Table t
                ? statement.relation(t.name().text())
                : null;
    }

    /// Returns whether sources are joined, and not only listed with commas.
    public static boolean hasJoins(List<TableSource> sources) {
        for (TableSource source : sources) {
            if (isJoined(source)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isJoined(TableSource source) {
        return source instanceof TableSource.Join || source instanceof TableSource.Group g && hasJoins(g.sources());
    }
}
