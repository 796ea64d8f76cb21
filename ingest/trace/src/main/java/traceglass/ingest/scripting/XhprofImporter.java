package traceglass.ingest.scripting;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.callgrind.CallGraph;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports profiles of XHProf and Tideways, profilers for PHP, serialized or as JSON, alone or as the member `profile`
/// of XHGui's documents: for each caller and callee, `a==>b`, the number of calls and their time and memory, including
/// callees.
public final class XhprofImporter implements Importer {

    private static final String CALLS = "==>";
    private static final String PROFILE = "profile";
    private static final Pattern SERIALIZED = Pattern.compile("a:\\d{1,9}:\\{s:\\d{1,6}:\"");
    /// Members of a call, in the order of [#EVENTS].
    private static final List<String> METRICS = List.of("wt", "cpu", "mu", "pmu");
    private static final List<CallGraph.Event> EVENTS = List.of(
            new CallGraph.Event("wall", "nanoseconds", 1000),
            new CallGraph.Event("cpu", "nanoseconds", 1000),
            new CallGraph.Event("memory", "bytes", 1),
            new CallGraph.Event("peak_memory", "bytes", 1));

    @Override
    public String id() {
        return "xhprof";
    }

    @Override
    public String displayName() {
        return "PHP profile (XHProf)";
    }

    @Override
    public int priority() {
        return 108;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (!text.contains(CALLS) && !text.contains("main()")) {
            return false;
        }
        if (SERIALIZED.matcher(text).lookingAt()) {
            return text.contains(CALLS) && text.contains("s:2:\"wt\";");
        }
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && json.keys().stream().anyMatch(XhprofImporter::isCall);
    }

    private static boolean isCall(String key) {
        return key.contains(CALLS) || key.equals("main().wt") || key.equals("profile.main()");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Map<String, double[]> calls = new LinkedHashMap<>();
        try {
            if (input.head().length > 0 && input.head()[0] == 'a') {
                readSerialized(new PhpSerialized(new BufferedInputStream(input.asStream(), 1 << 16)), calls);
            } else {
                try (JsonParser json = JsonStream.open(input)) {
                    readJson(json, calls);
                }
            }
        } catch (JacksonException | EOFException | PhpSerialized.DamagedDataException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
        write(calls, context);
    }

    private static void readSerialized(PhpSerialized in, Map<String, double[]> calls) throws IOException {
        long count = in.beginArray();
        for (long i = 0; i < count; i++) {
            String call = in.readText();
            long members = in.beginArray();
            double[] values = new double[METRICS.size()];
            for (long j = 0; j < members; j++) {
                int metric = METRICS.indexOf(in.readText());
                double value = in.readNumber();
                if (metric >= 0) {
                    values[metric] = value;
                }
            }
            if (members >= 0) {
                calls.put(call, values);
                in.endArray();
            }
        }
    }

    private static void readJson(JsonParser json, Map<String, double[]> calls) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            boolean isObject = json.nextToken() == JsonToken.START_OBJECT;
            if (isObject && key.equals(PROFILE)) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String call = json.currentName();
                    if (json.nextToken() == JsonToken.START_OBJECT) {
                        calls.put(call, readValues(json));
                    } else {
                        json.skipChildren();
                    }
                }
            } else if (isObject && !key.equals("meta")) {
                calls.put(key, readValues(json));
            } else {
                json.skipChildren();
            }
        }
    }

    private static double[] readValues(JsonParser json) throws IOException {
        double[] values = new double[METRICS.size()];
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            int metric = METRICS.indexOf(json.currentName());
            JsonToken value = json.nextToken();
            if (metric >= 0 && value.isNumeric()) {
                values[metric] = json.getDoubleValue();
            } else {
                json.skipChildren();
            }
        }
        return values;
    }

    private static void write(Map<String, double[]> calls, ImportContext context) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < EVENTS.size(); i++) {
            int metric = i;
            if (calls.values().stream().anyMatch(v -> v[metric] > 0)) {
                used.add(i);
            }
        }
        CallGraph graph = new CallGraph(context, used.size());
        // Self values: inclusive values minus those of the callees.
        Map<Integer, double[]> selfValues = new LinkedHashMap<>();
        calls.forEach((call, values) -> {
            int split = call.indexOf(CALLS);
            int callee = graph.function(null, null, split < 0 ? call : call.substring(split + CALLS.length()), 0);
            int caller = split < 0 ? -1 : graph.function(null, null, call.substring(0, split), 0);
            for (int i = 0; i < used.size(); i++) {
                // Memory may shrink.
                double value = Math.max(0, values[used.get(i)]);
                selfValues.computeIfAbsent(callee, f -> new double[used.size()])[i] += value;
                if (caller >= 0) {
                    selfValues.computeIfAbsent(caller, f -> new double[used.size()])[i] -= value;
                    graph.addCall(caller, callee, i, value);
                }
            }
        });
        selfValues.forEach((function, values) -> {
            for (int i = 0; i < values.length; i++) {
                graph.addSelf(function, i, Math.max(0, values[i]));
            }
        });
        graph.write(
                "xhprof_file", "xhprof", "[php]", used.stream().map(EVENTS::get).toList());
    }
}
