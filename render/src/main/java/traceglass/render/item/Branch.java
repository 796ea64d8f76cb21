package traceglass.render.item;

import java.util.List;

/// A node of a tree of tracks that was put together by hand, by keys, so that it can be kept and given to the same
/// trace later. Immutable.
///
/// @param key key of a node of the trace's tree; or, for a group made by hand, one that begins with [#OWN]
/// @param name name of a group made by hand, or empty
/// @param children what is in the group, in its order; for a group of the trace, none stands for all that the trace has
///     in it
public record Branch(String key, String name, List<Branch> children) {

    /// Begins the keys of groups made by hand.
    public static final String OWN = "own/";

    public Branch {
        children = List.copyOf(children);
    }

    /// A node of the trace's tree with all that is in it.
    public static Branch of(String key) {
        return new Branch(key, "", List.of());
    }

    /// Whether it is a group made by hand.
    public boolean isOwn() {
        return key.startsWith(OWN);
    }
}
