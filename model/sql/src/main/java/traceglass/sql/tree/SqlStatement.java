package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A statement.
public sealed interface SqlStatement extends SyntaxNode {

    /// A query as a statement.
    record Read(Query query, NodeSpan span) implements SqlStatement {}

    /// `EXPLAIN [ANALYZE] statement`; SQLite also has `EXPLAIN QUERY PLAN statement`.
    ///
    /// @param options words between EXPLAIN and the statement
    record Explain(RawTokens options, SqlStatement statement, NodeSpan span) implements SqlStatement {}

    /// `PREPARE name [(types)] AS statement`
    record Prepare(SqlName name, SqlStatement statement, NodeSpan span) implements SqlStatement {}

    /// `COPY (query) TO target`
    ///
    /// @param target tokens after the query
    record Copy(Query query, RawTokens target, NodeSpan span) implements SqlStatement {}

    /// `CREATE [OR REPLACE] PERFETTO TABLE|VIEW name (columns) AS query`
    record PerfettoRelation(
            boolean isView, boolean replaces, SqlName name, List<Declared> columns, Query query, NodeSpan span)
            implements SqlStatement {

        /// Returns the statement with another query; this statement if it is the same.
        public PerfettoRelation withQuery(Query newQuery) {
            return newQuery == query ? this : new PerfettoRelation(isView, replaces, name, columns, newQuery, span);
        }
    }

    /// `CREATE [OR REPLACE] PERFETTO FUNCTION name(parameters) RETURNS type AS query`
    ///
    /// @param returns null if it returns a table
    /// @param columns columns of the table it returns
    /// @param query null if it delegates to another function
    /// @param delegate name of that function, or null
    record PerfettoFunction(
            boolean replaces,
            SqlName name,
            List<Declared> parameters,
            @Nullable SqlType returns,
            List<Declared> columns,
            @Nullable Query query,
            @Nullable SqlName delegate,
            NodeSpan span)
            implements SqlStatement {

        /// Returns the statement with another query; this statement if it is the same.
        public PerfettoFunction withQuery(Query newQuery) {
            return newQuery == query
                    ? this
                    : new PerfettoFunction(replaces, name, parameters, returns, columns, newQuery, delegate, span);
        }
    }

    /// `CREATE [OR REPLACE] PERFETTO MACRO name(parameters) RETURNS type AS body`
    ///
    /// @param body tokens, which may be any part of a statement
    record PerfettoMacro(
            boolean replaces, SqlName name, List<Declared> parameters, SqlName returns, RawTokens body, NodeSpan span)
            implements SqlStatement {}

    /// `CREATE PERFETTO INDEX name ON table (columns)`, or `DROP PERFETTO INDEX name ON table`
    record PerfettoIndex(
            boolean isDrop, boolean replaces, SqlName name, SqlName table, List<SqlName> columns, NodeSpan span)
            implements SqlStatement {}

    /// `INCLUDE PERFETTO MODULE a.b.*`
    record Include(String module, NodeSpan span) implements SqlStatement {}

    /// `PERFETTO PRAGMA name = value`
    record PerfettoPragma(SqlName name, Expression value, NodeSpan span) implements SqlStatement {}

    /// `CREATE VIRTUAL TABLE name USING module(arguments)`
    record VirtualTable(SqlName name, SqlName module, RawTokens arguments, NodeSpan span) implements SqlStatement {}

    /// A declared column or parameter.
    ///
    /// @param type as written, empty if none is declared
    record Declared(SqlName name, RawTokens type) {}

    /// Start of a CREATE statement: `CREATE TEMP TABLE IF NOT EXISTS name`.
    ///
    /// @param words words between CREATE and the name, in upper case
    /// @param kind the kind of object, such as TABLE
    record Head(List<String> words, SqlName kind, List<SqlName> path) {

        /// Returns whether a word is between CREATE and the name.
        public boolean has(String word) {
            return words.contains(word);
        }
    }

    /// `CREATE … TABLE|VIEW name (columns) AS query`
    record CreateAs(Head head, List<SqlName> columns, Query query, NodeSpan span) implements SqlStatement {}

    /// `CREATE … TABLE name (elements) options`, or another definition without a query, such as that of a sequence.
    ///
    /// @param options the last words, if only SQLite knows them
    /// @param tokens tokens of the whole statement
    /// @param values expressions in `tokens`
    record Create(
            Head head,
            List<TableElement> elements,
            @Nullable NodeSpan options,
            RawTokens tokens,
            List<Expression> values,
            NodeSpan span)
            implements SqlStatement {}

    /// `CREATE … MACRO name(parameters) AS expression`, or `AS TABLE query`: a macro of DuckDB.
    ///
    /// @param query null if the macro is a value
    /// @param value null if the macro is a table
    record CreateMacro(
            Head head,
            List<Declared> parameters,
            @Nullable Query query,
            @Nullable Expression value,
            NodeSpan span) implements SqlStatement {}

    /// `INSERT … INTO name (columns) query …`
    ///
    /// @param with null if there is none
    /// @param head words before INTO, in upper case: `INSERT OR IGNORE`
    /// @param by NAME or POSITION if the values are assigned by one of these, else empty
    /// @param query null for DEFAULT VALUES
    /// @param rest tokens after the query, such as ON CONFLICT and RETURNING
    /// @param values expressions in `rest`, except those of RETURNING
    /// @param returning items of RETURNING in `rest`
    record Insert(
            Query.@Nullable With with,
            List<String> head,
            List<SqlName> path,
            @Nullable SqlName alias,
            List<SqlName> columns,
            String by,
            @Nullable Query query,
            RawTokens rest,
            List<Expression> values,
            List<SelectItem> returning,
            NodeSpan span)
            implements SqlStatement {

        Insert with(
                Query.@Nullable With otherWith,
                @Nullable Query otherQuery,
                List<Expression> otherValues,
                List<SelectItem> otherReturning) {
            return new Insert(
                    otherWith, head, path, alias, columns, by, otherQuery, rest, otherValues, otherReturning, span);
        }
    }

    /// `UPDATE [OR word] name SET assignments FROM sources WHERE condition RETURNING items`
    ///
    /// @param or the word after OR, or empty
    record Update(
            Query.@Nullable With with,
            String or,
            TableSource table,
            List<Assignment> assignments,
            List<TableSource> from,
            @Nullable Expression where,
            List<SelectItem> returning,
            NodeSpan span)
            implements SqlStatement {}

    /// `DELETE FROM name USING sources WHERE condition RETURNING items`
    record Delete(
            Query.@Nullable With with,
            TableSource table,
            List<TableSource> using,
            @Nullable Expression where,
            List<SelectItem> returning,
            NodeSpan span)
            implements SqlStatement {}

    /// `MERGE INTO name USING source ON condition WHEN …`
    ///
    /// @param on null for USING with names of columns
    /// @param rest tokens after the condition: the actions and RETURNING
    /// @param values expressions in `rest`
    record Merge(
            Query.@Nullable With with,
            TableSource table,
            TableSource source,
            @Nullable Expression on,
            RawTokens rest,
            List<Expression> values,
            NodeSpan span)
            implements SqlStatement {}

    /// `name = value`, or `(a, b) = value` for several columns.
    ///
    /// @param isRow whether the names are those of several columns
    record Assignment(List<SqlName> path, boolean isRow, Expression value) {}

    /// Any other statement, which is passed to the database as written.
    ///
    /// @param values expressions in `tokens`
    record Other(RawTokens tokens, List<Expression> values, NodeSpan span) implements SqlStatement {}
}
