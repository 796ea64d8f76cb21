package traceglass.render.item;

import java.util.List;

/// Node of a workspace: a tree of tracks that the user has put together. Refers to nodes by key, so that it can be
/// saved and applied to the same trace later. Immutable.
///
/// @param key key of a node of the trace's tree; or, for a group of the user, a key that begins with [#USER_GROUP]
/// @param name name of a group of the user, or empty
/// @param children ordered children of the group; for a group of the trace, an empty list means all its children
public record Branch(String key, String name, List<Branch> children) {

    /// Prefix of the keys of groups of the user.
    public static final String USER_GROUP = "own/";

    public Branch {
        children = List.copyOf(children);
    }

    /// Returns a node of the trace's tree with all its children.
    public static Branch of(String key) {
        return new Branch(key, "", List.of());
    }

    /// Whether it is a group of the user.
    public boolean isUserGroup() {
        return key.startsWith(USER_GROUP);
    }
}
