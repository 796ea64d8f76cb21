package traceglass.engine.fleet.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.syntax.Token;
import traceglass.store.parquet.ParquetFile;
import traceglass.store.text.Json;

/// The syntax tree of a SELECT, in DuckDB's JSON serialization.
public final class SqlTree {

    private final Map<String, Object> root;

    private SqlTree(Map<String, Object> root) {
        this.root = root;
    }

    /// Parses one SELECT.
    ///
    /// @throws EngineException if it is not a SELECT or has a syntax error
    @SuppressWarnings("unchecked")
    public static SqlTree parse(Connection connection, String sql) {
        // The function accepts only a literal.
        String call = "SELECT CAST(json_serialize_sql(" + Token.quoteString(sql) + ") AS VARCHAR)";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(call)) {
            rows.next();
            Map<String, Object> root = (Map<String, Object>) Json.read(rows.getString(1));
            if (root == null || Boolean.TRUE.equals(root.get("error"))) {
                throw new EngineException(problem(root), null);
            }
            return new SqlTree(root);
        } catch (SQLException e) {
            throw new EngineException(DuckDbError.of(e).userMessage(), e);
        }
    }

    private static String problem(@Nullable Map<String, Object> root) {
        if (root == null) {
            return "The statement can't be read";
        }
        // The other types are syntax errors.
        return "not implemented".equals(root.get("error_type"))
                ? "Only a SELECT can run on all traces"
                : String.valueOf(root.get("error_message"));
    }

    /// Converts the tree to SQL.
    public String write(Connection connection) throws SQLException {
        String tree = Json.compact(out -> Json.write(root, out));
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT json_deserialize_sql(" + Token.quoteString(tree) + "::JSON)")) {
            rows.next();
            return rows.getString(1);
        }
    }

    /// Returns the names that the statement defines in WITH, in lower case.
    public Set<String> definedNames() {
        Set<String> names = new HashSet<>();
        visit(root, node -> {
            if (node.get("cte_map") instanceof Map<?, ?> ctes && ctes.get("map") instanceof List<?> entries) {
                for (Object entry : entries) {
                    names.add(String.valueOf(((Map<?, ?>) entry).get("key")).toLowerCase(Locale.ROOT));
                }
            }
        });
        return names;
    }

    /// Returns the names of the tables and views that the statement reads, in lower case, including names that it
    /// defines.
    ///
    /// @throws EngineException if a name has a schema
    public Set<String> tables() {
        Set<String> tables = new TreeSet<>();
        visit(root, node -> {
            if ("BASE_TABLE".equals(node.get("type"))) {
                if (!String.valueOf(node.get("schema_name")).isEmpty()) {
                    throw new EngineException(
                            "Use table names without a schema: " + node.get("schema_name") + "."
                                    + node.get("table_name"),
                            null);
                }
                tables.add(String.valueOf(node.get("table_name")).toLowerCase(Locale.ROOT));
            }
        });
        return tables;
    }

    @SuppressWarnings("unchecked")
    private static void visit(@Nullable Object node, Consumer<Map<String, Object>> visitor) {
        if (node instanceof Map<?, ?> map) {
            visitor.accept((Map<String, Object>) map);
            map.values().forEach(value -> visit(value, visitor));
        } else if (node instanceof List<?> list) {
            list.forEach(element -> visit(element, visitor));
        }
    }

    /// Changes a statement that selects columns and rows of one table so that it does the same on a table of many
    /// traces: it also returns `trace_id`, and reads its table in a schema.
    ///
    /// @param aggregates names of functions that combine rows
    /// @return false if the statement is of another kind, so that rows of several traces would be mixed; the
    ///     tree is then in an undefined state
    public boolean spanTraces(String schema, Set<String> aggregates) {
        if (root.get("statements") instanceof List<?> statements
                && statements.size() == 1
                && statements.getFirst() instanceof Map<?, ?> statement) {
            return spanTraces(statement.get("node"), schema, aggregates);
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static boolean spanTraces(@Nullable Object node, String schema, Set<String> aggregates) {
        if (!(node instanceof Map<?, ?> map) || !isEmpty(map.get("modifiers")) || !hasNoCtes(map)) {
            return false;
        }
        if ("SET_OPERATION_NODE".equals(map.get("type"))) {
            return "UNION".equals(map.get("setop_type"))
                    && Boolean.TRUE.equals(map.get("setop_all"))
                    && spanTraces(map.get("left"), schema, aggregates)
                    && spanTraces(map.get("right"), schema, aggregates);
        }
        if (!"SELECT_NODE".equals(map.get("type"))
                || !(map.get("from_table") instanceof Map<?, ?> table)
                || !"BASE_TABLE".equals(table.get("type"))
                || table.get("sample") != null
                || !isEmpty(map.get("group_expressions"))
                || map.get("having") != null
                || map.get("qualify") != null
                || map.get("sample") != null
                || combinesRows(map.get("select_list"), aggregates)
                || combinesRows(map.get("where_clause"), aggregates)) {
            return false;
        }
        ((Map<String, Object>) table).put("schema_name", schema);
        addTraceId((Map<String, Object>) map);
        return true;
    }

    private static boolean isEmpty(@Nullable Object list) {
        return list == null || list instanceof List<?> l && l.isEmpty();
    }

    private static boolean hasNoCtes(Map<?, ?> node) {
        return !(node.get("cte_map") instanceof Map<?, ?> ctes) || isEmpty(ctes.get("map"));
    }

    private static boolean combinesRows(@Nullable Object expressions, Set<String> aggregates) {
        boolean[] found = {false};
        visit(expressions, node -> {
            Object kind = node.get("class");
            boolean isAggregate = "FUNCTION".equals(kind)
                    && aggregates.contains(
                            String.valueOf(node.get("function_name")).toLowerCase(Locale.ROOT));
            found[0] |= "WINDOW".equals(kind) || "SUBQUERY".equals(kind) || isAggregate;
        });
        return found[0];
    }

    @SuppressWarnings("unchecked")
    private static void addTraceId(Map<String, Object> select) {
        List<Object> list = new ArrayList<>((List<Object>) select.get("select_list"));
        visit(List.of(list, select.get("where_clause") == null ? List.of() : select.get("where_clause")), node -> {
            if ("COLUMN_REF".equals(node.get("class")) && node.get("column_names") instanceof List<?> names) {
                List<Object> renamed = new ArrayList<>(names);
                if (ParquetFile.TRACE_ID.equalsIgnoreCase(String.valueOf(renamed.getLast()))) {
                    renamed.set(renamed.size() - 1, ParquetFile.OWN_TRACE_ID);
                    node.put("column_names", renamed);
                }
            }
        });
        boolean hasStar = list.stream().anyMatch(e -> e instanceof Map<?, ?> m && "STAR".equals(m.get("class")));
        if (!hasStar) {
            Map<String, Object> traceId = new LinkedHashMap<>();
            traceId.put("class", "COLUMN_REF");
            traceId.put("type", "COLUMN_REF");
            traceId.put("alias", "");
            traceId.put("query_location", 0L);
            traceId.put("column_names", List.of(ParquetFile.TRACE_ID));
            list.addFirst(traceId);
        }
        select.put("select_list", list);
    }
}
