package traceglass.sdk.agent;

import traceglass.sdk.Category;
import traceglass.sdk.Trace;

/// The methods that instrumented code calls. Public because any class can be instrumented.
public final class MethodTrace {

    private static final Category METHODS = Category.of("method", "Methods traced by the agent");

    private MethodTrace() {}

    /// Begins the slice of a method.
    public static void enter(String name) {
        if (METHODS.isEnabled()) {
            Trace.begin(METHODS, name);
        }
    }

    /// Ends the slice of a method that returns.
    public static void exit() {
        if (METHODS.isEnabled()) {
            Trace.end(METHODS);
        }
    }

    /// Ends the slice of a method that throws.
    public static void exit(Throwable thrown) {
        if (METHODS.isEnabled()) {
            Trace.event(METHODS, "")
                    .arg("exception", thrown.getClass().getName())
                    .end();
        }
    }
}
