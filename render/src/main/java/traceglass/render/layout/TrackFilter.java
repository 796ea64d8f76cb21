package traceglass.render.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackNode;

/// Track filter, parsed from text: terms separated by commas. A track passes if its name or number contains any of
/// the plain terms, ignoring case. Terms that begin with `process:`, `thread:` or `category:` narrow the tracks: at
/// least one term of each kind must match.
///
/// @param terms plain terms, in lower case
/// @param processes parts of process names
/// @param threads parts of thread names
/// @param categories parts of category names
/// @param tracksByCategory tracks (`track.id`) with slices of a category, by category in lower case
public record TrackFilter(
        List<String> terms,
        List<String> processes,
        List<String> threads,
        List<String> categories,
        Map<String, Set<Long>> tracksByCategory) {

    public static final TrackFilter ALL = new TrackFilter(List.of(), List.of(), List.of(), List.of(), Map.of());

    public static TrackFilter parse(String text) {
        return parse(text, Map.of());
    }

    public static TrackFilter parse(String text, Map<String, Set<Long>> tracksByCategory) {
        List<String> terms = new ArrayList<>();
        List<String> processes = new ArrayList<>();
        List<String> threads = new ArrayList<>();
        List<String> categories = new ArrayList<>();
        for (String part : text.split(",")) {
            String term = part.strip().toLowerCase(Locale.ROOT);
            if (!(addTerm(term, "process:", processes)
                            || addTerm(term, "thread:", threads)
                            || addTerm(term, "category:", categories))
                    && !term.isEmpty()) {
                terms.add(term);
            }
        }
        boolean isEmpty = terms.isEmpty() && processes.isEmpty() && threads.isEmpty() && categories.isEmpty();
        return isEmpty
                ? ALL
                : new TrackFilter(
                        List.copyOf(terms),
                        List.copyOf(processes),
                        List.copyOf(threads),
                        List.copyOf(categories),
                        tracksByCategory);
    }

    /// Adds a term with the given prefix to a list. A prefix alone is still being typed and is ignored.
    private static boolean addTerm(String term, String prefix, List<String> values) {
        if (!term.startsWith(prefix)) {
            return false;
        }
        String remainder = term.substring(prefix.length()).strip();
        if (!remainder.isEmpty()) {
            values.add(remainder);
        }
        return true;
    }

    public boolean isEmpty() {
        return terms.isEmpty() && !hasOwnerTerms();
    }

    /// Whether it filters by process, thread or category.
    boolean hasOwnerTerms() {
        return !(processes.isEmpty() && threads.isEmpty() && categories.isEmpty());
    }

    /// Whether the node itself, not one of its children, matches a plain term.
    public boolean matches(TrackNode node) {
        return terms.isEmpty() || containsAny(node, terms);
    }

    private static boolean containsAny(TrackNode node, List<String> parts) {
        String text = (node.name() + " " + node.idText()).toLowerCase(Locale.ROOT);
        return parts.stream().anyMatch(text::contains);
    }

    /// Returns the part of a tree that passes: matching tracks and groups with all descendants, in their groups.
    public List<TrackNode> matching(List<TrackNode> roots) {
        return isEmpty() ? roots : matchingSiblings(matchingOwners(roots));
    }

    private List<TrackNode> matchingSiblings(List<TrackNode> siblings) {
        if (terms.isEmpty()) {
            return siblings;
        }
        List<TrackNode> matching = new ArrayList<>();
        for (TrackNode node : siblings) {
            if (matches(node)) {
                matching.add(node);
            } else {
                List<TrackNode> children = matchingSiblings(node.children());
                if (!children.isEmpty()) {
                    matching.add(node.withChildren(children));
                }
            }
        }
        return matching;
    }

    /// Returns the part of a tree that passes the process, thread and category terms, without empty groups.
    List<TrackNode> matchingOwners(List<TrackNode> roots) {
        if (!hasOwnerTerms()) {
            return roots;
        }
        List<TrackNode> matching = new ArrayList<>();
        for (TrackNode root : roots) {
            boolean hasOwner = root.isGroup() && !root.kind().owner().equals(Owner.NONE);
            if (processes.isEmpty() || hasOwner && containsAny(root, processes)) {
                TrackNode node = ownedTracks(root);
                if (node != null) {
                    matching.add(node);
                }
            }
        }
        return matching;
    }

    private TrackNode ownedTracks(TrackNode node) {
        if (!node.isGroup()) {
            return matchesOwner(node) ? node : null;
        }
        List<TrackNode> children = new ArrayList<>();
        for (TrackNode child : node.children()) {
            TrackNode matching = ownedTracks(child);
            if (matching != null) {
                children.add(matching);
            }
        }
        return children.isEmpty()
                ? null
                : children.size() == node.children().size() && children.equals(node.children())
                        ? node
                        : node.withChildren(children);
    }

    private boolean matchesOwner(TrackNode node) {
        if (!threads.isEmpty() && !(node.showsOneThread() && containsAny(node, threads))) {
            return false;
        }
        return categories.isEmpty()
                || tracksByCategory.entrySet().stream()
                        .anyMatch(entry -> categories.stream().anyMatch(entry.getKey()::contains)
                                && node.kind().rows().stream()
                                        .anyMatch(row -> row.isIn("slice", "track_id")
                                                && entry.getValue().contains(row.id())));
    }
}
