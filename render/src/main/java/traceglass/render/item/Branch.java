package traceglass.render.item;

import java.util.List;

/// Node of a workspace, which is a tree of tracks that the user has arranged. Refers to nodes by key, so that it can be
/// saved and applied to the same trace later. Immutable.
///
/// @param key key of a node of the trace's tree, or a key that begins with [#USER_GROUP] for a group that the user
///     created
/// @param name name of a group that the user created; otherwise empty
/// @param children ordered children of the group; for a group of the trace, an empty list means all its children
public record Branch(String key, String name, List<Branch> children) {

    /// Prefix of the keys of groups that the user created.
    public static final String USER_GROUP = "own/";

    public Branch {
        children = List.copyOf(children);
    }

    /// Returns a node of the trace's tree with all its children.
    public static Branch of(String key) {
        return new Branch(key, "", List.of());
    }

    /// Returns whether this is a group that the user created.
    public boolean isUserGroup() {
        return key.startsWith(USER_GROUP);
    }
}
