package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports raw recordings of rbspy, a sampling profiler for Ruby: `rbspy` and a two-digit version, then a JSON object
/// for the recording and one for each sample.
public final class RbspyImporter implements Importer {

    private static final int MAGIC_SIZE = 8;

    @Override
    public String id() {
        return "rbspy";
    }

    @Override
    public String displayName() {
        return "rbspy recording";
    }

    @Override
    public int priority() {
        return 45;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC_SIZE
                && new String(head, 0, MAGIC_SIZE, StandardCharsets.ISO_8859_1).matches("rbspy\\d\\d\n");
    }

    /// A sample, whose members may be in any order.
    private static final class Sample {
        long pid = 1;
        long tid = -1;
        long ns = -1;
        /// Frames, innermost first.
        final List<Integer> frames = new ArrayList<>();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        input.asStream().skipNBytes(MAGIC_SIZE);
        ScriptSamples samples = new ScriptSamples(context, "rbspy", "wall_ns");
        long startNs = -1;
        long last = 0;
        try (JsonParser json = JsonStream.open(input)) {
            for (JsonToken t = json.nextToken(); t != null; t = json.nextToken()) {
                if (t != JsonToken.START_OBJECT) {
                    json.skipChildren();
                    continue;
                }
                Sample sample = readSample(json, samples.frames());
                if (sample.frames.isEmpty()) {
                    continue;
                }
                if (startNs < 0) {
                    startNs = Math.max(0, sample.ns);
                    samples.start(startNs);
                }
                last = sample.ns < 0 ? last : Math.max(0, sample.ns - startNs);
                int callsite = -1;
                for (int i = sample.frames.size() - 1; i >= 0; i--) {
                    callsite = samples.frames().callsite(callsite, sample.frames.get(i));
                }
                samples.add(last, sample.pid, sample.tid < 0 ? sample.pid : sample.tid, null, callsite);
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
    }

    private static Sample readSample(JsonParser json, NamedFrames frames) throws IOException {
        Sample sample = new Sample();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("pid") && value.isNumeric()) {
                sample.pid = (long) json.getDoubleValue();
            } else if (key.equals("thread_id") && value.isNumeric()) {
                sample.tid = (long) json.getDoubleValue();
            } else if (key.equals("time") && value.isStructStart()) {
                sample.ns = readTime(json);
            } else if (key.equals("trace") && value == JsonToken.START_ARRAY) {
                for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
                    if (t == JsonToken.START_OBJECT) {
                        sample.frames.add(readFrame(json, frames));
                    } else {
                        json.skipChildren();
                    }
                }
            } else {
                json.skipChildren();
            }
        }
        return sample;
    }

    /// Reads seconds and nanoseconds since 1970, as an object or an array.
    private static long readTime(JsonParser json) throws IOException {
        long seconds = 0;
        long nanos = 0;
        int position = 0;
        for (JsonToken t = json.nextToken(); t != null && !t.isStructEnd(); t = json.nextToken()) {
            if (t == JsonToken.FIELD_NAME) {
                position = json.currentName().startsWith("nanos") ? 1 : 0;
            } else if (t.isNumeric() && position++ == 0) {
                seconds = (long) json.getDoubleValue();
            } else if (t.isNumeric()) {
                nanos = (long) json.getDoubleValue();
            } else {
                json.skipChildren();
            }
        }
        return seconds * 1_000_000_000 + nanos;
    }

    private static int readFrame(JsonParser json, NamedFrames frames) throws IOException {
        String name = "";
        String file = null;
        String relative = null;
        long line = 0;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                name = key.equals("name") ? json.getText() : name;
                relative = key.equals("relative_path") ? json.getText() : relative;
                file = key.equals("absolute_path") ? json.getText() : file;
            } else if (value.isNumeric() && key.equals("lineno")) {
                line = (long) json.getDoubleValue();
            } else {
                json.skipChildren();
            }
        }
        return frames.frame(null, name, file == null ? relative : file, line > 0 ? line : NamedFrames.NO_LINE);
    }
}
