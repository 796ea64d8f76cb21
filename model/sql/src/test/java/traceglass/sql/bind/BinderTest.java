package traceglass.sql.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

class BinderTest {
    private static final String TABLES = """
        CREATE TABLE a(id INTEGER, name VARCHAR, x DOUBLE, pair STRUCT(p BIGINT, q VARCHAR));
        CREATE TABLE b(id BIGINT, name VARCHAR, y BOOLEAN);
        CREATE VIEW v AS SELECT id + 1 AS next, upper(name) AS name FROM b;
        """;

    private Connection connection;
    private Binder binder;
    private Binding binding;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = connection.createStatement()) {
            s.execute(TABLES);
        }
        binder = new Binder(new Catalog(connection, TableLoader.NONE), new UserFunctions());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /// Binds a query and returns its outermost SELECT.
    private QueryBody.Select bind(String sql) throws Exception {
        SqlStatement.Read read = (SqlStatement.Read) SqlParser.statement(SqlTokens.read(sql));
        binding = binder.bind(read, Map.of());
        return (QueryBody.Select) read.query().body();
    }

    /// Returns the types of the selected items.
    private String types(String sql) throws Exception {
        List<String> types = new ArrayList<>();
        bind(sql)
                .items()
                .forEach(i -> types.add(binding.typeOf(i.value()).columnType().toString()));
        return String.join(", ", types);
    }

    private Expression item(String sql) throws Exception {
        return bind(sql).items().getFirst().value();
    }

    private Resolution resolution(String sql) throws Exception {
        Expression.Column column = (Expression.Column) item(sql);
        return binding.resolution(column);
    }

    @Test
    void columnsHaveTheTypesOfTheirTables() throws Exception {
        assertEquals(
                "INTEGER, VARCHAR, BIGINT, VARCHAR, BOOLEAN",
                types("SELECT a.id, NAME, pair.p, a.pair.q, b.Y FROM a JOIN b USING (name)"));
        assertEquals("BIGINT, VARCHAR", types("SELECT next, name FROM v"));
    }

    @Test
    void aMergedColumnBelongsToTheFirstSource() throws Exception {
        Resolution merged = resolution("SELECT id FROM a JOIN b USING (id)");
        assertEquals(
                "a",
                assertInstanceOf(Resolution.OfColumn.class, merged).source().name());
        Resolution natural = resolution("SELECT name FROM b NATURAL JOIN a");
        assertEquals(
                "b",
                assertInstanceOf(Resolution.OfColumn.class, natural).source().name());
        assertInstanceOf(Resolution.Ambiguous.class, resolution("SELECT id FROM a JOIN b ON a.id = b.id"));
        assertInstanceOf(Resolution.Other.class, resolution("SELECT id FROM a FULL JOIN b USING (id)"));
    }

    @Test
    void columnsTakePrecedenceOverAliases() throws Exception {
        assertInstanceOf(Resolution.OfColumn.class, resolution("SELECT id FROM a AS z"));
        QueryBody.Select select = bind("SELECT x AS id, 'k' AS key FROM a WHERE id > 1 AND key = 'k' GROUP BY key");
        Expression.Binary where = (Expression.Binary) select.where();
        assertEquals(DuckType.INTEGER, binding.typeOf(((Expression.Binary) where.left()).left()));
        Expression.Column key = (Expression.Column) select.groups().getFirst();
        Resolution.OfAlias alias = assertInstanceOf(Resolution.OfAlias.class, binding.resolution(key));
        assertSame(select.items().getLast(), alias.item());
    }

    @Test
    void aliasesTakePrecedenceOverColumnsInOrderBy() throws Exception {
        bind("SELECT x AS id FROM a ORDER BY id");
        Binding.BoundSelect bound = binding.selects().getFirst();
        Expression.Column term = (Expression.Column) bound.order().getFirst().value();
        assertInstanceOf(Resolution.OfAlias.class, binding.resolution(term));
        assertEquals(DuckType.DOUBLE, binding.typeOf(term));
    }

    @Test
    void subqueriesCanUseColumnsOfTheOuterQuery() throws Exception {
        assertEquals("DOUBLE", types("SELECT (SELECT x FROM b WHERE b.id = a.id) FROM a"));
        assertEquals("BIGINT", types("SELECT (SELECT id FROM b WHERE y) FROM a"));
    }

    @Test
    void commonTableExpressionsHideTablesOfTheSameName() throws Exception {
        assertEquals("VARCHAR", types("WITH a AS (SELECT name AS id FROM b) SELECT id FROM a"));
        assertEquals("INTEGER", types("WITH w(k) AS (SELECT id FROM a), z AS (SELECT k FROM w) SELECT k FROM z"));
        assertEquals(
                "BIGINT, VARCHAR",
                types("WITH RECURSIVE r(i, n) AS (SELECT 1, 'x' UNION ALL SELECT i + 1, n || 'y' FROM r WHERE i < 9)"
                        + " SELECT i, n FROM r"));
    }

    @Test
    void aStarExpandsToEachColumnOnce() throws Exception {
        assertEquals("INTEGER, BOOLEAN", types("SELECT id, y FROM (SELECT * FROM a JOIN b USING (id, name)) AS t"));
        assertEquals("BIGINT", types("SELECT id FROM (SELECT b.* EXCLUDE (name) FROM a, b) AS t"));
    }

    @Test
    void typesFromUnknownSourcesAreUnknown() throws Exception {
        assertEquals("UNKNOWN, UNKNOWN", types("SELECT id, t.id FROM nothing AS t"));
        assertEquals("UNKNOWN", types("SELECT zzz FROM a, nothing"));
        assertInstanceOf(Resolution.Missing.class, resolution("SELECT zzz FROM a"));
    }

    @Test
    void aNameInDoubleQuotesThatIsNotAColumnIsAString() throws Exception {
        assertEquals("VARCHAR, INTEGER", types("SELECT \"zzz\", \"id\" FROM a"));
    }

    @Test
    void affinityComesFromColumnsAndCasts() throws Exception {
        assertEquals(Affinity.TEXT, affinity("SELECT name FROM (SELECT name FROM a) AS t"));
        assertEquals(Affinity.NONE, affinity("SELECT n FROM (SELECT upper(name) AS n FROM a) AS t"));
        assertEquals(Affinity.NUMERIC, affinity("SELECT CAST(name AS INT) FROM a"));
        assertEquals(Affinity.NONE, affinity("SELECT id + 1 FROM a"));
    }

    private Affinity affinity(String sql) throws Exception {
        Expression item = item(sql);
        return binding.affinityOf(item);
    }
}
