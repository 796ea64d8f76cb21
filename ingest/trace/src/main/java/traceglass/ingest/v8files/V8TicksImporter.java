package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;

/// Imports V8 logs that Node converted to JSON (`node --prof-process --preprocess`): code entries with names,
/// and ticks that refer to them.
public final class V8TicksImporter implements Importer {

    @Override
    public String id() {
        return "v8_log_json";
    }

    @Override
    public String displayName() {
        return "V8 log (preprocessed)";
    }

    @Override
    public int priority() {
        return 108;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return json.has("code")
                && (json.has("ticks")
                        || V8Files.contains(head, "\"SHARED_LIB\"")
                        || V8Files.contains(head, "\"BytecodeHandler\"")
                        || V8Files.contains(head, "\"CPP\""));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        V8LogSamples samples = new V8LogSamples(context, V8Files.task(input, context));
        GrowingInts frames = new GrowingInts();
        try (JsonParser json = JsonStream.open(input)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                if (json.nextToken() == JsonToken.START_ARRAY && (key.equals("code") || key.equals("ticks"))) {
                    readElements(json, key.equals("ticks"), samples, frames);
                } else {
                    json.skipChildren();
                }
            }
        } catch (JacksonException e) {
            V8Files.countTruncated(context, e);
        }
    }

    private static void readElements(JsonParser json, boolean areTicks, V8LogSamples samples, GrowingInts frames)
            throws IOException {
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t != JsonToken.START_OBJECT) {
                json.skipChildren();
            } else if (areTicks) {
                readTick(json, samples, frames);
            } else {
                frames.add(readCode(json, samples));
            }
        }
    }

    private static int readCode(JsonParser json, V8LogSamples samples) throws IOException {
        String name = "";
        String type = "";
        String kind = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_STRING && key.equals("name")) {
                name = json.getText();
            } else if (value == JsonToken.VALUE_STRING && key.equals("type")) {
                type = json.getText();
            } else if (value == JsonToken.VALUE_STRING && key.equals("kind")) {
                kind = json.getText();
            } else {
                json.skipChildren();
            }
        }
        // Symbols of libraries are prefixed with the letter of their section.
        boolean isMarked = type.equals("CPP") && name.length() > 2 && name.charAt(1) == ' ';
        name = isMarked ? name.substring(2) : name;
        return samples.frame(type.equals("CODE") && kind != null ? kind : type, name);
    }

    /// Reads a tick. Its stack consists of pairs of code index and offset, innermost first; code -1 is unknown.
    private static void readTick(JsonParser json, V8LogSamples samples, GrowingInts frames) throws IOException {
        long micros = 0;
        int state = 0;
        GrowingInts codes = new GrowingInts();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("tm") && value.isNumeric()) {
                micros = (long) json.getDoubleValue();
            } else if (key.equals("vm") && value.isNumeric()) {
                state = (int) json.getDoubleValue();
            } else if (key.equals("s") && value == JsonToken.START_ARRAY) {
                boolean isCode = true;
                for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
                    if (isCode) {
                        codes.add(t.isNumeric() ? (int) json.getDoubleValue() : -1);
                    }
                    json.skipChildren();
                    isCode = !isCode;
                }
            } else {
                json.skipChildren();
            }
        }
        GrowingInts stack = new GrowingInts();
        for (int i = codes.size() - 1; i >= 0; i--) {
            int code = codes.get(i);
            if (code >= 0 && code < frames.size()) {
                stack.add(frames.get(code));
            } else if (i == 0) {
                stack.add(samples.unknownFrame());
            }
        }
        samples.add(micros, stack, V8LogSamples.State.of(state, V8LogSamples.LATEST));
    }
}
