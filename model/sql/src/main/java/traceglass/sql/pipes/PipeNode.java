package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// A step of a compiled pipeline that produces rows. It is written as a FROM source with the columns that later steps
/// need, and requests only the columns that it needs from earlier steps.
sealed interface PipeNode {

    /// Token at which errors in the step are reported.
    Token location();

    /// Writes a FROM source with those columns of the step that are needed.
    void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException;

    /// An aggregate of a stage.
    ///
    /// @param function name of the function in upper case
    /// @param column number of the aggregated column, -1 for COUNT(*)
    /// @param output number of the resulting column
    record Aggregate(String function, int column, int output) {}

    /// A table, view or subquery.
    ///
    /// @param source tokens of the source as the user wrote them
    record Source(Token location, List<Token> source, List<PipeColumn> columns) implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            List<String> items = new ArrayList<>();
            for (PipeColumn column : columns) {
                if (needed.contains(column.id())) {
                    items.add(Token.quoteName(column.name()) + " AS " + column.sql());
                }
            }
            w.appendText(location, "(SELECT " + (items.isEmpty() ? "1 AS tg_one" : String.join(", ", items)) + " FROM ")
                    .append(source)
                    .appendText(location, ")");
        }
    }

    /// `WHERE`
    ///
    /// @param condition tokens of the condition, with generated column names
    record Filter(Token location, PipeNode input, List<Token> condition, Set<Integer> used) implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            w.appendText(location, "(SELECT " + list(needed) + " FROM ");
            input.write(w, union(needed, used));
            w.appendText(location, "WHERE").append(condition).appendText(location, ")");
        }
    }

    /// `ORDER BY` columns that are not in the result.
    ///
    /// @param keys columns with their directions
    record Sorted(Token location, PipeNode input, List<String> keys) implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            w.appendText(location, "(SELECT " + list(needed) + " FROM ");
            input.write(w, needed);
            w.appendText(location, "ORDER BY " + String.join(", ", keys) + ")");
        }
    }

    /// `AGGREGATE … GROUP BY …`
    record Grouping(Token location, PipeNode input, List<Integer> keys, List<Aggregate> aggregates)
            implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            List<String> items = new ArrayList<>();
            Set<Integer> inputs = new TreeSet<>(keys);
            for (int key : new TreeSet<>(keys)) {
                items.add(PipeColumn.sql(key));
            }
            for (Aggregate a : aggregates) {
                if (a.column >= 0) {
                    inputs.add(a.column);
                }
                items.add(a.function + "(" + (a.column < 0 ? "*" : PipeColumn.sql(a.column)) + ") AS "
                        + PipeColumn.sql(a.output));
            }
            w.appendText(location, "(SELECT " + String.join(", ", items) + " FROM ");
            input.write(w, inputs);
            w.appendText(location, keys.isEmpty() ? ")" : "GROUP BY " + list(new TreeSet<>(keys)) + ")");
        }
    }

    /// `TREE ACCUMULATE`
    record Tree(Token location, PipeNode input, boolean isUp, int node, int parent, List<Aggregate> sums)
            implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            List<Aggregate> used =
                    sums.stream().filter(s -> needed.contains(s.output)).toList();
            Set<Integer> carried = new TreeSet<>(needed);
            used.forEach(s -> carried.remove(s.output));
            if (used.isEmpty()) {
                input.write(w, carried);
                return;
            }
            Set<Integer> inputs = union(carried, List.of(node, parent));
            StringBuilder names = new StringBuilder();
            StringBuilder items = new StringBuilder();
            for (int i = 0; i < used.size(); i++) {
                inputs.add(used.get(i).column);
                items.append(", ").append(PipeColumn.sql(used.get(i).column)).append(" AS tg_v" + i);
                names.append(", ").append(PipeColumn.sql(used.get(i).output));
            }
            w.appendText(
                    location,
                    "tg_op_pipe_tree((SELECT " + PipeColumn.sql(node) + " AS tg_id, " + PipeColumn.sql(parent)
                            + " AS tg_parent" + items + (carried.isEmpty() ? "" : ", " + list(carried)) + " FROM ");
            input.write(w, inputs);
            w.appendText(location, "), " + (isUp ? "up" : "down") + names + ")");
        }
    }

    /// `INTERVAL FLATTEN`
    ///
    /// @param bounds numbers of the resulting ts and dur
    record Flatten(
            Token location,
            PipeNode input,
            int ts,
            int dur,
            List<Integer> keys,
            List<Aggregate> aggregates,
            List<Integer> bounds)
            implements PipeNode {
        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            Set<Integer> inputs = union(keys, List.of(ts, dur));
            StringBuilder items = new StringBuilder();
            StringBuilder names = new StringBuilder();
            for (int i = 0; i < keys.size(); i++) {
                items.append(", ").append(PipeColumn.sql(keys.get(i))).append(" AS tg_k" + i);
                names.append(", ").append(PipeColumn.sql(keys.get(i)));
            }
            int values = 0;
            for (Aggregate a : aggregates) {
                if (a.column >= 0) {
                    inputs.add(a.column);
                    items.append(", ").append(PipeColumn.sql(a.column)).append(" AS tg_v" + values++);
                }
                names.append(", ")
                        .append(a.function)
                        .append("(")
                        .append(PipeColumn.sql(a.output))
                        .append(")");
            }
            w.appendText(
                    location,
                    "tg_op_pipe_flatten((SELECT " + PipeColumn.sql(ts) + " AS tg_ts, " + PipeColumn.sql(dur)
                            + " AS tg_dur" + items + " FROM ");
            input.write(w, inputs);
            w.appendText(
                    location,
                    "), " + keys.size() + ", " + PipeColumn.sql(bounds.get(0)) + ", " + PipeColumn.sql(bounds.get(1))
                            + names + ")");
        }
    }

    /// `INTERVAL INTERSECTION OF (…)`
    ///
    /// @param bounds numbers of the resulting ts and dur
    record Intersection(Token location, List<Operand> operands, List<Integer> bounds) implements PipeNode {

        /// One of the intersected sources.
        record Operand(Source source, int ts, int dur, List<Integer> keys) {}

        @Override
        public void write(PipeWriter w, Set<Integer> needed) throws SqlSyntaxException {
            w.appendText(
                    location,
                    "tg_op_pipe_intersect(" + operands.getFirst().keys.size() + ", " + PipeColumn.sql(bounds.get(0))
                            + ", " + PipeColumn.sql(bounds.get(1)));
            for (Operand operand : operands) {
                Set<Integer> carried = new TreeSet<>();
                for (PipeColumn column : operand.source.columns()) {
                    if (needed.contains(column.id())) {
                        carried.add(column.id());
                    }
                }
                StringBuilder items = new StringBuilder();
                for (int i = 0; i < operand.keys.size(); i++) {
                    items.append(", ")
                            .append(PipeColumn.sql(operand.keys.get(i)))
                            .append(" AS tg_k" + i);
                }
                w.appendText(
                        operand.source.location(),
                        ", (SELECT " + PipeColumn.sql(operand.ts) + " AS tg_ts, " + PipeColumn.sql(operand.dur)
                                + " AS tg_dur" + items + (carried.isEmpty() ? "" : ", " + list(carried)) + " FROM ");
                operand.source.write(w, union(union(carried, operand.keys), List.of(operand.ts, operand.dur)));
                w.appendText(operand.source.location(), ")");
            }
            w.appendText(location, ")");
        }
    }

    /// Returns the generated names of columns, separated by commas.
    private static String list(Set<Integer> columns) {
        List<String> names = columns.stream().sorted().map(PipeColumn::sql).toList();
        return names.isEmpty() ? "1 AS tg_one" : String.join(", ", names);
    }

    private static Set<Integer> union(Collection<Integer> a, Collection<Integer> b) {
        Set<Integer> all = new TreeSet<>(a);
        all.addAll(b);
        return all;
    }
}
