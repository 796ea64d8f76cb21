package traceglass.ingest.devtools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.json.JsonImporter;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.store.database.TemporaryFiles;

/// Timeline within a snapshot, copied to a temporary file because it may be large.
final class EmbeddedTimeline implements AutoCloseable {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final TraceInput input;
    private Path file;
    private Importer importer;

    EmbeddedTimeline(TraceInput input) {
        this.input = input;
    }

    private OutputStream create(Importer format) throws IOException {
        importer = format;
        file = TemporaryFiles.file("devtools", ".timeline");
        return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    /// Skips the value if it has an unexpected type or a timeline was already read; returns whether it did.
    private boolean skipIfUnexpected(JsonParser in, boolean isExpected) throws IOException {
        if (file == null && isExpected) {
            return false;
        }
        in.skipChildren();
        return true;
    }

    /// Copies Chrome's events.
    void addEvents(JsonParser in) throws IOException {
        if (skipIfUnexpected(in, in.currentToken() == JsonToken.START_ARRAY)) {
            return;
        }
        try (OutputStream out = create(new JsonImporter());
                JsonGenerator copy = FACTORY.createGenerator(out)) {
            copy.writeStartObject();
            copy.writeFieldName("traceEvents");
            copy.copyCurrentStructure(in);
            copy.writeEndObject();
        }
    }

    /// Copies the bytes of a Perfetto trace, given as an array of numbers or as Base64.
    void addBytes(JsonParser in) throws IOException {
        boolean isText = in.currentToken() == JsonToken.VALUE_STRING;
        if (skipIfUnexpected(in, isText || in.currentToken() == JsonToken.START_ARRAY)) {
            return;
        }
        try (OutputStream out = create(new PerfettoImporter())) {
            if (isText) {
                out.write(base64(in.getText()));
                return;
            }
            for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
                if (token == null) {
                    return;
                }
                if (token == JsonToken.VALUE_NUMBER_INT) {
                    out.write((int) in.getLongValue());
                } else {
                    in.skipChildren();
                }
            }
        }
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    boolean isEmpty() {
        return file == null;
    }

    void read(ImportContext context) throws IOException, TraceProblem {
        if (file == null || Files.size(file) == 0) {
            return;
        }
        try (TraceInput timeline = new TraceInput(input.name(), Files.newInputStream(file), input.progress())) {
            importer.read(timeline, context);
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
