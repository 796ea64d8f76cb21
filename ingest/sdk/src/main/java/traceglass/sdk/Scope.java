package traceglass.sdk;

import org.jspecify.annotations.Nullable;

/// Ends a slice at the end of a `try` block. Nothing is allocated for it.
public final class Scope implements AutoCloseable {

    /// Ends nothing; for categories that are off.
    static final Scope NONE = new Scope(null);

    private final @Nullable Category category;

    Scope(@Nullable Category category) {
        this.category = category;
    }

    @Override
    public void close() {
        if (category != null) {
            Trace.end(category);
        }
    }
}
