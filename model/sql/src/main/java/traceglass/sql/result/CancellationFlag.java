package traceglass.sql.result;

import java.util.function.BooleanSupplier;

/// Cancellation flag of the current thread's computations for a session. DuckDB cancels its own work; computations
/// in Java check this flag.
public final class CancellationFlag {
    private static final BooleanSupplier NEVER = () -> false;
    private static final ThreadLocal<BooleanSupplier> CURRENT = new ThreadLocal<>();

    private CancellationFlag() {}

    public static BooleanSupplier current() {
        BooleanSupplier isCanceled = CURRENT.get();
        return isCanceled == null ? NEVER : isCanceled;
    }

    /// Sets the current thread's cancellation check; returns the previous one.
    public static BooleanSupplier set(BooleanSupplier isCanceled) {
        BooleanSupplier previous = CURRENT.get();
        CURRENT.set(isCanceled);
        return previous;
    }
}
