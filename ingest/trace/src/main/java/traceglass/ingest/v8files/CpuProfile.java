package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingLongs;

/// Content of a CPU profile. All times are in µs.
final class CpuProfile {

    private final V8Nodes nodes;
    private final GrowingLongs samples = new GrowingLongs();
    private final GrowingDoubles deltas = new GrowingDoubles();
    private final GrowingDoubles timestamps = new GrowingDoubles();
    private double startTime = Double.NaN;
    private boolean isOldFormat;

    CpuProfile(ImportContext context) {
        nodes = new V8Nodes(context);
    }

    /// Reads the document. The data read so far is kept if reading fails.
    void read(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "nodes" -> readNodes(json);
                case "head" -> {
                    if (value == JsonToken.START_OBJECT) {
                        isOldFormat = true;
                        nodes.read(json);
                    }
                }
                case "samples" -> readSamples(json);
                case "timeDeltas" -> readNumbers(json, deltas);
                case "timestamps" -> readNumbers(json, timestamps);
                case "startTime" -> startTime = value.isNumeric() ? json.getDoubleValue() : startTime;
                default -> json.skipChildren();
            }
        }
    }

    private void readNodes(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            if (t == JsonToken.START_OBJECT) {
                nodes.read(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private void readSamples(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            samples.add(t.isNumeric() ? (long) json.getDoubleValue() : -1);
            json.skipChildren();
        }
    }

    private static void readNumbers(JsonParser json, GrowingDoubles out) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY && t != null; t = json.nextToken()) {
            double value = t.isNumeric() ? json.getDoubleValue() : 0;
            out.add(Double.isFinite(value) ? value : 0);
            json.skipChildren();
        }
    }

    V8Nodes nodes() {
        return nodes;
    }

    int sampleCount() {
        return samples.size();
    }

    /// Returns the node of a sample; [V8Nodes#NONE] if it is unknown.
    int node(int sample) {
        return nodes.indexOf(samples.get(sample));
    }

    boolean hasTimes() {
        return samples.size() > 0 && (deltas.size() > 0 || timestamps.size() > 0);
    }

    /// Returns the times of the samples relative to the start of the profile. If a sample is earlier than the
    /// previous one, because the clocks of CPUs differ, it gets the previous sample's time.
    long[] timesNs() {
        long[] times = new long[samples.size()];
        double micros = 0;
        long last = 0;
        double start = start();
        for (int i = 0; i < times.length; i++) {
            if (timestamps.size() > 0) {
                micros = i < timestamps.size() ? timestamps.get(i) - start : micros;
            } else {
                micros += i < deltas.size() ? deltas.get(i) : 0;
            }
            last = Math.max(last, Math.round(micros * 1000));
            times[i] = last;
        }
        return times;
    }

    /// Returns the start in µs. The old format has the start in seconds but timestamps in µs.
    private double start() {
        return isOldFormat && timestamps.size() > 0 ? Math.min(timestamps.get(0), orFirst(startTime * 1e6)) : startTime;
    }

    private double orFirst(double micros) {
        // On some systems, the start time of the old format is from a different clock than the timestamps.
        return Double.isFinite(micros) && Math.abs(micros - timestamps.get(0)) < 1e8 ? micros : timestamps.get(0);
    }
}
