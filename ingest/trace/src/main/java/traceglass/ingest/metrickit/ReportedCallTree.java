package traceglass.ingest.metrickit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.text.JsonTree;

/// Callstacks of the threads of a process, or of all of them together. The frames of a stack form a tree, whose roots
/// are the innermost frames in some reports and the outermost ones in others.
final class ReportedCallTree {

    /// Libraries that contain the outermost functions of threads.
    private static final Set<String> START_LIBRARIES = Set.of("dyld", "libdyld.dylib", "libsystem_pthread.dylib");

    private final Map<?, ?> tree;
    private final BinaryFrames frames;
    private final Map<String, String> binaryNames = new HashMap<>();
    private final List<Stack> stacks = new ArrayList<>();
    private final boolean isInnermostFirst;

    /// Stacks of a thread.
    record Stack(List<?> roots, boolean isAttributed) {}

    /// Receives a stack and the number of samples in which it was found.
    interface Sink {
        void addStack(int callsite, long samples);
    }

    /// A frame with a link to the frame above it in the tree.
    private static final class Node {
        final @Nullable Node parent;
        final Map<?, ?> frame;
        final int depth;
        /// Row of the frame, and of the callsite of a stack that begins with the root; -1 until they are known.
        int row = -1;
        int callsite = -1;

        Node(@Nullable Node parent, Map<?, ?> frame) {
            this.parent = parent;
            this.frame = frame;
            depth = parent == null ? 1 : parent.depth + 1;
        }
    }

    ReportedCallTree(Map<?, ?> tree, BinaryFrames frames) {
        this.tree = tree;
        this.frames = frames;
        readBinaryNames();
        for (Object stack : JsonTree.list(tree, "callStacks", "callStackThreads")) {
            if (stack instanceof Map<?, ?> s) {
                boolean isAttributed = Boolean.TRUE.equals(s.get("threadAttributed"));
                stacks.add(new Stack(JsonTree.list(s, "callStackRootFrames", "rootFrames"), isAttributed));
            }
        }
        isInnermostFirst = isInnermostFirst();
    }

    static boolean isTree(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                && (map.get("callStacks") instanceof List || map.get("callStackThreads") instanceof List);
    }

    /// Reads the names of binaries: objects with a UUID, or UUIDs that are each followed by a name or such an object.
    private void readBinaryNames() {
        Object info = tree.get("binaryInfo");
        if (info instanceof Map<?, ?> map) {
            map.forEach((uuid, binary) -> addBinary(String.valueOf(uuid), binary));
        } else if (info instanceof List<?> list) {
            String uuid = "";
            for (Object element : list) {
                if (element instanceof String text && uuid.isEmpty()) {
                    uuid = text;
                } else {
                    addBinary(uuid, element);
                    uuid = "";
                }
            }
        }
    }

    private void addBinary(String uuid, @Nullable Object binary) {
        String key = uuid;
        String name = binary instanceof String text ? text : "";
        if (binary instanceof Map<?, ?> map) {
            for (String member : new String[] {"binaryUUID", "uuid"}) {
                key = key.isEmpty() ? JsonTree.text(map, member) : key;
            }
            for (String member : new String[] {"binaryName", "name"}) {
                name = name.isEmpty() ? JsonTree.text(map, member) : name;
            }
        }
        binaryNames.put(key.toLowerCase(Locale.ROOT), name);
    }

    List<Stack> stacks() {
        return stacks;
    }

    /// Returns whether the roots are the innermost frames. That is not recorded, but the outermost frame of most
    /// threads belongs to one of a few libraries. Otherwise only stacks of one thread begin with the innermost
    /// frame: stacks are merged from the outermost frame on.
    private boolean isInnermostFirst() {
        int startsAtRoot = 0;
        int startsAtEnd = 0;
        boolean hasBranches = false;
        for (Stack stack : stacks) {
            for (Object root : stack.roots()) {
                Map<?, ?> end = root instanceof Map<?, ?> map ? map : Map.of();
                List<?> next = subFrames(end);
                if (next.isEmpty()) {
                    continue;
                }
                startsAtRoot += startsThread(end) ? 1 : 0;
                while (!next.isEmpty() && next.getFirst() instanceof Map<?, ?> map) {
                    hasBranches |= next.size() > 1;
                    end = map;
                    next = subFrames(end);
                }
                startsAtEnd += startsThread(end) ? 1 : 0;
            }
        }
        return startsAtRoot != startsAtEnd
                ? startsAtEnd > startsAtRoot
                : Boolean.TRUE.equals(tree.get("callStackPerThread")) && !hasBranches;
    }

    private boolean startsThread(Map<?, ?> frame) {
        String uuid = JsonTree.text(frame, "binaryUUID").toLowerCase(Locale.ROOT);
        String name = JsonTree.text(frame, "binaryName");
        return START_LIBRARIES.contains(name.isEmpty() ? binaryNames.getOrDefault(uuid, "") : name);
    }

    private static List<?> subFrames(Map<?, ?> frame) {
        return JsonTree.list(frame, "subFrames");
    }

    /// Visits the stacks that end in a frame with samples of its own. The recorded number of a frame includes the
    /// samples of the frames below it in the tree.
    void forEachSample(Stack stack, Sink sink) {
        Deque<Node> pending = new ArrayDeque<>();
        push(pending, null, stack.roots());
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            List<?> children = subFrames(node.frame);
            long samples = samples(node.frame, children.isEmpty());
            for (Object frame : children) {
                samples -= frame instanceof Map<?, ?> map
                        ? samples(map, subFrames(map).isEmpty())
                        : 0;
            }
            if (samples > 0 && (!isInnermostFirst || frames.canAddStack(node.depth))) {
                sink.addStack(isInnermostFirst ? callsiteUpwards(node) : callsite(node), samples);
            }
            push(pending, node, children);
        }
    }

    private static void push(Deque<Node> pending, @Nullable Node parent, List<?> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i) instanceof Map<?, ?> frame) {
                pending.push(new Node(parent, frame));
            }
        }
    }

    private static long samples(Map<?, ?> frame, boolean isLast) {
        long samples = BinaryFrames.number(frame, "sampleCount");
        return samples > 0 ? samples : isLast ? 1 : 0;
    }

    private int row(Node node) {
        if (node.row < 0) {
            node.row = frames.frame(node.frame, binaryNames);
        }
        return node.row;
    }

    /// Returns the callsite of the stack from the root to a frame.
    private int callsite(Node last) {
        Deque<Node> pending = new ArrayDeque<>();
        Node ancestor = last;
        while (ancestor != null && ancestor.callsite < 0) {
            pending.push(ancestor);
            ancestor = ancestor.parent;
        }
        int callsite = ancestor == null ? -1 : ancestor.callsite;
        for (Node node : pending) {
            callsite = frames.callsite(callsite, row(node));
            node.callsite = callsite;
        }
        return callsite;
    }

    /// Returns the callsite of the stack from a frame to the root. Such stacks have only their last frames in common.
    private int callsiteUpwards(Node first) {
        int callsite = -1;
        for (Node node = first; node != null; node = node.parent) {
            callsite = frames.callsite(callsite, row(node));
        }
        return callsite;
    }
}
