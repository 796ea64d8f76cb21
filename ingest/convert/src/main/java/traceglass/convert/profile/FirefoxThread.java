package traceglass.convert.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A thread of a Firefox profile with its tables: samples refer to stacks, stacks to frames, frames to functions, and
/// functions to strings. Tables are written column by column.
final class FirefoxThread {

    private record StackKey(int prefix, int frame) {}

    private record FrameKey(int function, long line, long address, int inlineDepth) {}

    private record FunctionKey(int name, int file, int resource) {}

    /// A slice.
    private record Marker(int name, double start, double end, int category) {}

    private final ProfileStacks stacks;
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final Map<StackKey, Integer> stackTable = new LinkedHashMap<>();
    private final Map<FrameKey, Integer> frameTable = new LinkedHashMap<>();
    private final Map<FunctionKey, Integer> functionTable = new LinkedHashMap<>();
    private final Map<Integer, Integer> resourceTable = new LinkedHashMap<>();
    private final Map<Integer, Integer> stackOfSite = new HashMap<>();
    private final List<Integer> sampleStacks = new ArrayList<>();
    private final List<Double> sampleTimes = new ArrayList<>();
    private final List<Marker> markers = new ArrayList<>();

    FirefoxThread(ProfileStacks stacks) {
        this.stacks = stacks;
    }

    /// Adds a sample.
    ///
    /// @param time time in ms
    /// @param site callsite; -1 for a sample without a stack
    void addSample(double time, int site) {
        sampleTimes.add(time);
        sampleStacks.add(site < 0 ? -1 : stack(site));
    }

    /// Adds a slice.
    ///
    /// @param start start in ms
    /// @param end end in ms
    void addMarker(String name, String category, double start, double end) {
        markers.add(new Marker(text(name), start, end, category.isEmpty() ? -1 : text(category)));
    }

    private int text(String text) {
        return texts.computeIfAbsent(text, t -> texts.size());
    }

    private int stack(int site) {
        Integer existing = stackOfSite.get(site);
        if (existing != null) {
            return existing;
        }
        int stack = -1;
        List<ProfileFrame> frames = stacks.stack(site);
        for (int i = frames.size() - 1; i >= 0; i--) {
            boolean isInlined = i + 1 < frames.size() && isInlinedInto(frames.get(i), frames.get(i + 1));
            int frame = frame(frames.get(i), isInlined ? 1 : 0);
            stack = stackTable.computeIfAbsent(new StackKey(stack, frame), k -> stackTable.size());
        }
        stackOfSite.put(site, stack);
        return stack;
    }

    private static boolean isInlinedInto(ProfileFrame inner, ProfileFrame outer) {
        return inner.mapping() >= 0 && inner.mapping() == outer.mapping() && inner.address() == outer.address();
    }

    private int frame(ProfileFrame f, int inlineDepth) {
        String module = f.module().substring(f.module().lastIndexOf('/') + 1);
        int resource = module.isEmpty() ? -1 : resourceTable.computeIfAbsent(text(module), t -> resourceTable.size());
        FunctionKey key = new FunctionKey(text(f.function()), f.file().isEmpty() ? -1 : text(f.file()), resource);
        int function = functionTable.computeIfAbsent(key, k -> functionTable.size());
        long address = f.mapping() < 0 ? -1 : f.address();
        return frameTable.computeIfAbsent(
                new FrameKey(function, f.line(), address, inlineDepth), k -> frameTable.size());
    }

    /// Writes the tables as fields of the thread's object.
    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("samples");
        writeNumbers(json, "stack", sampleStacks);
        json.writeArrayFieldStart("time");
        for (double t : sampleTimes) {
            json.writeNumber(t);
        }
        json.writeEndArray();
        json.writeNullField("weight");
        json.writeStringField("weightType", "samples");
        json.writeNumberField("length", sampleTimes.size());
        json.writeEndObject();
        writeMarkers(json);
        writeStacks(json);
        writeFrames(json);
        writeFunctions(json);
        json.writeArrayFieldStart("stringArray");
        for (String t : texts.keySet()) {
            json.writeString(t);
        }
        json.writeEndArray();
    }

    private void writeMarkers(JsonGenerator json) throws IOException {
        List<String> categories = new ArrayList<>(texts.keySet());
        json.writeObjectFieldStart("markers");
        json.writeArrayFieldStart("data");
        for (Marker m : markers) {
            json.writeStartObject();
            json.writeStringField("type", "Slice");
            if (m.category >= 0) {
                json.writeStringField("cat", categories.get(m.category));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        writeNumbers(json, "name", markers.stream().map(Marker::name).toList());
        json.writeArrayFieldStart("startTime");
        for (Marker m : markers) {
            json.writeNumber(m.start);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("endTime");
        for (Marker m : markers) {
            json.writeNumber(m.end);
        }
        json.writeEndArray();
        writeRepeated(json, "phase", "1", markers.size());
        writeRepeated(json, "category", "0", markers.size());
        json.writeNumberField("length", markers.size());
        json.writeEndObject();
    }

    private void writeStacks(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("stackTable");
        writeNumbers(
                json, "frame", stackTable.keySet().stream().map(StackKey::frame).toList());
        writeNumbers(
                json,
                "prefix",
                stackTable.keySet().stream().map(StackKey::prefix).toList());
        writeRepeated(json, "category", "0", stackTable.size());
        writeRepeated(json, "subcategory", "0", stackTable.size());
        json.writeNumberField("length", stackTable.size());
        json.writeEndObject();
    }

    private void writeFrames(JsonGenerator json) throws IOException {
        int count = frameTable.size();
        json.writeObjectFieldStart("frameTable");
        json.writeArrayFieldStart("address");
        for (FrameKey f : frameTable.keySet()) {
            json.writeNumber(f.address);
        }
        json.writeEndArray();
        writeNumbers(
                json,
                "inlineDepth",
                frameTable.keySet().stream().map(FrameKey::inlineDepth).toList());
        writeNumbers(
                json,
                "func",
                frameTable.keySet().stream().map(FrameKey::function).toList());
        json.writeArrayFieldStart("line");
        for (FrameKey f : frameTable.keySet()) {
            if (f.line > 0) {
                json.writeNumber(f.line);
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
        writeRepeated(json, "category", "0", count);
        writeRepeated(json, "subcategory", "0", count);
        writeRepeated(json, "nativeSymbol", "null", count);
        writeRepeated(json, "innerWindowID", "0", count);
        writeRepeated(json, "column", "null", count);
        json.writeNumberField("length", count);
        json.writeEndObject();
    }

    private void writeFunctions(JsonGenerator json) throws IOException {
        int count = functionTable.size();
        json.writeObjectFieldStart("funcTable");
        writeNumbers(
                json,
                "name",
                functionTable.keySet().stream().map(FunctionKey::name).toList());
        writeNumbers(
                json,
                "fileName",
                functionTable.keySet().stream().map(FunctionKey::file).toList());
        json.writeArrayFieldStart("resource");
        for (FunctionKey f : functionTable.keySet()) {
            json.writeNumber(f.resource);
        }
        json.writeEndArray();
        writeRepeated(json, "isJS", "false", count);
        writeRepeated(json, "relevantForJS", "false", count);
        writeRepeated(json, "lineNumber", "null", count);
        writeRepeated(json, "columnNumber", "null", count);
        json.writeNumberField("length", count);
        json.writeEndObject();
        json.writeObjectFieldStart("resourceTable");
        writeNumbers(json, "name", List.copyOf(resourceTable.keySet()));
        writeRepeated(json, "lib", "null", resourceTable.size());
        writeRepeated(json, "host", "null", resourceTable.size());
        // Type 1 is a library.
        writeRepeated(json, "type", "1", resourceTable.size());
        json.writeNumberField("length", resourceTable.size());
        json.writeEndObject();
        json.writeObjectFieldStart("nativeSymbols");
        for (String column : List.of("libIndex", "address", "name", "functionSize")) {
            writeRepeated(json, column, "null", 0);
        }
        json.writeNumberField("length", 0);
        json.writeEndObject();
    }

    /// Writes a column of indexes. Negative indexes are written as null.
    private static void writeNumbers(JsonGenerator json, String name, List<Integer> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (int value : values) {
            if (value < 0) {
                json.writeNull();
            } else {
                json.writeNumber(value);
            }
        }
        json.writeEndArray();
    }

    /// Writes a column with the same value in all rows.
    private static void writeRepeated(JsonGenerator json, String name, String value, int count) throws IOException {
        json.writeArrayFieldStart(name);
        for (int i = 0; i < count; i++) {
            json.writeRawValue(value);
        }
        json.writeEndArray();
    }
}
