package traceglass.analysis.events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Tree of arguments: keys are split at dots and at array indexes.
///
/// @param name last part of the key; `[3]` for an array index
/// @param arg argument of this node, or null for a group
/// @param children in the order of the arguments
public record ArgTree(String name, Arg arg, List<ArgTree> children) {

    /// Prefixes that all arguments of a kind share and that therefore contain no information.
    private static final List<String> PREFIXES = List.of("debug.", "args.");

    private static final int MAX_DEPTH = 40;

    private static final class Node {
        final Map<String, Node> children = new LinkedHashMap<>();
        Arg arg;
    }

    /// Returns the arguments whose key or value contains the text, ignoring case.
    public static List<ArgTree> of(List<Arg> args, String text) {
        String filter = text.strip().toLowerCase(Locale.ROOT);
        Node root = new Node();
        Map<String, Integer> occurrences = new HashMap<>();
        for (Arg a : args) {
            if (filter.isEmpty()
                    || contains(a.key(), filter)
                    || contains(a.value(), filter)
                    || contains(a.label(), filter)) {
                Node n = root;
                for (String part : parts(a.key())) {
                    n = n.children.computeIfAbsent(part, k -> new Node());
                }
                // Arguments with equal keys are both kept.
                while (n.arg != null) {
                    n = root.children.computeIfAbsent(
                            a.key() + " (" + occurrences.merge(a.key(), 2, (i, count) -> i + 1) + ")", k -> new Node());
                }
                n.arg = a;
            }
        }
        return trees(root);
    }

    private static boolean contains(String text, String filter) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(filter);
    }

    static List<String> parts(String key) {
        String remainder = key;
        for (String prefix : PREFIXES) {
            if (remainder.startsWith(prefix) && remainder.length() > prefix.length()) {
                remainder = remainder.substring(prefix.length());
                break;
            }
        }
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= remainder.length(); i++) {
            char c = i < remainder.length() ? remainder.charAt(i) : '.';
            if (c == '.' || c == '[') {
                if (i > start) {
                    parts.add(remainder.substring(start, i));
                }
                start = c == '[' ? i : i + 1;
            }
        }
        if (parts.size() > MAX_DEPTH) {
            // Limits the depth; the rest of the key becomes one name.
            String last = String.join(".", parts.subList(MAX_DEPTH - 1, parts.size()));
            parts.subList(MAX_DEPTH - 1, parts.size()).clear();
            parts.add(last);
        }
        return parts.isEmpty() ? List.of(key) : parts;
    }

    private static List<ArgTree> trees(Node node) {
        List<ArgTree> trees = new ArrayList<>();
        node.children.forEach((name, child) -> {
            String path = name;
            Node n = child;
            // A group with a single subgroup is merged with it.
            while (n.arg == null
                    && n.children.size() == 1
                    && n.children.values().iterator().next().arg == null) {
                String next = n.children.keySet().iterator().next();
                path += next.startsWith("[") ? next : "." + next;
                n = n.children.get(next);
            }
            trees.add(new ArgTree(path, n.arg, trees(n)));
        });
        return trees;
    }
}
