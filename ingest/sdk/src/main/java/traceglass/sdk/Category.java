package traceglass.sdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/// A category of events that sessions can enable and disable. Declare each category once, as a constant:
///
/// ```java
/// private static final Category NETWORK = Category.of("network", "Requests and responses", "slow");
/// ```
public final class Category {

    private static final VarHandle BITS;

    static {
        try {
            BITS = MethodHandles.lookup().findVarHandle(Category.class, "bits", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    private final String description;
    private final List<String> tags;
    private final Scope scope = new Scope(this);

    /// Index among the categories of the process; per-sequence tables are indexed by it.
    final int index;

    /// One bit per session slot: set if that session records this category.
    @SuppressWarnings("unused")
    private int bits;

    Category(String name, String description, List<String> tags, int index) {
        this.name = name;
        this.description = description;
        this.tags = tags;
        this.index = index;
    }

    /// Returns the category with the given name. The first call for a name determines its description and tags.
    ///
    /// @param tags group names by which sessions enable or disable many categories at once; categories tagged
    ///     `slow` or `debug` are off unless requested
    public static Category of(String name, String description, String... tags) {
        return Sessions.category(name, description, List.of(tags));
    }

    /// Returns the category with the given name, without a description or tags if it is new.
    public static Category of(String name) {
        return of(name, "");
    }

    public String name() {
        return name;
    }

    public String description() {
        return description;
    }

    public List<String> tags() {
        return tags;
    }

    /// Returns whether any session records this category.
    public boolean isEnabled() {
        return enabledBits() != 0;
    }

    int enabledBits() {
        return (int) BITS.getOpaque(this);
    }

    /// Sets the bit of a session. The caller holds the lock of [Sessions].
    void setEnabled(int slot, boolean isOn) {
        int bit = 1 << slot;
        BITS.setVolatile(this, isOn ? enabledBits() | bit : enabledBits() & ~bit);
    }

    Scope scope() {
        return scope;
    }
}
