package traceglass.ingest.spans.otlp;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.store.names.StatNames;

/// Imports OpenTelemetry traces, logs, metrics and profiles as JSON: a single document, or one per line, as the
/// collector writes them.
public final class OtlpJsonImporter implements Importer {

    private static final Set<String> RESOURCES = Set.of(
            "resourceSpans",
            "resource_spans",
            "resourceLogs",
            "resource_logs",
            "resourceMetrics",
            "resource_metrics",
            "resourceProfiles",
            "resource_profiles");
    private static final Set<String> SCOPES = Set.of(
            "scopeSpans",
            "scope_spans",
            "instrumentationLibrarySpans",
            "scopeLogs",
            "scope_logs",
            "instrumentationLibraryLogs",
            "scopeMetrics",
            "scope_metrics",
            "instrumentationLibraryMetrics",
            "scopeProfiles",
            "scope_profiles");

    @Override
    public String id() {
        return "otlp";
    }

    @Override
    public String displayName() {
        return "OpenTelemetry (OTLP) JSON";
    }

    @Override
    public int priority() {
        return 102;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.keys().isEmpty() && RESOURCES.stream().anyMatch(json::has);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        OtlpReader reader = new OtlpReader(context);
        try (JsonParser in = JsonStream.open(input)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                // The outermost object, or an array of such objects.
                if (token == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    in.nextToken();
                    if (RESOURCES.contains(key)) {
                        readElements(in, () -> readResource(in, reader));
                    } else if (key.equals("dictionary")) {
                        readDictionary(in, reader);
                    } else {
                        in.skipChildren();
                    }
                } else if (token == JsonToken.END_OBJECT) {
                    reader.end();
                }
            }
        } catch (JacksonException e) {
            reader.end();
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
        }
    }

    /// Reads the tables that the profiles of a document share.
    private static void readDictionary(JsonParser in, OtlpReader reader) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String table = in.currentName();
            in.nextToken();
            readTrees(in, entry -> reader.readDictionaryEntry(table, entry));
        }
    }

    /// Reads one element of an array; the parser is at the element's first token.
    private interface Element {
        void read() throws IOException;
    }

    private static void readElements(JsonParser in, Element element) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() != JsonToken.END_ARRAY && in.currentToken() != null) {
            element.read();
        }
    }

    private static void readResource(JsonParser in, OtlpReader reader) throws IOException {
        reader.startResource();
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            in.nextToken();
            if (key.equals("resource")) {
                reader.setResource(JsonTree.read(in));
            } else if (SCOPES.contains(key)) {
                readElements(in, () -> readScope(in, reader));
            } else {
                in.skipChildren();
            }
        }
    }

    private static void readScope(JsonParser in, OtlpReader reader) throws IOException {
        reader.startScope();
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            in.nextToken();
            switch (key) {
                case "scope", "instrumentationLibrary" -> reader.setScope(JsonTree.read(in));
                case "spans" -> readTrees(in, reader::readSpan);
                case "logRecords", "log_records", "logs" -> readTrees(in, reader::readLogRecord);
                case "metrics" -> readTrees(in, reader::readMetric);
                case "profiles" -> readElements(in, () -> readProfile(in, reader.startProfile()));
                default -> in.skipChildren();
            }
        }
    }

    private static void readProfile(JsonParser in, OtlpProfiles profiles) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            in.nextToken();
            if (key.equals("samples") || key.equals("sample")) {
                readTrees(in, profiles::addSample);
            } else {
                profiles.set(key, JsonTree.read(in));
            }
        }
    }

    private static void readTrees(JsonParser in, Consumer<Object> consumer) throws IOException {
        readElements(in, () -> consumer.accept(JsonTree.read(in)));
    }
}
