package traceglass.convert.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.JsonOutput;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// The JSON format of speedscope, by its published schema: a profile for each thread and profiler, in which a sample
/// lasts until the next one, and a profile for each trace profile without times.
public final class SpeedscopeConversion implements Conversion {

    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /// Key of a frame in the frame table.
    private record Key(String name, String file, long line) {}

    @Override
    public String id() {
        return "speedscope";
    }

    @Override
    public String extension() {
        return "speedscope.json";
    }

    @Override
    public String description() {
        return "callstack samples and profiles for speedscope";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        ProfileStacks stacks = ProfileStacks.read(rows);
        Samples samples = new Samples(rows);
        List<Samples.Track> tracks = samples.tracks();
        List<UntimedProfiles.Profile> profiles = UntimedProfiles.profiles(rows);
        if (tracks.isEmpty() && profiles.isEmpty()) {
            throw new ConvertProblem("the trace has no callstack samples and no profile");
        }
        Map<Key, Integer> frames = new LinkedHashMap<>();
        try (JsonGenerator json = JsonOutput.to(out)) {
            json.writeStartObject();
            json.writeStringField("$schema", SCHEMA);
            json.writeStringField("name", request.trace().getFileName().toString());
            json.writeStringField("exporter", "Traceglass");
            json.writeNumberField("activeProfileIndex", 0);
            json.writeArrayFieldStart("profiles");
            for (Samples.Track track : tracks) {
                writeTrack(track, samples, stacks, frames, json);
                progress.check();
            }
            for (UntimedProfiles.Profile profile : profiles) {
                writeProfile(profile, rows, stacks, frames, json);
            }
            json.writeEndArray();
            writeShared(frames, json);
            json.writeEndObject();
        }
    }

    private static void writeTrack(
            Samples.Track track, Samples samples, ProfileStacks stacks, Map<Key, Integer> frames, JsonGenerator json)
            throws IOException, ConvertProblem {
        List<Long> times = new ArrayList<>();
        json.writeStartObject();
        json.writeStringField("type", "sampled");
        json.writeStringField("name", track.title() + " (" + track.source() + ")");
        json.writeStringField("unit", "nanoseconds");
        json.writeArrayFieldStart("samples");
        samples.read(track, (ts, site) -> {
            times.add(ts);
            writeStack(site, stacks, frames, json);
        });
        json.writeEndArray();
        // The last sample lasts as long as the previous one.
        int count = times.size();
        long last = count > 1 ? times.get(count - 1) - times.get(count - 2) : 1;
        json.writeArrayFieldStart("weights");
        for (int i = 0; i < count; i++) {
            json.writeNumber(i + 1 < count ? times.get(i + 1) - times.get(i) : last);
        }
        json.writeEndArray();
        json.writeNumberField("startValue", times.getFirst());
        json.writeNumberField("endValue", times.getLast() + last);
        json.writeEndObject();
    }

    private static void writeProfile(
            UntimedProfiles.Profile profile,
            TraceRows rows,
            ProfileStacks stacks,
            Map<Key, Integer> frames,
            JsonGenerator json)
            throws IOException, ConvertProblem {
        List<Double> values = new ArrayList<>();
        json.writeStartObject();
        json.writeStringField("type", "sampled");
        json.writeStringField("name", profile.name());
        json.writeStringField("unit", unit(profile.unit()));
        json.writeArrayFieldStart("samples");
        rows.query(profile.sql(), c -> {
            while (c.next()) {
                writeStack((int) c.getLong(0), stacks, frames, json);
                values.add(c.getDouble(1));
            }
        });
        json.writeEndArray();
        json.writeArrayFieldStart("weights");
        for (double value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
        json.writeNumberField("startValue", 0);
        json.writeNumberField(
                "endValue", values.stream().mapToDouble(Double::doubleValue).sum());
        json.writeEndObject();
    }

    /// Returns the name of a unit in the schema.
    private static String unit(String unit) {
        return switch (unit) {
            case "bytes" -> "bytes";
            case "nanoseconds", "ns" -> "nanoseconds";
            case "microseconds", "us" -> "microseconds";
            case "milliseconds", "ms" -> "milliseconds";
            case "seconds", "s" -> "seconds";
            default -> "none";
        };
    }

    private static void writeStack(int site, ProfileStacks stacks, Map<Key, Integer> frames, JsonGenerator json)
            throws IOException {
        json.writeStartArray();
        for (ProfileFrame f :
                site < 0 ? List.<ProfileFrame>of() : stacks.stack(site).reversed()) {
            String file = f.file().isEmpty() ? f.module() : f.file();
            json.writeNumber(frames.computeIfAbsent(new Key(f.function(), file, f.line()), k -> frames.size()));
        }
        json.writeEndArray();
    }

    private static void writeShared(Map<Key, Integer> frames, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("shared");
        json.writeArrayFieldStart("frames");
        for (Key frame : frames.keySet()) {
            json.writeStartObject();
            json.writeStringField("name", frame.name);
            if (!frame.file.isEmpty()) {
                json.writeStringField("file", frame.file);
            }
            if (frame.line > 0) {
                json.writeNumberField("line", frame.line);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
