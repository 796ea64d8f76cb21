package traceglass.ingest.spans;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports traces of Google Cloud Trace as JSON: responses of its API, versions 1 and 2, or arrays of their elements.
public final class CloudTraceImporter implements Importer {

    private static final Pattern VERSION_1 =
            Pattern.compile("^[\\[\\s]*\\{.*\"projectId\"\\s*:.*\"spanId\"\\s*:", Pattern.DOTALL);
    private static final Pattern VERSION_2 =
            Pattern.compile("\"name\"\\s*:\\s*\"projects/[^\"/]+/traces/[0-9a-fA-F]{32}/spans/");

    @Override
    public String id() {
        return "cloud_trace";
    }

    @Override
    public String displayName() {
        return "Google Cloud Trace JSON";
    }

    @Override
    public int priority() {
        return 107;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.keys().isEmpty() || json.has("traceEvents")) {
            return false;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return (json.has("traceId", "projectId") || json.has("traces"))
                        && VERSION_1.matcher(text).find()
                || VERSION_2.matcher(text).find();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        CloudTraceReader reader = new CloudTraceReader(new SpanWriter(context));
        try (JsonParser in = JsonStream.open(input)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    reader.read(in);
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
        }
    }
}
