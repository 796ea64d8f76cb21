package traceglass.ingest.metrickit;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.store.names.StatNames;

/// Imports diagnostics of MetricKit, with which Apple's systems report crashes, hangs, and excessive use of CPU or
/// disk by apps. Reads payloads, single diagnostics and call stack trees as JSON, and the logs of diagnostics that
/// App Store Connect's API returns.
public final class MetricKitImporter implements Importer {

    private static final String[] FRAMES = {"callStackRootFrames", "callStackThreads"};

    @Override
    public String id() {
        return "metrickit";
    }

    @Override
    public String displayName() {
        return "MetricKit diagnostics";
    }

    @Override
    public int priority() {
        return 109;
    }

    /// Accepts the keys of payloads, and documents in which stacks of frames are nested. In a string, such as an
    /// argument of an event, the quote after the key would follow a backslash.
    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.keys().isEmpty()) {
            return false;
        }
        if (json.has("timeStampBegin") && json.keys().stream().anyMatch(MetricKitImporter::listsDiagnostics)) {
            return true;
        }
        if (json.has("traceEvents")) {
            return false;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        for (String key : FRAMES) {
            if (text.contains('"' + key + '"')) {
                return true;
            }
        }
        return json.has("callStackTree") || json.has("callStacks", "callStackPerThread");
    }

    private static boolean listsDiagnostics(String key) {
        return key.endsWith("Diagnostics");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        DiagnosticRows rows = new DiagnosticRows(context);
        boolean isComplete = true;
        try (JsonParser json = JsonStream.open(input)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    readObject(json, rows);
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.METRICKIT_TRUNCATED, input.position(), null);
            isComplete = false;
        }
        if (isComplete && rows.count() == 0) {
            throw new TraceProblem(input.name() + " is a MetricKit report without callstacks");
        }
    }

    /// Reads a payload one diagnostic at a time, because it may contain many, and any other object as a whole.
    private static void readObject(JsonParser json, DiagnosticRows rows) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_ARRAY && (listsDiagnostics(key) || key.equals("productData"))) {
                while (json.nextToken() != null && json.currentToken() != JsonToken.END_ARRAY) {
                    rows.add(key, JsonTree.read(json));
                }
            } else {
                members.put(key, JsonTree.read(json));
            }
        }
        rows.add("", members);
    }
}
