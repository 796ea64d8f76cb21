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
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.store.names.StatNames;

/// Imports Zipkin traces as JSON, versions 1 and 2: an array of spans, an array of arrays of spans, or one span per
/// line.
public final class ZipkinImporter implements Importer {

    private static final Pattern KEYS = Pattern.compile(
            "^[\\[\\s]*\\{.*?\"(localEndpoint|timestamp|annotations|binaryAnnotations|duration)\"\\s*:",
            Pattern.DOTALL);
    private static final Pattern NESTED = Pattern.compile("^\\s*\\[\\s*\\[\\s*\\{", Pattern.DOTALL);
    private static final Pattern ID = Pattern.compile("\"traceId\"\\s*:\\s*\"[0-9a-fA-F]{1,32}\"");

    @Override
    public String id() {
        return "zipkin";
    }

    @Override
    public String displayName() {
        return "Zipkin JSON";
    }

    @Override
    public int priority() {
        return 106;
    }

    @Override
    public boolean sniff(byte[] head) {
        if (head.length == 0 || head[0] != '[' && head[0] != '{' && head[0] > ' ') {
            return false;
        }
        JsonHead json = JsonHead.of(head);
        String text = new String(head, StandardCharsets.ISO_8859_1);
        boolean isSpan = json.has("traceId", "id") || NESTED.matcher(text).find() && text.contains("\"id\"");
        return isSpan
                && !json.has("traceEvents")
                && ID.matcher(text).find()
                && KEYS.matcher(text).find();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ZipkinReader reader = new ZipkinReader(new SpanWriter(context));
        try (JsonParser in = JsonStream.open(input)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    reader.readSpan(JsonTree.read(in));
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SPANS_TRUNCATED, input.position(), null);
        }
    }
}
