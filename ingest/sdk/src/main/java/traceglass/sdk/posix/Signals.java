package traceglass.sdk.posix;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Signals of the process. Uses reflection, because the JDK's class for signals is in a module that can be missing.
public final class Signals {

    private Signals() {}

    /// Calls an action whenever the process receives a signal.
    ///
    /// @throws IllegalArgumentException if the system has no such signal, or the JVM uses it
    public static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        return switch (method.getName()) {
                            case "handle" -> {
                                action.run();
                                yield null;
                            }
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> name;
                        };
                    });
            Object systemSignal = signal.getConstructor(String.class).newInstance(name);
            signal.getMethod("handle", signal, handler).invoke(null, systemSignal, proxy);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("Can't handle the signal " + name, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException(
                    "This JDK can't handle signals: the module jdk.unsupported is missing", e);
        }
    }
}
