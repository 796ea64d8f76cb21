package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.table.StringPool;

/// Payloads of the markers of a thread: their members as arguments `data.NAME`, with the members of inner objects as
/// `data.OUTER.INNER`, and the ids by which markers are connected.
final class GeckoPayloads {

    /// Deeper values are skipped.
    private static final int MAX_DEPTH = 256;

    private final Map<Integer, List<Flow>> flows = new HashMap<>();
    private final List<Payload> payloads = new ArrayList<>();

    /// Arguments in the form of [ArgSetBuilder#addAll].
    record Payload(int[] flatKeys, int[] keys, byte[] types, long[] values) implements ArgsWriter {

        @Override
        public void write(ArgSetBuilder args) {
            args.addAll(flatKeys, keys, types, values, 0, keys.length);
        }

        /// Returns an integer member, null if there is none with this key.
        Long integer(int key) {
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] == key && types[i] == ArgSetBuilder.Type.INT.ordinal()) {
                    return values[i];
                }
            }
            return null;
        }
    }

    /// Membership of a marker in a flow.
    ///
    /// @param id flow id as a string, or the index of that string
    /// @param isEnd whether the flow ends at the marker
    record Flow(Object id, boolean isEnd) {}

    /// Names of payload members that hold flow ids: of flows that continue and of flows that end at the marker.
    record FlowFields(Set<String> continuing, Set<String> ending) {}

    /// Nesting level in the value: a member name, or an index in an array.
    private record Level(String key, String flatKey, boolean isArray, int[] next) {}

    /// Returns the flows of a marker.
    List<Flow> flows(int marker) {
        return flows.getOrDefault(marker, List.of());
    }

    /// Returns a payload by its index, null for -1.
    Payload payload(int index) {
        return index < 0 || index >= payloads.size() ? null : payloads.get(index);
    }

    /// Reads the payload that begins at the parser's position and returns its index; -1 if it is empty.
    int read(int marker, JsonParser in, ImportContext context, FlowFields flowFields) throws IOException {
        ArgSetBuilder args = context.args().builder();
        try {
            read(marker, in, context.strings(), flowFields, args);
            int size = args.size();
            if (size == 0) {
                return -1;
            }
            Payload payload = new Payload(new int[size], new int[size], new byte[size], new long[size]);
            args.copyTo(payload.flatKeys, payload.keys, payload.types, payload.values, 0);
            payloads.add(payload);
            return payloads.size() - 1;
        } finally {
            context.args().release(args);
        }
    }

    private void read(int marker, JsonParser in, StringPool strings, FlowFields flowFields, ArgSetBuilder args)
            throws IOException {
        Deque<Level> levels = new ArrayDeque<>();
        Level level = new Level("data", "data", false, new int[1]);
        while (true) {
            JsonToken token = in.nextToken();
            if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
                if (levels.isEmpty()) {
                    return;
                }
                level = levels.pop();
                continue;
            }
            String key;
            String flatKey;
            String name = null;
            if (level.isArray) {
                key = level.key + "[" + level.next[0] + "]";
                flatKey = level.flatKey;
                level.next[0] += token == JsonToken.VALUE_NULL ? 0 : 1;
            } else {
                name = in.currentName();
                key = level.key + "." + name;
                flatKey = level.flatKey + "." + name;
                token = in.nextToken();
            }
            if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                if (levels.size() >= MAX_DEPTH) {
                    in.skipChildren();
                } else {
                    levels.push(level);
                    level = new Level(key, flatKey, token == JsonToken.START_ARRAY, new int[1]);
                }
                continue;
            }
            if (levels.isEmpty() && name != null) {
                readFlow(marker, name, in, token, flowFields);
            }
            add(in, token, strings.intern(flatKey), strings.intern(key), strings, args);
        }
    }

    private void readFlow(int marker, String name, JsonParser in, JsonToken token, FlowFields fields)
            throws IOException {
        boolean ends = fields.ending.contains(name);
        if (!ends && !fields.continuing.contains(name)) {
            return;
        }
        Object id = switch (token) {
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> (int) GeckoValues.readNumber(in);
            default -> null;
        };
        if (id != null) {
            flows.computeIfAbsent(marker, m -> new ArrayList<>()).add(new Flow(id, ends));
        }
    }

    private static void add(
            JsonParser in, JsonToken token, int flatKey, int key, StringPool strings, ArgSetBuilder args)
            throws IOException {
        switch (token) {
            case VALUE_STRING -> args.addString(flatKey, key, strings.intern(in.getText()));
            case VALUE_TRUE, VALUE_FALSE -> args.addBool(flatKey, key, token == JsonToken.VALUE_TRUE);
            case VALUE_NUMBER_FLOAT -> args.addReal(flatKey, key, GeckoValues.readNumber(in));
            case VALUE_NUMBER_INT -> {
                if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                    args.addReal(flatKey, key, GeckoValues.readNumber(in));
                } else {
                    args.addInt(flatKey, key, in.getLongValue());
                }
            }
            default -> {}
        }
    }
}
