package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Imports JSON profiles of stackprof, a sampling profiler for Ruby. Raw stacks with the times between them become
/// samples; profiles without raw stacks have only a value for each method.
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
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && json.has("mode", "interval") && (json.has("frames") || json.has("gc_samples"));
    }

    /// A method.
    ///
    /// @param samples number of samples in the method itself
    private record Method(String name, String file, long line, double samples) {}

    /// Content of a file.
    private static final class Profile {
        final Map<String, Method> methods = new LinkedHashMap<>();
        final GrowingLongs raw = new GrowingLongs();
        final GrowingLongs deltas = new GrowingLongs();
        String mode = "wall";
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Profile profile = new Profile();
        try (JsonParser json = JsonStream.open(input)) {
            read(json, profile, context);
        } catch (JacksonException e) {
            context.logs().recordAt("script_profile_truncated", input.position(), null);
        }
        if (profile.raw.size() > 0 && profile.deltas.size() > 0) {
            writeSamples(profile, context);
        } else {
            writeTotals(profile, context);
        }
    }

    private static void read(JsonParser json, Profile profile, ImportContext context) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "mode" -> profile.mode = value == JsonToken.VALUE_STRING ? json.getText() : profile.mode;
                case "raw" -> numbers(json, profile.raw);
                case "raw_timestamp_deltas" -> numbers(json, profile.deltas);
                case "frames" -> {
                    if (value == JsonToken.START_OBJECT) {
                        while (json.nextToken() == JsonToken.FIELD_NAME) {
                            String id = json.currentName();
                            json.nextToken();
                            profile.methods.put(id, method(json));
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

    private static void numbers(JsonParser json, GrowingLongs out) throws IOException {
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

    private static Method method(JsonParser json) throws IOException {
        String name = "";
        String file = null;
        long line = 0;
        double samples = 0;
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return new Method(name, null, 0, 0);
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
        return new Method(name, file, line, samples);
    }

    private static int frame(NamedFrames frames, Method m, ImportContext context) {
        if (m == null) {
            return frames.frame(null, "[unknown]");
        }
        int row = frames.frame(null, m.name, m.file, m.line > 0 ? m.line : NamedFrames.NO_LINE);
        if (m.name.startsWith("(garbage collection)") || m.name.equals("(marking)") || m.name.equals("(sweeping)")) {
            context.stackProfiles().setFrameType(row, context.strings().intern("gc"));
        }
        return row;
    }

    /// Receives a stack and the number of consecutive samples that have it.
    private interface StackSink {
        void stack(int callsite, long count);
    }

    /// Visits the raw stacks. Each consists of its length, the methods from the outermost inward, and the number of
    /// consecutive samples.
    private static void visit(Profile profile, NamedFrames frames, ImportContext context, StackSink sink) {
        GrowingLongs raw = profile.raw;
        for (int i = 0; i < raw.size(); ) {
            long length = raw.get(i++);
            if (length < 0 || length >= raw.size() - i) {
                context.logs().record("script_profile_truncated", null);
                return;
            }
            int callsite = -1;
            for (long end = i + length; i < end; i++) {
                Method m = profile.methods.get(Long.toUnsignedString(raw.get(i)));
                callsite = frames.callsite(callsite, frame(frames, m, context));
            }
            sink.stack(callsite, raw.get(i++));
        }
    }

    private static void writeSamples(Profile profile, ImportContext context) {
        String unit = switch (profile.mode) {
            case "cpu" -> "ns";
            case "object" -> "count";
            default -> "wall_ns";
        };
        ScriptSamples samples = new ScriptSamples(context, "stackprof", unit);
        samples.start(0);
        long pid = context.processes().unusedPid();
        long[] ns = new long[1];
        int[] taken = new int[1];
        visit(profile, samples.frames(), context, (callsite, count) -> {
            for (long n = 0; n < count && taken[0] < profile.deltas.size(); n++) {
                ns[0] += Math.max(0, profile.deltas.get(taken[0]++)) * 1000;
                if (callsite >= 0) {
                    samples.add(ns[0], pid, pid, null, callsite);
                }
            }
        });
    }

    private static void writeTotals(Profile profile, ImportContext context) {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[stackprof]");
        int row = profiles.profile("stackprof_file", "stackprof samples", "samples", "count");
        if (profile.raw.size() > 0) {
            visit(profile, frames, context, (callsite, count) -> {
                if (callsite >= 0 && count > 0) {
                    profiles.add(row, callsite, count);
                }
            });
            return;
        }
        profile.methods.values().stream()
                .filter(m -> m.samples > 0)
                .forEach(m -> profiles.add(row, frames.callsite(-1, frame(frames, m, context)), m.samples));
    }
}
