package traceglass.sql.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.bind.Binder;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.TableLoader;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.rules.TypedStatement;
import traceglass.sql.rules.TypedStatements;
import traceglass.sql.session.SqlSession;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlStatement;

/// Compares inferred types of random expressions with those that DuckDB gives their translations.
class InferredTypesTest {
    private static final int EXPRESSIONS = 3000;
    private static final String TABLE = """
        CREATE TABLE x(b BOOLEAN, s SMALLINT, i INTEGER, u UINTEGER, l BIGINT, ul UBIGINT, h HUGEINT, f FLOAT, d DOUBLE, m DECIMAL(10,2), v VARCHAR,
            j JSON, o BLOB, dt DATE, ts TIMESTAMP, iv INTERVAL, li INTEGER[], st STRUCT(a INTEGER, n VARCHAR))\
        """;
    private static final String[] LEAVES = {
        "b",
        "s",
        "i",
        "u",
        "l",
        "ul",
        "h",
        "f",
        "d",
        "m",
        "v",
        "j",
        "o",
        "dt",
        "ts",
        "li",
        "st.a",
        "st.n",
        "x.l",
        "1",
        "300",
        "3000000000",
        "1.5",
        "'q'",
        "'12'",
        "NULL",
        "TRUE"
    };
    /// Leaves that most queries use.
    private static final String[] COMMON = {"b", "i", "l", "d", "v", "1", "1.5", "'q'", "'12'"};
    private static final String[] OPERATORS = {
        "+", "-", "*", "/", "%", "&", "|", "<<", ">>", "||", "=", "<", "<>", ">=", "AND", "OR", "IS", "LIKE", "GLOB"
    };
    private static final String[] CALLS = {
        "abs(%s)",
        "length(%s)",
        "upper(%s)",
        "substr(%s, 2)",
        "replace(%s, 'a', 'b')",
        "hex(%s)",
        "typeof(%s)",
        "round(%s)",
        "instr(%s, 'a')",
        "nullif(%s, 1)",
        "cast(%s AS int)",
        "cast(%s AS text)",
        "cast(%s AS real)",
        "try_cast(v AS BIGINT)",
        "(%s IS NULL)",
        "-(%s)",
        "~(%s)",
        "(%s >> 1)",
        "NOT %s",
        "[%s]",
        "{'a': %s}",
        "(SELECT %s)",
        "(SELECT max(%s) FROM x)",
        "(SELECT sum(%s) FROM x)",
        "(SELECT avg(%s) FROM x)",
        "(SELECT list(%s) FROM x)",
        "(SELECT y FROM (SELECT %s AS y) z)",
        "(SELECT first(%s) FROM x)",
        "(SELECT count(%s) FROM x)",
        "(SELECT string_agg(%s, '') FROM x)"
    };

    private static final Pattern NULL = Pattern.compile("(?<!IS )NULL");

    private final Random random = new Random(17);
    private Connection connection;
    /// Not used directly: its constructor prepares the connection.
    private SqlSession session;
    private Binder binder;
    private TypedStatements typed;
    private SqlTranslator translator;
    private Builtins builtins;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        session = new SqlSession(connection);
        try (Statement s = connection.createStatement()) {
            s.execute(TABLE);
        }
        Catalog catalog = new Catalog(connection, TableLoader.NONE);
        UserFunctions functions = new UserFunctions();
        binder = new Binder(catalog, functions);
        typed = new TypedStatements(catalog, functions);
        translator = new SqlTranslator(catalog, functions);
        builtins = new Builtins(connection);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    @Test
    void inferredTypesAreThoseOfDuckDb() throws Exception {
        List<String> errors = new ArrayList<>();
        int known = 0;
        int unknown = 0;
        int rejected = 0;
        for (int n = 0; n < EXPRESSIONS; n++) {
            String expression = expression(1 + n % 3);
            if (expression.contains("||") && NULL.matcher(expression).find()) {
                // In DuckDB, text concatenated with a constant NULL is an integer.
                continue;
            }
            List<Token> tokens = SqlTokens.read("SELECT " + expression + " AS y FROM x");
            DuckType inferred = inferred(tokens);
            String actual = actual(tokens);
            if (actual == null) {
                rejected++;
            } else if (inferred.isUnknown()) {
                unknown++;
            } else {
                known++;
                // In DuckDB, a column that contains only NULL has the type INTEGER.
                if (!actual.equals((inferred.isNull() ? DuckType.INTEGER : inferred).toString())) {
                    errors.add(expression + ": inferred " + inferred + ", is " + actual);
                }
            }
        }
        System.out.println("Inferred types: " + known + " known, " + unknown + " unknown, " + rejected + " rejected");
        assertEquals("", String.join("\n", errors));
        int accepted = known + unknown;
        int share = known * 100 / accepted;
        assertTrue(share >= 60, () -> "only " + share + "% of the types are known");
    }

    private DuckType inferred(List<Token> tokens) throws Exception {
        SqlStatement.Read read = (SqlStatement.Read) SqlParser.statement(tokens);
        Binding binding = binder.bind(read, Map.of());
        QueryBody.Select select = (QueryBody.Select) read.query().body();
        return binding.typeOf(select.items().getFirst().value()).columnType();
    }

    /// Returns the type of the translation, null if DuckDB rejects it.
    private String actual(List<Token> tokens) throws Exception {
        TypedStatement statement = typed.of(ParsedStatement.of(tokens));
        Translation translation = translator.translate(statement.statement(), statement.changes());
        builtins.define(translation.builtins());
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("DESCRIBE " + translation.text())) {
            r.next();
            return r.getString("column_type");
        } catch (SQLException e) {
            return null;
        }
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String expression(int depth) {
        if (depth == 0) {
            return random.nextInt(3) == 0 ? any(LEAVES) : any(COMMON);
        }
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "(" + expression(depth - 1) + " " + any(OPERATORS) + " " + expression(depth - 1) + ")";
            case 3 ->
                "CASE WHEN " + expression(0) + " IS NULL THEN " + expression(depth - 1) + " ELSE "
                        + expression(depth - 1) + " END";
            case 4 ->
                any("coalesce", "ifnull", "max", "min") + "(" + expression(depth - 1) + ", " + expression(depth - 1)
                        + ")";
            default -> any(CALLS).replace("%s", expression(depth - 1));
        };
    }
}
