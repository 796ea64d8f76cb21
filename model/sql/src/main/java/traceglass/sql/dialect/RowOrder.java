package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.ViewOrder;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Sorts rows as SQLite returns them if a query does not define their order: see `Dialect`.
final class RowOrder {
    /// Largest number of rows in a source of a join whose result is sorted only to match SQLite's order.
    private static final long SORTED_JOIN_ROWS = 200_000;

    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");

    private final Catalog catalog;
    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final List<QueryStructure> shapes;
    private final RetryHints hints;
    private final Set<String> ctes = new HashSet<>();
    private final Set<QueryStructure> shown = new HashSet<>();
    /// Columns that were added to subqueries to sort the enclosing query by.
    private final Map<QueryStructure, List<String>> added = new HashMap<>();

    RowOrder(Catalog catalog, TokenEdits edits, int[] partner, List<QueryStructure> shapes, RetryHints hints) {
        this.catalog = catalog;
        this.edits = edits;
        this.tokens = edits.tokens;
        this.partner = partner;
        this.shapes = shapes;
        this.hints = hints;
        for (QueryStructure shape : shapes) {
            for (String name : shape.cteNames) {
                ctes.add(name.toLowerCase(Locale.ROOT));
            }
        }
    }

    /// Adds the order of SQLite's nested loops: see `Dialect`.
    void order(QueryStructure shape, boolean top) throws SQLException {
        if (top) {
            shown.add(shape);
        }
        if (hints.withoutImplicitOrder || shape.cores.isEmpty()) {
            return;
        }
        boolean limited = shape.limitAt >= 0;
        if (!(limited && shape.hasOrder) && !isShown(shape)) {
            return;
        }
        List<String> keys = new ArrayList<>();
        if (shape.cores.size() > 1) {
            if (!shape.hasOrder && shape.setOperators.stream().anyMatch(o -> !o.contains("ALL"))) {
                putOrder(shape, List.of("ALL"));
            }
            return;
        }
        QueryStructure.Core core = shape.cores.getFirst();
        if (core.isValues || core.isParenthesised || core.items.isEmpty()) {
            return;
        }
        int window = shape.hasOrder || core.isDistinct ? -1 : firstWindow(core);
        boolean known = window < 0 || windowKeys(core, window, keys);
        if (core.hasGroup) {
            groupKeys(shape, core, keys);
        } else if (!core.isDistinct && !isAggregated(core) && known) {
            if (!keys.isEmpty()) {
                rowKeys(core, keys, false);
            } else if (shape.hasOrder
                    || !core.joins.isEmpty()
                    || core.sources.size() > 1
                    || readsOrderedView(core)
                    || readsConstants(core)) {
                rowKeys(core, keys, !shape.hasOrder);
            }
        }
        if (!keys.isEmpty()
                && !(shape.hasOrder
                        && shape.orderTerms.stream()
                                .anyMatch(t -> tokens.get(t.start()).is("ALL")))) {
            putOrder(shape, keys);
        }
    }

    /// Returns whether the query's row order is visible: it is the outermost query, or the only source of a
    /// query whose order is visible, in parentheses or as a name of WITH.
    private boolean isShown(QueryStructure shape) {
        if (shown.contains(shape)) {
            return true;
        }
        for (QueryStructure outer : shapes) {
            if (outer != shape && reads(outer) == shape && isShown(outer)) {
                shown.add(shape);
                return true;
            }
        }
        return false;
    }

    /// Returns the subquery whose rows a query passes on one by one; null if there is none.
    private QueryStructure reads(QueryStructure outer) {
        QueryStructure.Core core = outer.cores.size() == 1 && !outer.hasOrder ? outer.cores.getFirst() : null;
        if (core == null
                || core.sources.size() != 1
                || !core.joins.isEmpty()
                || core.hasGroup
                || core.isDistinct
                || isAggregated(core)
                || firstWindow(core) >= 0) {
            return null;
        }
        QueryStructure.Source source = core.sources.getFirst();
        int start = source.kind() == QueryStructure.SourceKind.SUBQUERY
                ? source.range().start() + 1
                : source.kind() == QueryStructure.SourceKind.NAME ? cteStart(source.name()) : -1;
        for (QueryStructure shape : shapes) {
            if (start > 0 && shape.range.start() == start) {
                return shape;
            }
        }
        return null;
    }

    /// Returns the index of the first token of the WITH query with this name; -1 if there is none, or more than
    /// one.
    private int cteStart(String name) {
        int found = -1;
        for (QueryStructure shape : shapes) {
            for (int place : shape.ctePlaces) {
                if (!tokens.get(place).value().equalsIgnoreCase(name)) {
                    continue;
                }
                if (found >= 0) {
                    return -1;
                }
                int i = place + 1;
                while (i < tokens.size() && !tokens.get(i).is("AS")) {
                    i = partner[i] > i ? partner[i] + 1 : i + 1;
                }
                while (i < tokens.size() && !tokens.get(i).isOperator("(")) {
                    i++;
                }
                found = i + 1;
            }
        }
        return found;
    }

    /// Functions that depend on neighboring rows, and therefore on the order of rows with equal sort keys.
    /// Functions over frames are not affected: rows with equal keys are peers to them.
    private static final Set<String> NEIGHBOURS = Set.of("lag", "lead", "row_number", "first_value", "ntile");

    /// Sorts rows with equal sort keys in the order of SQLite's nested loops for such functions.
    void windows(QueryStructure shape) throws SQLException {
        for (QueryStructure.Core core : shape.cores) {
            if (core.from != null) {
                windows(core);
            }
        }
    }

    private void windows(QueryStructure.Core core) throws SQLException {
        if (hints.withoutImplicitOrder || core.hasGroup || core.isDistinct) {
            return;
        }
        for (QueryStructure.Range item : core.items) {
            for (int i = item.start(); i + 1 < item.end(); i++) {
                if (tokens.get(i).isOperator("(") && QueryStructure.startsQuery(tokens, i + 1)) {
                    i = partner[i];
                } else if (tokens.get(i).is("OVER")
                        && tokens.get(i + 1).isOperator("(")
                        && i > 1
                        && tokens.get(i - 1).isOperator(")")) {
                    int call = partner[i - 1] - 1;
                    if (call >= item.start()
                            && NEIGHBOURS.contains(tokens.get(call).text().toLowerCase(Locale.ROOT))) {
                        orderWindow(core, i + 1);
                    }
                }
            }
        }
    }

    private void orderWindow(QueryStructure.Core core, int open) throws SQLException {
        int close = partner[open];
        boolean ordered = false;
        for (int i = open + 1; i < close; i = partner[i] > i ? partner[i] + 1 : i + 1) {
            ordered |= tokens.get(i).is("ORDER");
            if (tokens.get(i).isAny("ROWS", "RANGE", "GROUPS", "ALL")) {
                return;
            }
        }
        List<String> keys = new ArrayList<>();
        rowKeys(core, keys, false);
        if (ordered && !keys.isEmpty()) {
            edits.append(close - 1, ", " + String.join(", ", keys));
        }
    }

    private void putOrder(QueryStructure shape, List<String> keys) {
        String terms = String.join(", ", keys);
        edits.append(shape.tail - 1, shape.hasOrder ? ", " + terms : " ORDER BY " + terms);
    }

    /// Returns the index of the bracket after the first OVER of a list, or of the window's name; -1 if there is
    /// none.
    private int firstWindow(QueryStructure.Core core) {
        for (QueryStructure.Range item : core.items) {
            for (int i = item.start() + 1; i + 1 < item.end(); i++) {
                if (tokens.get(i).isOperator("(") && QueryStructure.startsQuery(tokens, i + 1)) {
                    i = partner[i];
                } else if (tokens.get(i).is("OVER") && tokens.get(i - 1).isOperator(")")) {
                    return i + 1;
                }
            }
        }
        return -1;
    }

    /// Sorts rows with window functions in the order in which the first window reads them.
    ///
    /// @return false if that order cannot be determined
    private boolean windowKeys(QueryStructure.Core core, int window, List<String> keys) throws SQLException {
        int open = window;
        if (!tokens.get(window).isOperator("(")) {
            open = -1;
            for (int i = core.range.start(); i + 3 < core.range.end(); i++) {
                if ((tokens.get(i).is("WINDOW") || tokens.get(i).isOperator(","))
                        && tokens.get(i + 1)
                                .value()
                                .equalsIgnoreCase(tokens.get(window).value())
                        && tokens.get(i + 2).is("AS")
                        && tokens.get(i + 3).isOperator("(")) {
                    open = i + 3;
                }
            }
        }
        if (open < 0) {
            return false;
        }
        int end = partner[open];
        int from = -1;
        for (int i = open + 1; i <= end; i = partner[i] > i ? partner[i] + 1 : i + 1) {
            boolean clause = tokens.get(i).isAny("PARTITION", "ORDER")
                    && i + 1 < end
                    && tokens.get(i + 1).is("BY");
            boolean ends = i == end || clause || tokens.get(i).isAny("ROWS", "RANGE", "GROUPS");
            if (from >= 0 && (ends || tokens.get(i).isOperator(","))) {
                if (!windowKey(core, from, i, keys)) {
                    return false;
                }
                from = ends ? -1 : i + 1;
            }
            if (clause) {
                from = i + 2;
            } else if (ends) {
                break;
            }
        }
        return true;
    }

    private boolean windowKey(QueryStructure.Core core, int from, int to, List<String> keys) throws SQLException {
        int end = to;
        while (end > from && tokens.get(end - 1).isAny("ASC", "DESC", "NULLS", "FIRST", "LAST")) {
            end--;
        }
        String key = key(core, from, end);
        if (key == null) {
            return false;
        }
        keys.add(key + (end < to ? " " + SqlTokens.text(tokens.subList(end, to)) : ""));
        return true;
    }

    /// Returns an ORDER BY term for a sort key: the number of the identical item of the list, or the text if it has
    /// the same meaning there; null otherwise.
    private String key(QueryStructure.Core core, int from, int to) throws SQLException {
        String text = SqlTokens.text(tokens.subList(from, to));
        boolean simple = to > from;
        for (int i = from; i < to; i++) {
            Token t = tokens.get(i);
            boolean call = t.isName() && i + 1 < to && tokens.get(i + 1).isOperator("(");
            boolean number = t.kind() == Token.Kind.NUMBER && t.text().chars().allMatch(c -> c >= '0' && c <= '9');
            simple &= !call
                    && !t.isAny("ALL", "CUBE", "ROLLUP", "GROUPING")
                    && (number
                            || t.isName() && !Keywords.isInfix(t.text())
                            || t.isOperator(".")
                            || to - from > 1
                                    && (t.isOperator("(") || t.isOperator(")") || ARITHMETIC.contains(t.text())));
        }
        if (simple && to == from + 1 && tokens.get(from).kind() == Token.Kind.WORD && Keywords.needsQuotes(text)) {
            return Token.quoteName(text);
        }
        boolean rest = simple && tokens.subList(from, to).stream().anyMatch(t -> t.isOperator("%"));
        if (simple && !rest) {
            return text;
        }
        for (int n = 0; n < core.items.size(); n++) {
            QueryStructure.Range item = core.items.get(n);
            int end = item.end();
            if (end - item.start() > 2 && tokens.get(end - 2).is("AS")) {
                end -= 2;
            }
            if (SqlTokens.text(tokens.subList(item.start(), end)).equalsIgnoreCase(text)) {
                return Integer.toString(n + 1);
            }
        }
        return rest ? SyntaxRules.translated(tokens.subList(from, to), catalog) : null;
    }

    /// Sorts groups by their keys; in the direction of the ORDER BY terms if there are as many of these, because
    /// SQLite sorts groups that way to avoid a second sort.
    private void groupKeys(QueryStructure shape, QueryStructure.Core core, List<String> keys) throws SQLException {
        boolean follow = shape.orderTerms.size() == core.groups.size();
        for (int i = 0; i < core.groups.size(); i++) {
            QueryStructure.Range group = core.groups.get(i);
            String key = key(core, group.start(), group.end());
            if (key == null) {
                return;
            }
            boolean down = follow
                    && tokens
                            .subList(
                                    shape.orderTerms.get(i).start(),
                                    shape.orderTerms.get(i).end())
                            .stream()
                            .anyMatch(t -> t.is("DESC"));
            keys.add(down ? key + " DESC" : key);
        }
    }

    private void rowKeys(QueryStructure.Core core, List<String> keys, boolean onlySmall) throws SQLException {
        for (QueryStructure.Source source : core.sources) {
            if (source.kind() == QueryStructure.SourceKind.GROUP) {
                continue;
            }
            if (source.kind() == QueryStructure.SourceKind.SUBQUERY) {
                List<String> columns = rowColumns(core, source, onlySmall);
                if (columns == null) {
                    keys.clear();
                    return;
                }
                String prefix = source.aliasAt() < 0
                        ? ""
                        : Token.quoteName(tokens.get(source.aliasAt()).value()) + ".";
                columns.forEach(c -> keys.add(prefix + c));
                continue;
            }
            String name = source.aliasAt() >= 0 ? tokens.get(source.aliasAt()).value() : source.name();
            boolean isTable = source.kind() == QueryStructure.SourceKind.NAME
                    && !ctes.contains(source.name().toLowerCase(Locale.ROOT));
            Catalog.Relation relation = isTable ? catalog.relation(source.name()) : null;
            if (relation == null) {
                continue;
            }
            if (onlySmall && catalog.rows(relation) > SORTED_JOIN_ROWS) {
                keys.clear();
                return;
            }
            if (!relation.isView()) {
                keys.add(Token.quoteName(name) + ".rowid");
            } else if (!catalog.order(relation).isEmpty()) {
                for (ViewOrder.Term term : catalog.order(relation)) {
                    keys.add(Token.quoteName(name) + "." + Token.quoteName(term.column()) + " " + term.direction());
                }
            } else if (relation.has("id")) {
                keys.add(Token.quoteName(name) + ".id");
            }
        }
    }

    private QueryStructure subquery(QueryStructure.Source source) {
        QueryStructure found = null;
        for (QueryStructure s : shapes) {
            found = s.range.start() == source.range().start() + 1 ? s : found;
        }
        return found;
    }

    /// Returns whether a query consists of several rows of constants: `SELECT 1 UNION ALL SELECT 2`.
    private static boolean isConstants(QueryStructure shape) {
        return shape != null
                && shape.cores.size() > 1
                && !shape.hasOrder
                && shape.limitAt < 0
                && shape.cteNames.isEmpty()
                && shape.setOperators.stream().allMatch(o -> o.contains("ALL"))
                && shape.cores.stream().allMatch(c -> c.sources.isEmpty() && !c.isValues && !c.isParenthesised);
    }

    /// Returns whether the only source is a subquery of constants, and the SELECT list contains calls or
    /// subqueries, which may change the order of the rows.
    private boolean readsConstants(QueryStructure.Core core) {
        return core.sources.size() == 1
                && core.sources.getFirst().kind() == QueryStructure.SourceKind.SUBQUERY
                && core.items.stream()
                        .anyMatch(
                                i -> tokens.subList(i.start(), i.end()).stream().anyMatch(t -> t.isOperator("(")))
                && isConstants(subquery(core.sources.getFirst()));
    }

    /// Adds the row numbers of a subquery's tables to its list, and returns their names; none if it is not a plain
    /// query of tables, or if they would show in the result; null if a table is too large.
    private List<String> rowColumns(QueryStructure.Core outer, QueryStructure.Source source, boolean onlySmall)
            throws SQLException {
        QueryStructure shape = subquery(source);
        QueryStructure.Core core = shape != null && shape.cores.size() == 1 ? shape.cores.getFirst() : null;
        boolean starred = outer.items.stream()
                .anyMatch(i -> tokens.get(i.end() - 1).isOperator("*")
                        || tokens.subList(i.start(), i.end()).stream()
                                .anyMatch(t -> t.isAny("EXCLUDE", "REPLACE", "COLUMNS")));
        if (!starred && isConstants(shape)) {
            String name = "tg_row_" + shape.range.start();
            if (!added.containsKey(shape)) {
                edits.before(shape.range.start(), "SELECT *, row_number() OVER () AS " + name + " FROM (");
                edits.append(shape.range.end() - 1, ")");
                added.put(shape, List.of(name));
            }
            return added.get(shape);
        }
        if (core == null
                || starred
                || shape.hasOrder
                || shape.limitAt >= 0
                || core.isValues
                || core.isParenthesised
                || core.isDistinct
                || core.hasGroup
                || core.items.isEmpty()
                || source.columnsAt() >= 0
                || isAggregated(core)) {
            return List.of();
        }
        if (added.containsKey(shape)) {
            return added.get(shape);
        }
        List<String> keys = new ArrayList<>();
        rowKeys(core, keys, onlySmall);
        if (keys.isEmpty() && onlySmall && !core.sources.isEmpty()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        StringBuilder list = new StringBuilder();
        for (String key : keys) {
            boolean down = key.endsWith(" DESC");
            String name = "tg_row_" + shape.range.start() + "_" + names.size();
            list.append(", ")
                    .append(key.replaceFirst(" (ASC|DESC)?$", ""))
                    .append(" AS ")
                    .append(name);
            names.add(down ? name + " DESC" : name);
        }
        if (!names.isEmpty()) {
            edits.before(core.items.getLast().end(), list + " ");
        }
        added.put(shape, names);
        return names;
    }

    /// Returns whether the only source is a view with a sort order.
    private boolean readsOrderedView(QueryStructure.Core core) throws SQLException {
        if (core.sources.size() != 1 || core.sources.getFirst().kind() != QueryStructure.SourceKind.NAME) {
            return false;
        }
        String name = core.sources.getFirst().name();
        Catalog.Relation relation = ctes.contains(name.toLowerCase(Locale.ROOT)) ? null : catalog.relation(name);
        return relation != null && relation.isView() && !catalog.order(relation).isEmpty();
    }

    /// Returns whether the list calls an aggregate function that is not a window function.
    private boolean isAggregated(QueryStructure.Core core) {
        for (QueryStructure.Range item : core.items) {
            for (int i = item.start(); i + 1 < item.end(); i++) {
                if (tokens.get(i).kind() == Token.Kind.WORD
                        && tokens.get(i + 1).isOperator("(")
                        && Functions.isAggregate(tokens.get(i).text())) {
                    int close = partner[i + 1];
                    boolean window =
                            close + 1 < item.end() && tokens.get(close + 1).isAny("OVER", "FILTER");
                    if (!window) {
                        return true;
                    }
                } else if (tokens.get(i).isOperator("(") && QueryStructure.startsQuery(tokens, i + 1)) {
                    i = partner[i];
                }
            }
        }
        return core.hasHaving;
    }
}
