package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ClientInfoStatus;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls every method of every JDBC object with extreme arguments: nothing but an [SQLException] may be thrown.
@Timeout(300)
class HostileCallsTest {

    private static final Set<String> ENDING = Set.of("close", "abort", "wait", "notify", "notifyAll");

    @TempDir
    private Path folder;

    private final Set<String> problems = new TreeSet<>();

    private Connection connect() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), """
            [{"ph": "X", "pid": 7, "tid": 8, "name": "load", "ts": 100, "dur": 50}]\
            """);
        return DriverManager.getConnection("jdbc:traceglass:" + trace);
    }

    @Test
    void everyObjectThrowsOnlySqlExceptions() throws Exception {
        for (int round = 0; round < 3; round++) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement("SELECT ?, name FROM slice")) {
                call(connection.getMetaData(), DatabaseMetaData.class, round);
                call(prepared.getParameterMetaData(), ParameterMetaData.class, round);
                call(rowsOf(prepared).getMetaData(), ResultSetMetaData.class, round);
                ResultSet rows = statement.executeQuery("SELECT name, ts, 1.5, x'00ff', NULL, true FROM slice");
                call(rows, ResultSet.class, round);
                rows = statement.executeQuery("SELECT name, ts, 1.5, x'00ff', NULL, true FROM slice");
                rows.next();
                call(rows, ResultSet.class, round);
                rows.close();
                call(rows, ResultSet.class, round);
                call(prepared, PreparedStatement.class, round);
                call(statement, Statement.class, round);
                statement.close();
                call(statement, Statement.class, round);
                call(connection, Connection.class, round);
                connection.close();
                call(connection, Connection.class, round);
                call(prepared, PreparedStatement.class, round);
            }
        }
        assertEquals(Set.of(), problems);
    }

    private static ResultSet rowsOf(PreparedStatement prepared) throws SQLException {
        prepared.setLong(1, 1);
        return prepared.executeQuery();
    }

    private void call(Object target, Class<?> type, int round) {
        List<Method> methods = Stream.of(type.getMethods())
                .filter(m -> !ENDING.contains(m.getName()))
                // JDBC specifies that these throw a NullPointerException for null.
                .filter(m -> round > 0 || !m.getName().matches("enquote\\w+|isSimpleIdentifier"))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        for (Method method : methods) {
            Object[] arguments = Stream.of(method.getParameterTypes())
                    .map(t -> extremeValue(t, round))
                    .toArray();
            try {
                method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof SQLException sql && sql.getMessage() != null)) {
                    problems.add(method + ": " + e.getCause());
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// Returns an extreme value of a type: null or negative in the first round, large or strange in the others.
    private static Object extremeValue(Class<?> type, int round) {
        boolean isFirst = round == 0;
        return switch (type.getName()) {
            case "int" -> List.of(-1, 1, Integer.MAX_VALUE).get(round);
            case "long" -> List.of(Long.MIN_VALUE, 1L, Long.MAX_VALUE).get(round);
            case "short" -> (short) round;
            case "byte" -> (byte) round;
            case "float" -> Float.NaN;
            case "double" -> Double.NEGATIVE_INFINITY;
            case "boolean" -> isFirst;
            case "java.lang.String" -> isFirst ? null : round == 1 ? "" : "\u0000'\"\\%_;--\uD800";
            case "java.lang.Class" -> isFirst ? null : round == 1 ? int.class : ArrayList.class;
            case "java.util.Map" -> isFirst ? null : Map.of();
            case "java.util.Calendar" -> isFirst ? null : Calendar.getInstance();
            case "java.util.Properties" -> isFirst ? null : new Properties();
            case "java.util.concurrent.Executor" -> null;
            case "[Ljava.lang.String;" -> isFirst ? null : round == 1 ? new String[0] : new String[] {null};
            case "[I" -> isFirst ? null : new int[] {-1};
            case "java.lang.Object" -> isFirst ? null : round == 1 ? new Object() : List.of(ClientInfoStatus.values());
            default -> null;
        };
    }
}
