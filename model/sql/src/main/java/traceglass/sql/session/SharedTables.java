package traceglass.sql.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import traceglass.sql.result.QueryException;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.Token;

/// Copies of a session's own tables for the sessions that compute its recursive functions, which cannot see them:
/// tables of a session belong to its connection.
final class SharedTables {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final Pattern WORD = Pattern.compile("\\w+");

    private final Connection connection;
    private final String schema = "tg_shared_" + NEXT.incrementAndGet();
    private final Set<String> copied = new LinkedHashSet<>();

    SharedTables(Connection connection) {
        this.connection = connection;
    }

    /// Copies the session's tables and views that its functions name, if a statement calls a recursive one. Clears
    /// the results cached for earlier statements, because tables and functions may have changed since.
    void copy(List<Token> statement, List<RecursiveFunction> recursives, List<PerfettoStatement.Function> functions)
            throws SQLException {
        if (!isAnyCalled(statement, recursives, functions)) {
            return;
        }
        try {
            for (RecursiveFunction recursive : recursives) {
                recursive.clearResults();
            }
        } catch (QueryException e) {
            throw e.asSqlException();
        }
        drop();
        Set<String> named = new HashSet<>();
        recursives.forEach(r -> addNames(r.query(), named));
        functions.forEach(f -> addNames(f.query(), named));
        List<String> used = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT table_name FROM duckdb_tables() WHERE temporary UNION SELECT"
                        + " view_name FROM duckdb_views() WHERE temporary")) {
            while (r.next()) {
                if (named.contains(r.getString(1).toLowerCase(Locale.ROOT))) {
                    used.add(r.getString(1));
                }
            }
        }
        if (used.isEmpty()) {
            return;
        }
        try (Statement s = connection.createStatement()) {
            s.execute("CREATE SCHEMA IF NOT EXISTS memory." + schema);
            for (String table : used) {
                copied.add(table);
                s.execute("CREATE TABLE " + copy(table) + " AS FROM temp." + Token.quoteName(table));
            }
        }
    }

    /// Returns whether a statement calls a recursive function, directly or through other functions and views.
    private boolean isAnyCalled(
            List<Token> statement, List<RecursiveFunction> recursives, List<PerfettoStatement.Function> functions)
            throws SQLException {
        if (recursives.isEmpty()) {
            return false;
        }
        Map<String, Set<String>> uses = new HashMap<>();
        for (PerfettoStatement.Function f : functions) {
            addNames(f.query(), uses.computeIfAbsent(f.name().value().toLowerCase(Locale.ROOT), _ -> new HashSet<>()));
        }
        try (Statement s = connection.createStatement();
                ResultSet r =
                        s.executeQuery("SELECT lower(view_name), lower(sql) FROM duckdb_views() WHERE temporary")) {
            while (r.next()) {
                Set<String> used = uses.computeIfAbsent(r.getString(1), _ -> new HashSet<>());
                WORD.matcher(r.getString(2)).results().forEach(m -> used.add(m.group()));
            }
        }
        Set<String> visited = new HashSet<>();
        addNames(statement, visited);
        Deque<String> open = new ArrayDeque<>(visited);
        while (!open.isEmpty()) {
            for (String name : uses.getOrDefault(open.pop(), Set.of())) {
                if (visited.add(name)) {
                    open.push(name);
                }
            }
        }
        return recursives.stream().anyMatch(r -> r.isIn(visited));
    }

    private static void addNames(List<Token> query, Set<String> to) {
        query.stream().filter(Token::isName).forEach(t -> to.add(t.value().toLowerCase(Locale.ROOT)));
    }

    /// Makes the copies visible to another connection under their original names.
    void makeVisibleTo(Connection other) throws SQLException {
        try (Statement s = other.createStatement()) {
            for (String table : copied) {
                s.execute("CREATE OR REPLACE TEMP VIEW " + Token.quoteName(table) + " AS FROM " + copy(table));
            }
        }
    }

    /// Removes the copies.
    void drop() throws SQLException {
        if (copied.isEmpty() || connection.isClosed()) {
            return;
        }
        copied.clear();
        try (Statement s = connection.createStatement()) {
            s.execute("DROP SCHEMA IF EXISTS memory." + schema + " CASCADE");
        }
    }

    private String copy(String table) {
        return "memory." + schema + "." + Token.quoteName(table);
    }
}
