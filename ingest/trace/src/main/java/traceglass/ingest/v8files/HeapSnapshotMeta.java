package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Columns of the nodes and edges of a heap snapshot, which differ between versions of V8.
final class HeapSnapshotMeta {

    private static final String UNKNOWN = "unknown";

    private List<String> nodeFields = List.of();
    private List<String> nodeTypes = List.of();
    private List<String> edgeFields = List.of();
    private List<String> edgeTypes = List.of();

    /// Reads the object `snapshot`, whose opening brace has already been read.
    void read(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isMeta = json.currentName().equals("meta");
            if (json.nextToken() == JsonToken.START_OBJECT && isMeta) {
                readMeta(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private void readMeta(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            switch (key) {
                case "node_fields" -> nodeFields = readStrings(json);
                case "edge_fields" -> edgeFields = readStrings(json);
                case "node_types" -> nodeTypes = readTypes(json);
                case "edge_types" -> edgeTypes = readTypes(json);
                default -> json.skipChildren();
            }
        }
    }

    /// Reads an array of strings; other elements become empty strings.
    private static List<String> readStrings(JsonParser json) throws IOException {
        List<String> strings = new ArrayList<>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return strings;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            strings.add(t == JsonToken.VALUE_STRING ? json.getText() : "");
            json.skipChildren();
        }
        return strings;
    }

    /// Reads an array whose first element is an array with the names of the types.
    private static List<String> readTypes(JsonParser json) throws IOException {
        List<String> types = List.of();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return types;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t == JsonToken.START_ARRAY && types.isEmpty()) {
                types = readStrings(json);
            } else {
                json.skipChildren();
            }
        }
        return types;
    }

    List<String> nodeFields() {
        return nodeFields;
    }

    List<String> edgeFields() {
        return edgeFields;
    }

    String nodeType(long index) {
        return index >= 0 && index < nodeTypes.size() ? nodeTypes.get((int) index) : UNKNOWN;
    }

    String edgeType(long index) {
        return index >= 0 && index < edgeTypes.size() ? edgeTypes.get((int) index) : UNKNOWN;
    }
}
