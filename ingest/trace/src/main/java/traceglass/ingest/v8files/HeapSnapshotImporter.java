package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports heap snapshots of V8 (`.heapsnapshot`) as a heap dump: all objects of the JavaScript heap and their
/// references.
public final class HeapSnapshotImporter implements Importer {

    @Override
    public String id() {
        return "heapsnapshot";
    }

    @Override
    public String displayName() {
        return "V8 heap snapshot";
    }

    @Override
    public int priority() {
        return 105;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return json.has("snapshot.meta") && V8Files.contains(head, "\"node_fields\"");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        long ts = clocks.defaultToTraceTime(0);
        if (ts == ClockTracker.NONE) {
            return;
        }
        HeapSnapshotMeta meta = new HeapSnapshotMeta();
        HeapSnapshotRows rows =
                new HeapSnapshotRows(context, V8Files.task(input, context).upid(), ts);
        try (JsonParser json = JsonStream.open(input)) {
            read(json, meta, rows);
        } catch (JacksonException e) {
            V8Files.countTruncated(context, e);
        }
        rows.finish();
    }

    /// Reads the members of the document. Nodes and edges come before the strings to which they refer.
    private static void read(JsonParser json, HeapSnapshotMeta meta, HeapSnapshotRows rows) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("snapshot") && value == JsonToken.START_OBJECT) {
                meta.read(json);
            } else if (key.equals("nodes") && value == JsonToken.START_ARRAY) {
                readNodes(json, meta, rows);
            } else if (key.equals("edges") && value == JsonToken.START_ARRAY) {
                readEdges(json, meta, rows);
            } else if (key.equals("strings") && value == JsonToken.START_ARRAY) {
                while (json.nextToken() == JsonToken.VALUE_STRING) {
                    rows.addString(json);
                }
                skipRest(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private static void readNodes(JsonParser json, HeapSnapshotMeta meta, HeapSnapshotRows rows) throws IOException {
        int fields = meta.nodeFields().size();
        int type = meta.nodeFields().indexOf("type");
        int name = meta.nodeFields().indexOf("name");
        int size = meta.nodeFields().indexOf("self_size");
        int edges = meta.nodeFields().indexOf("edge_count");
        long[] node = new long[Math.max(1, fields)];
        int position = 0;
        while (json.nextToken().isNumeric()) {
            node[position++] = json.getLongValue();
            if (position >= fields) {
                position = 0;
                if (type >= 0 && name >= 0 && edges >= 0) {
                    rows.addNode(meta.nodeType(node[type]), node[name], size < 0 ? 0 : node[size], node[edges]);
                }
            }
        }
        skipRest(json);
    }

    private static void readEdges(JsonParser json, HeapSnapshotMeta meta, HeapSnapshotRows rows) throws IOException {
        int fields = meta.edgeFields().size();
        int type = meta.edgeFields().indexOf("type");
        int name = meta.edgeFields().indexOf("name_or_index");
        int target = meta.edgeFields().indexOf("to_node");
        int nodeFields = Math.max(1, meta.nodeFields().size());
        long[] edge = new long[Math.max(1, fields)];
        int position = 0;
        while (json.nextToken().isNumeric()) {
            edge[position++] = json.getLongValue();
            if (position >= fields) {
                position = 0;
                if (type >= 0 && name >= 0 && target >= 0) {
                    rows.addEdge(meta.edgeType(edge[type]), edge[name], edge[target] / nodeFields);
                }
            }
        }
        skipRest(json);
    }

    /// If an array element is of an unexpected type, skips to the end of the array.
    private static void skipRest(JsonParser json) throws IOException {
        while (json.currentToken() != JsonToken.END_ARRAY && json.currentToken() != null) {
            json.skipChildren();
            json.nextToken();
        }
    }
}
