package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Call tree of a V8 profile. In the file, nodes are either a list whose elements refer to their parent or children by
/// id, or nested in their parents. Trees may be thousands of levels deep. Nodes are numbered in file order.
final class V8Nodes {

    static final int NONE = -1;
    static final String ROOT = "(root)";
    static final String GC = "(garbage collector)";
    static final String PROGRAM = "(program)";
    static final String IDLE = "(idle)";

    private static final int RESOLVING = -2;

    private final ImportContext context;
    private final GrowingInts parents = new GrowingInts();
    private final GrowingInts names = new GrowingInts();
    private final GrowingInts urls = new GrowingInts();
    private final GrowingInts lines = new GrowingInts();
    private final GrowingLongs ids = new GrowingLongs();
    private final GrowingLongs parentIds = new GrowingLongs();
    private final GrowingDoubles values = new GrowingDoubles();
    private final LongIntMap nodeOfId = new LongIntMap();
    private final LongIntMap parentOfChildId = new LongIntMap();
    private final GrowingInts pending = new GrowingInts();
    private int[] callsites;

    V8Nodes(ImportContext context) {
        this.context = context;
    }

    /// Reads a node, whose START_OBJECT token has already been read, and all nodes nested in it.
    void read(JsonParser json) throws IOException {
        pending.clear();
        pending.add(add(NONE));
        while (pending.size() > 0) {
            int node = pending.get(pending.size() - 1);
            JsonToken token = json.nextToken();
            if (token == null) {
                return;
            }
            switch (token) {
                case END_OBJECT -> pending.removeLast();
                case START_OBJECT -> pending.add(add(node));
                case START_ARRAY -> json.skipChildren();
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parentOfChildId.put((long) json.getDoubleValue(), node);
                case FIELD_NAME -> readMember(json, node);
                default -> {}
            }
        }
    }

    private int add(int parent) {
        parents.add(parent);
        names.add(context.strings().intern(""));
        urls.add(StringPool.NULL);
        lines.add(0);
        ids.add(NONE);
        parentIds.add(NONE);
        values.add(0);
        return parents.size() - 1;
    }

    private void readMember(JsonParser json, int node) throws IOException {
        String key = json.currentName();
        JsonToken value = json.nextToken();
        switch (key) {
            case "children" -> {
                // If the value is an array, the main loop reads its elements.
                if (value != JsonToken.START_ARRAY) {
                    json.skipChildren();
                }
            }
            case "callFrame" -> {
                if (value == JsonToken.START_OBJECT) {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String inner = json.currentName();
                        json.nextToken();
                        // Lines and columns of call frames are zero-based.
                        readFrame(json, inner, node, 1);
                    }
                }
            }
            case "id" -> {
                if (value.isNumeric()) {
                    ids.set(node, (long) json.getDoubleValue());
                    nodeOfId.put(ids.get(node), node);
                }
            }
            case "parent" -> {
                if (value.isNumeric()) {
                    parentIds.set(node, (long) json.getDoubleValue());
                }
            }
            case "hitCount", "selfSize" -> {
                if (value.isNumeric()) {
                    values.set(node, json.getDoubleValue());
                }
            }
            default -> readFrame(json, key, node, 0);
        }
    }

    private void readFrame(JsonParser json, String key, int node, int lineOffset) throws IOException {
        JsonToken value = json.currentToken();
        if (value == JsonToken.VALUE_STRING && key.equals("functionName")) {
            names.set(node, context.strings().intern(json.getText()));
        } else if (value == JsonToken.VALUE_STRING && key.equals("url")) {
            urls.set(
                    node,
                    json.getTextLength() == 0
                            ? StringPool.NULL
                            : context.strings().intern(json.getText()));
        } else if (value.isNumeric() && key.equals("lineNumber")) {
            lines.set(node, (int) json.getDoubleValue() + lineOffset);
        } else {
            json.skipChildren();
        }
    }

    int count() {
        return parents.size();
    }

    /// Returns the index of the node with an id, or [#NONE].
    int indexOf(long id) {
        return nodeOfId.get(id);
    }

    /// Returns the hit count or self size of a node.
    double value(int node) {
        return values.get(node);
    }

    /// Returns the string id of a function's name; `(anonymous)` if it has none.
    private int nameId(int node) {
        String name = context.strings().get(names.get(node));
        return name.isEmpty() ? context.strings().intern("(anonymous)") : names.get(node);
    }

    String name(int node) {
        return context.strings().get(names.get(node));
    }

    /// Returns the one-based line; 0 if unknown.
    private int line(int node) {
        return Math.max(0, lines.get(node));
    }

    /// Returns the caller of a node; [#NONE] for top-level nodes.
    private int caller(int node) {
        int parent = parents.get(node);
        return parent == NONE || isRoot(parent) ? NONE : parent;
    }

    boolean isRoot(int node) {
        return parents.get(node) == NONE && name(node).equals(ROOT);
    }

    /// Connects the nodes and adds their callsites. Call once, after all nodes have been read.
    void resolve() {
        for (int node = 0; node < count(); node++) {
            if (parents.get(node) != NONE) {
                continue;
            }
            long parentId = parentIds.get(node);
            int parent = parentId != NONE ? nodeOfId.get(parentId) : parentOfChildId.get(ids.get(node));
            if (parentId != NONE && parent == NONE) {
                context.stats().increment(StatNames.V8_PROFILE_INVALID_NODE);
            }
            parents.set(node, parent);
        }
        callsites = new int[count()];
        Arrays.fill(callsites, NONE);
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "");
        boolean[] done = new boolean[count()];
        for (int node = 0; node < count(); node++) {
            addCallsite(node, frames, done);
        }
    }

    /// Adds the callsite of a node after those of its callers.
    private void addCallsite(int from, NamedFrames frames, boolean[] done) {
        GrowingInts path = pending;
        path.clear();
        for (int node = from; node != NONE && !done[node]; node = parents.get(node)) {
            if (callsites[node] == RESOLVING) {
                // The callers form a cycle.
                context.stats().increment(StatNames.V8_PROFILE_INVALID_NODE);
                parents.set(path.get(path.size() - 1), NONE);
                break;
            }
            callsites[node] = RESOLVING;
            path.add(node);
        }
        while (path.size() > 0) {
            int node = path.removeLast();
            done[node] = true;
            callsites[node] = isRoot(node) ? NONE : newCallsite(node, frames);
        }
    }

    private int newCallsite(int node, NamedFrames frames) {
        int caller = caller(node);
        int url = urls.get(node);
        String name = context.strings().get(nameId(node));
        int line = line(node);
        int frame = frames.frame(
                null,
                name,
                url == StringPool.NULL ? null : context.strings().get(url),
                line > 0 ? line : NamedFrames.NO_LINE);
        String type = name.equals(GC) ? "gc" : name.equals(PROGRAM) ? "native" : null;
        if (type != null) {
            context.stackProfiles().setFrameType(frame, context.strings().intern(type));
        }
        return frames.callsite(caller == NONE ? NONE : callsites[caller], frame);
    }

    /// Returns the callsite of a node; [#NONE] for the root.
    int callsite(int node) {
        return callsites[node];
    }
}
