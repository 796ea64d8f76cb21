package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports profiles of stackprof, a sampling profiler for Ruby: its dumps and their JSON form.
public final class StackprofImporter implements Importer {

    @Override
    public String id() {
        return "stackprof";
    }

    @Override
    public String displayName() {
        return "stackprof profile";
    }

    @Override
    public int priority() {
        return 109;
    }

    @Override
    public boolean sniff(byte[] head) {
        if (StackprofDump.isDump(head)) {
            return true;
        }
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && json.has("mode", "interval") && (json.has("frames") || json.has("gc_samples"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        StackprofProfile profile = new StackprofProfile();
        if (StackprofDump.isDump(input.head())) {
            StackprofDump.read(input, profile, context);
        } else {
            readJson(input, profile, context);
        }
        profile.write(context);
    }

    private static void readJson(TraceInput input, StackprofProfile profile, ImportContext context) throws IOException {
        try (JsonParser json = JsonStream.open(input)) {
            read(json, profile, context);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
    }

    private static void read(JsonParser json, StackprofProfile profile, ImportContext context) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "mode" -> profile.mode = value == JsonToken.VALUE_STRING ? json.getText() : profile.mode;
                case "raw" -> readNumbers(json, profile.raw);
                case "raw_timestamp_deltas" -> readNumbers(json, profile.deltas);
                case "frames" -> {
                    if (value == JsonToken.START_OBJECT) {
                        while (json.nextToken() == JsonToken.FIELD_NAME) {
                            String id = json.currentName();
                            json.nextToken();
                            profile.methods.put(id, readMethod(json));
                        }
                    } else {
                        json.skipChildren();
                    }
                }
                case "samples", "gc_samples", "missed_samples", "interval" -> {
                    if (value.isNumeric()) {
                        context.metadata().setDynamic("stackprof_" + key, (long) json.getDoubleValue());
                    }
                    json.skipChildren();
                }
                default -> json.skipChildren();
            }
        }
    }

    private static void readNumbers(JsonParser json, GrowingLongs out) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            // Ids may use all 64 bits.
            out.add(t == JsonToken.VALUE_NUMBER_INT ? json.getBigIntegerValue().longValue() : 0);
            json.skipChildren();
        }
    }

    private static StackprofProfile.Method readMethod(JsonParser json) throws IOException {
        String name = "";
        String file = null;
        long line = 0;
        double samples = 0;
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return new StackprofProfile.Method(name, null, 0, 0);
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_STRING && key.equals("name")) {
                name = json.getText();
            } else if (value == JsonToken.VALUE_STRING && key.equals("file") && json.getTextLength() > 0) {
                file = json.getText();
            } else if (value.isNumeric() && key.equals("line")) {
                line = (long) json.getDoubleValue();
            } else if (value.isNumeric() && key.equals("samples")) {
                samples = json.getDoubleValue();
            } else {
                json.skipChildren();
            }
        }
        return new StackprofProfile.Method(name, file, line, samples);
    }
}
