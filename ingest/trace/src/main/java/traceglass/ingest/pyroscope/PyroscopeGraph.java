package traceglass.ingest.pyroscope;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.tracker.stack.NamedFrames;

/// A flame graph: the names of functions, and levels of bars from the outermost frames inward. A bar is four numbers:
/// its distance to the bar on its left, its value, its self value, and its name. The first level is the
/// total.
final class PyroscopeGraph {

    private static final int NUMBERS = 4;
    /// Members of the outermost object with the data. The API of the server calls the flame graph `flamegraph`.
    private static final Set<String> MEMBERS = Set.of("flamebearer", "flamegraph", "metadata");
    private static final double NS_PER_S = 1e9;

    private final List<String> names = new ArrayList<>();
    private final List<GrowingLongs> levels = new ArrayList<>();
    private String format = "single";
    private String units = "samples";
    private String name = "";
    private double sampleRate;

    /// Receives a stack and its self value.
    interface Sink {
        void addStack(int callsite, double value);
    }

    /// Reads the file as far as its JSON is valid.
    void read(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && MEMBERS.contains(key)) {
                readMembers(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private void readMembers(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "names" -> readNames(json);
                case "levels" -> readLevels(json);
                case "format" -> format = readText(json, format);
                case "units" -> units = readText(json, units);
                case "name" -> name = readText(json, name);
                case "sampleRate" -> sampleRate = value.isNumeric() ? json.getDoubleValue() : 0;
                default -> json.skipChildren();
            }
        }
    }

    private static String readText(JsonParser json, String fallback) throws IOException {
        String text = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : fallback;
        json.skipChildren();
        return text;
    }

    private void readNames(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            names.add(readText(json, ""));
        }
    }

    private void readLevels(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            GrowingLongs level = new GrowingLongs();
            levels.add(level);
            if (t == JsonToken.START_ARRAY) {
                readLevel(json, level);
            } else if (t == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    boolean areValues = json.currentName().equals("values");
                    if (json.nextToken() == JsonToken.START_ARRAY && areValues) {
                        readLevel(json, level);
                    } else {
                        json.skipChildren();
                    }
                }
            } else {
                json.skipChildren();
            }
        }
    }

    /// Reads the numbers of a level, which the API of the server writes as strings.
    private static void readLevel(JsonParser json, GrowingLongs level) throws IOException {
        for (JsonToken n = json.nextToken(); n != JsonToken.END_ARRAY && n != null; n = json.nextToken()) {
            if (n == JsonToken.VALUE_STRING) {
                level.add((long) json.getValueAsDouble());
            } else {
                level.add(n.isNumeric() ? (long) json.getDoubleValue() : 0);
            }
            json.skipChildren();
        }
    }

    /// Returns whether there are no bars.
    boolean isEmpty() {
        return levels.stream().allMatch(level -> level.size() < NUMBERS);
    }

    boolean isComparison() {
        return format.equals("double");
    }

    String title() {
        return name.isEmpty() ? "Pyroscope" : name;
    }

    /// Returns the measured quantity: `cpu` for samples taken at a rate.
    String measure() {
        return isTime() ? "cpu" : units;
    }

    String unit() {
        return switch (units) {
            case "bytes" -> "bytes";
            case "lock_nanoseconds" -> "nanoseconds";
            default -> isTime() ? "nanoseconds" : "count";
        };
    }

    private boolean isTime() {
        return units.equals("samples") && sampleRate > 0;
    }

    /// Bars of a level: their starts and ends, and their callsites.
    private static final class Bars {
        final GrowingLongs starts = new GrowingLongs();
        final GrowingLongs ends = new GrowingLongs();
        final GrowingInts callsites = new GrowingInts();

        void add(long start, long end, int callsite) {
            starts.add(start);
            ends.add(end);
            callsites.add(callsite);
        }
    }

    /// Visits the stacks with a self value.
    void forEachStack(NamedFrames frames, Sink sink) {
        double scale = isTime() ? NS_PER_S / sampleRate : 1;
        Bars callerBars = new Bars();
        for (int depth = 0; depth < levels.size(); depth++) {
            GrowingLongs level = levels.get(depth);
            Bars bars = new Bars();
            long x = 0;
            int caller = 0;
            for (int i = 0; i + NUMBERS <= level.size(); i += NUMBERS) {
                long start = x + level.get(i);
                x = start + level.get(i + 1);
                while (caller < callerBars.starts.size() && callerBars.ends.get(caller) <= start) {
                    caller++;
                }
                int parent = caller < callerBars.starts.size() && callerBars.starts.get(caller) <= start
                        ? callerBars.callsites.get(caller)
                        : -1;
                long self = level.get(i + 2);
                // The total is not a function unless it has a self value.
                int callsite = depth == 0 && self == 0
                        ? -1
                        : frames.callsite(parent, frames.frame(null, name(level.get(i + 3))));
                bars.add(start, x, callsite);
                if (self > 0) {
                    sink.addStack(callsite, self * scale);
                }
            }
            callerBars = bars;
        }
    }

    private String name(long index) {
        return index >= 0 && index < names.size() ? names.get((int) index) : "[unknown]";
    }
}
