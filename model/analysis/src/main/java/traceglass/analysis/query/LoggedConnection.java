package traceglass.analysis.query;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.stream.Stream;
import traceglass.sql.result.QueryObserver;

/// Wraps a connection and writes its queries into a [QueryLog]: one entry for each query, as soon as its rows were
/// read or it failed. Not thread-safe, like connections.
public final class LoggedConnection {

    private final QueryLog log;
    private final Connection connection;
    private String purpose = "";

    /// @param connection wrapped connection
    public LoggedConnection(Connection connection, QueryLog log) {
        this.log = log;
        this.connection = proxy(Connection.class, (self, method, args) -> {
            String prepared = args != null && args.length > 0 && args[0] instanceof String sql ? sql : "";
            Object result;
            try {
                result = call(connection, method, args);
            } catch (SQLException e) {
                if (method.getName().equals("prepareStatement")) {
                    log.add(Instant.now(), purpose, prepared, 0, -1, String.valueOf(e.getMessage()));
                }
                throw e;
            }
            if (!(result instanceof Statement created)) {
                return result;
            }
            return created instanceof PreparedStatement p
                    ? proxy(PreparedStatement.class, new Query(p, prepared), QueryObserver.class)
                    : proxy(Statement.class, new Query(created, prepared));
        });
    }

    public Connection connection() {
        return connection;
    }

    /// Sets the purpose of the queries that follow.
    public void setPurpose(String newPurpose) {
        purpose = newPurpose;
    }

    /// Wrapped statement, which runs one query after the other.
    private final class Query implements InvocationHandler, QueryObserver {

        private final Statement statement;
        private final String prepared;
        private String sql;
        private Instant time;
        private long startNs;
        private long rows;
        private boolean isOpen;

        Query(Statement statement, String prepared) {
            this.statement = statement;
            this.prepared = prepared;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) throws Throwable {
            if (method.getDeclaringClass() == QueryObserver.class) {
                return call(this, method, args);
            }
            boolean executes = method.getName().startsWith("execute");
            if (executes) {
                begin(args != null && args[0] instanceof String text ? text : prepared);
            } else if (method.getName().equals("close")) {
                end("");
            }
            Object result;
            try {
                result = call(statement, method, args);
            } catch (SQLException | RuntimeException e) {
                if (executes) {
                    end(String.valueOf(e.getMessage()));
                }
                throw e;
            }
            if (result instanceof ResultSet set) {
                rows = Math.max(rows, 0);
                return proxy(ResultSet.class, (s, m, a) -> read(set, m, a));
            }
            if (executes && !Boolean.TRUE.equals(result)) {
                end("");
            }
            return result;
        }

        private void begin(String text) {
            end("");
            sql = text;
            time = Instant.now();
            startNs = System.nanoTime();
            rows = -1;
            isOpen = true;
        }

        @Override
        public void queryStarted() {
            begin(prepared);
        }

        @Override
        public void queryEnded(long rowCount, String error) {
            rows = rowCount;
            end(error);
        }

        private Object read(ResultSet set, Method method, Object[] args) throws Throwable {
            if (method.getName().equals("close")) {
                end("");
            }
            try {
                Object result = call(set, method, args);
                if (args == null && method.getName().equals("next")) {
                    if (Boolean.TRUE.equals(result)) {
                        rows++;
                    } else {
                        end("");
                    }
                }
                return result;
            } catch (SQLException e) {
                end(String.valueOf(e.getMessage()));
                throw e;
            }
        }

        /// Another thread may cancel the statement at the same time, but only the connection's thread ends an
        /// entry.
        private void end(String error) {
            if (isOpen) {
                isOpen = false;
                log.add(time, purpose, sql, System.nanoTime() - startNs, rows, error);
            }
        }
    }

    private static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler, Class<?>... others) {
        Class<?>[] types = Stream.concat(Stream.of(type), Stream.of(others)).toArray(Class<?>[]::new);
        return type.cast(Proxy.newProxyInstance(LoggedConnection.class.getClassLoader(), types, handler));
    }
}
