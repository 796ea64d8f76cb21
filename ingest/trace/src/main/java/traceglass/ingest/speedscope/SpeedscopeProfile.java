package traceglass.ingest.speedscope;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.LongIntMap;

/// One profile of a file: opening and closing frames (`evented`) or stack samples (`sampled`). Stacks are stored as
/// nodes of a tree, so that millions of samples need little memory.
final class SpeedscopeProfile {

    static final int NO_NODE = -1;

    private String name = "";
    private String unit = "none";
    private Value start = Value.ZERO;
    private Value end;
    /// Times of events relative to the first one, in the unit of the profile.
    private final GrowingDoubles times = new GrowingDoubles();
    private Value firstTime;
    /// Frame index times 2, plus 1 if the frame closes.
    private final GrowingInts events = new GrowingInts();
    private final GrowingInts samples = new GrowingInts();
    private final GrowingDoubles weights = new GrowingDoubles();
    private final GrowingInts parents = new GrowingInts();
    private final GrowingInts frames = new GrowingInts();
    private final LongIntMap nodes = new LongIntMap();
    private int invalid;

    /// A number split into two parts, so that times in ns since 1970 remain exact.
    record Value(long integer, double fraction) {

        static final Value ZERO = new Value(0, 0);

        static Value of(JsonParser json) throws IOException {
            if (json.currentToken() == JsonToken.VALUE_NUMBER_INT
                    && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return new Value(json.getLongValue(), 0);
            }
            double number = json.getDoubleValue();
            double floor = Double.isFinite(number) ? Math.floor(number) : 0;
            return new Value((long) floor, Double.isFinite(number) ? number - floor : 0);
        }

        double minus(Value other) {
            return (double) (integer - other.integer) + (fraction - other.fraction);
        }

        /// Returns the value in ns.
        ///
        /// @param scale length of a unit in ns
        long toNs(long scale) {
            return integer * scale + Math.round(fraction * scale);
        }
    }

    /// Reads the object whose START_OBJECT token has been read. The data read so far is kept if reading fails.
    void read(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "name" -> name = value == JsonToken.VALUE_STRING ? json.getText() : name;
                case "unit" -> unit = value == JsonToken.VALUE_STRING ? json.getText() : unit;
                case "startValue" -> start = value.isNumeric() ? Value.of(json) : start;
                case "endValue" -> end = value.isNumeric() ? Value.of(json) : end;
                case "events" -> readEvents(json);
                case "samples" -> readSamples(json);
                case "weights" -> readWeights(json);
                default -> json.skipChildren();
            }
        }
    }

    private void readEvents(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t == JsonToken.START_OBJECT) {
                readEvent(json);
            } else {
                json.skipChildren();
                invalid++;
            }
        }
    }

    private void readEvent(JsonParser json) throws IOException {
        char type = 0;
        int frame = -1;
        Value time = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("type") && value == JsonToken.VALUE_STRING && json.getTextLength() == 1) {
                type = json.getTextCharacters()[json.getTextOffset()];
            } else if (key.equals("frame") && value.isNumeric()) {
                frame = readIndex(json);
            } else if (key.equals("at") && value.isNumeric()) {
                time = Value.of(json);
            } else {
                json.skipChildren();
            }
        }
        if (type != 'O' && type != 'C' || frame < 0 || time == null) {
            invalid++;
            return;
        }
        if (firstTime == null) {
            firstTime = time;
        }
        times.add(time.minus(firstTime));
        events.add(frame << 1 | (type == 'C' ? 1 : 0));
    }

    /// Returns the index of a frame, or -1 if the value is not a number.
    private static int readIndex(JsonParser json) throws IOException {
        double value = json.getDoubleValue();
        return value >= 0 && value < 1 << 30 ? (int) value : -1;
    }

    private void readSamples(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            int node = NO_NODE;
            if (t == JsonToken.START_ARRAY) {
                for (JsonToken f = json.nextToken(); f != JsonToken.END_ARRAY && f != null; f = json.nextToken()) {
                    int frame = f.isNumeric() ? readIndex(json) : -1;
                    if (frame < 0) {
                        json.skipChildren();
                        invalid++;
                    } else {
                        node = node(node, frame);
                    }
                }
            } else {
                json.skipChildren();
                invalid++;
            }
            samples.add(node);
        }
    }

    /// Returns the node of a stack, adding it if it is new.
    int node(int parent, int frame) {
        long key = (long) (parent + 1) << 32 | frame;
        int existing = nodes.get(key);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int node = parents.size();
        parents.add(parent);
        frames.add(frame);
        nodes.put(key, node);
        return node;
    }

    private void readWeights(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t.isNumeric()) {
                double weight = json.getDoubleValue();
                weights.add(weight >= 0 && Double.isFinite(weight) ? weight : 0);
            } else {
                json.skipChildren();
                weights.add(0);
            }
        }
    }

    String name() {
        return name;
    }

    /// Returns the unit: `none`, `bytes` or a unit of time.
    String unit() {
        return unit;
    }

    /// Returns the length of a unit of this profile in ns; 0 if it does not measure time.
    long scale() {
        return switch (unit) {
            case "nanoseconds" -> 1;
            case "microseconds" -> 1_000;
            case "milliseconds" -> 1_000_000;
            case "seconds" -> 1_000_000_000;
            default -> 0;
        };
    }

    /// Returns the time at which samples start, or the time of the first event if that is earlier.
    Value start() {
        return firstTime != null && firstTime.minus(start) < 0 ? firstTime : start;
    }

    /// Returns the number of elements that could not be read.
    int invalid() {
        return invalid;
    }

    int eventCount() {
        return events.size();
    }

    int frameOfEvent(int i) {
        return events.get(i) >>> 1;
    }

    boolean closes(int i) {
        return (events.get(i) & 1) != 0;
    }

    /// Returns the time of an event relative to the first one, in the unit of the profile.
    double timeOfEvent(int i) {
        return times.get(i);
    }

    /// Returns the time of the first event, or the start if there is none.
    Value firstTime() {
        return firstTime == null ? start : firstTime;
    }

    /// Returns the end of the profile, or null if it is missing.
    Value end() {
        return end;
    }

    int sampleCount() {
        return samples.size();
    }

    /// Returns the innermost node of a sample; [#NO_NODE] if its stack is empty.
    int nodeOfSample(int i) {
        return samples.get(i);
    }

    /// Returns the weight of a sample in the unit of the profile; 1 if the file has no weight for the sample.
    double weight(int i) {
        return i < weights.size() ? weights.get(i) : 1;
    }

    int nodeCount() {
        return parents.size();
    }

    /// Returns the caller's node; [#NO_NODE] for an outermost frame. Callers have smaller numbers than their
    /// callees.
    int parent(int node) {
        return parents.get(node);
    }

    int frameOfNode(int node) {
        return frames.get(node);
    }
}
