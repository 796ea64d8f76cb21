package traceglass.sdk;

import org.jspecify.annotations.Nullable;

/// Ends a slice at the end of a `try` block. Instances are shared, so that a scope allocates nothing.
public final class Scope implements AutoCloseable {

    /// Does nothing when closed; for disabled categories.
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
