package traceglass.sql.result;

import java.util.function.BooleanSupplier;

/// Whether what this thread computes for a session is still wanted. DuckDB ends its own work when it is told to; what
/// is computed here looks at this.
public final class Stop {
    private static final BooleanSupplier NEVER = () -> false;
    private static final ThreadLocal<BooleanSupplier> CURRENT = new ThreadLocal<>();

    private Stop() {}

    public static BooleanSupplier current() {
        BooleanSupplier stop = CURRENT.get();
        return stop == null ? NEVER : stop;
    }

    /// Sets what this thread's work asks; gives back what it asked before.
    public static BooleanSupplier set(BooleanSupplier stop) {
        BooleanSupplier before = CURRENT.get();
        CURRENT.set(stop);
        return before;
    }
}
