package traceglass.sdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/// A category of events, which sessions enable and disable. Declare each once, as a constant:
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

    /// Place among the categories of the process, which indexes the tables of sequences.
    final int index;

    /// A bit for each session that wants events of this category.
    @SuppressWarnings("unused")
    private int bits;

    Category(String name, String description, List<String> tags, int index) {
        this.name = name;
        this.description = description;
        this.tags = tags;
        this.index = index;
    }

    /// Returns the category of a name; the first call for a name decides about its description and tags.
    ///
    /// @param tags words that sessions can enable or disable many categories by; those tagged `slow` or `debug` are
    ///     off unless they are requested
    public static Category of(String name, String description, String... tags) {
        return Sessions.category(name, description, List.of(tags));
    }

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

    /// Called with the lock of the sessions held.
    void setEnabled(int slot, boolean on) {
        int bit = 1 << slot;
        BITS.setVolatile(this, on ? enabledBits() | bit : enabledBits() & ~bit);
    }

    Scope scope() {
        return scope;
    }
}
