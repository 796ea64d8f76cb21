package traceglass.engine.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.SqlErrorException;

/// Implements a JDBC interface with an object that has some of its methods.
final class JdbcProxy implements InvocationHandler {

    /// Handles calls of methods that the object does not have.
    interface Fallback {
        @Nullable
        Object call(Method method) throws SQLException;
    }

    private static final String SYNTAX_ERROR = "42000";
    private static final String CANCELED = "57014";

    private static final ClassValue<Methods> METHODS = new ClassValue<>() {
        @Override
        protected Methods computeValue(Class<?> type) {
            return new Methods(type);
        }
    };

    /// The methods of a class that implement interface methods. Cached, because tools call some methods for
    /// each value.
    private static final class Methods {

        private final Map<String, Method> bySignature = new HashMap<>();
        private final Map<Method, Optional<Method>> byInterface = new ConcurrentHashMap<>();

        Methods(Class<?> type) {
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    if (!method.isSynthetic()) {
                        method.setAccessible(true);
                        bySignature.putIfAbsent(signature(method), method);
                    }
                }
            }
        }

        @Nullable
        Method of(Method method) {
            Optional<Method> override = byInterface.get(method);
            if (override == null) {
                override = Optional.ofNullable(bySignature.get(signature(method)));
                byInterface.put(method, override);
            }
            return override.orElse(null);
        }
    }

    private final Object target;
    private final Fallback fallback;
    private final Methods methods;

    private JdbcProxy(Object target, Fallback fallback) {
        this.target = target;
        this.fallback = fallback;
        methods = METHODS.get(target.getClass());
    }

    static <T> T of(Class<T> type, Object target) {
        return of(type, target, method -> {
            throw new SQLFeatureNotSupportedException(
                    type.getSimpleName() + "." + method.getName() + " is not supported");
        });
    }

    static <T> T of(Class<T> type, Object target, Fallback fallback) {
        return type.cast(Proxy.newProxyInstance(
                JdbcProxy.class.getClassLoader(), new Class<?>[] {type}, new JdbcProxy(target, fallback)));
    }

    /// Returns a key with the name and parameter types of a method.
    static String signature(Method method) {
        return method.getName() + List.of(method.getParameterTypes());
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return callObjectMethod(proxy, method, arguments);
        }
        Method override = methods.of(method);
        if (override == null) {
            return callInherited(proxy, method, arguments);
        }
        try {
            return override.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw toSqlException(e.getCause());
        }
    }

    private @Nullable Object callInherited(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object argument = arguments == null || arguments.length == 0 ? null : arguments[0];
        if (method.getName().equals("isWrapperFor") && argument instanceof Class<?> type) {
            return type.isInstance(proxy) || type.isInstance(target);
        }
        if (method.getName().equals("unwrap") && argument instanceof Class<?> type) {
            if (type.isInstance(proxy)) {
                return proxy;
            }
            if (type.isInstance(target)) {
                return target;
            }
            throw new SQLException("Not a wrapper of " + type.getName());
        }
        if (!method.isDefault()) {
            return fallback.call(method);
        }
        try {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        } catch (UnsupportedOperationException e) {
            throw new SQLFeatureNotSupportedException(method.getName() + " is not supported", e);
        }
    }

    private Object callObjectMethod(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "Traceglass " + target.getClass().getSimpleName() + "@" + System.identityHashCode(target);
        };
    }

    /// @param name name of the value at the start of the message, with an article
    static void checkNotNegative(String name, long value) throws SQLException {
        if (value < 0) {
            throw new SQLException(name + " can't be negative");
        }
    }

    /// Converts an exception to an exception of JDBC.
    static Throwable toSqlException(@Nullable Throwable cause) {
        return switch (cause) {
            case SqlErrorException e
            when e.isCanceled() -> new SQLTimeoutException("The query was canceled", CANCELED, e);
            case SqlErrorException e -> new SQLSyntaxErrorException(e.explain(), SYNTAX_ERROR, e);
            case EngineException e -> new SQLException(e.getMessage(), e);
            case IllegalStateException e -> new SQLException(e.getMessage(), e);
            case IllegalArgumentException e -> new SQLException(e.getMessage(), e);
            case null -> new SQLException("Unknown error");
            default -> cause;
        };
    }
}
