package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;

/// Reads the JSON of a profile and passes on each thread as soon as everything to which it refers has been read. The
/// profiles of child processes are nested in their parent's profile.
final class GeckoReader {

    /// Maximum nesting of profiles. Real files have two levels: a developer tools file, and child processes in its
    /// profile.
    private static final int MAX_PROFILES = 4;

    private final ImportContext context;
    private final GeckoWriter writer;
    private int children;
    private GeckoProfile top;

    GeckoReader(ImportContext context, GeckoWriter writer) {
        this.context = context;
        this.writer = writer;
    }

    /// Reads the profile of a file and of its child processes. On an error, the data read before it has already
    /// been passed on.
    void read(JsonParser in) throws IOException {
        if (in.nextToken() == JsonToken.START_OBJECT) {
            top = new GeckoProfile(0);
            readProfile(in, top, 0);
        }
    }

    private void readProfile(JsonParser in, GeckoProfile profile, int depth) throws IOException {
        try {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String key = in.currentName();
                JsonToken value = in.nextToken();
                if (value == JsonToken.START_OBJECT) {
                    switch (key) {
                        case "meta" -> readMeta(in, profile);
                        case "shared" -> {
                            profile.shared = new GeckoThread();
                            readThread(in, profile.shared, profile);
                        }
                        // A developer tools file: the profile is one of its members.
                        case "profile" -> readNested(in, profile, depth);
                        default -> in.skipChildren();
                    }
                } else if (value == JsonToken.START_ARRAY) {
                    switch (key) {
                        case "libs" -> readLibraries(in, profile);
                        case "threads" -> readThreads(in, profile);
                        case "processes" -> readProcesses(in, depth);
                        case "counters" -> readCounters(in, profile);
                        default -> in.skipChildren();
                    }
                }
            }
        } finally {
            for (GeckoThread thread : profile.waiting) {
                writer.writeThread(profile, top, thread);
            }
            profile.waiting.clear();
            for (GeckoProfile.Counter counter : profile.counters) {
                writer.writeCounter(profile, top, counter);
            }
            profile.counters.clear();
        }
    }

    private void readNested(JsonParser in, GeckoProfile profile, int depth) throws IOException {
        if (depth >= MAX_PROFILES) {
            in.skipChildren();
        } else {
            readProfile(in, profile, depth + 1);
        }
    }

    private void readProcesses(JsonParser in, int depth) throws IOException {
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            if (t == JsonToken.START_OBJECT && depth < MAX_PROFILES) {
                readProfile(in, new GeckoProfile(++children), depth + 1);
            } else {
                in.skipChildren();
            }
        }
    }

    private void readMeta(JsonParser in, GeckoProfile profile) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "startTime" -> profile.startMs = GeckoValues.readAnyNumber(in, value);
                case "startTimeAsClockMonotonicNanosecondsSinceBoot" ->
                    profile.monotonicNs = GeckoValues.readAnyNumber(in, value);
                case "categories" -> readCategories(in, value, profile);
                case "markerSchema" -> readSchemas(in, value, profile);
                case "sampleUnits" -> readUnits(in, value, profile);
                case "product", "oscpu", "platform", "toolkit", "abi", "misc", "CPUName", "appBuildID", "arguments" -> {
                    String text = GeckoValues.readText(in, value);
                    if (text != null && !text.isEmpty() && profile == top) {
                        context.metadata().setDynamic("gecko." + key, text);
                    }
                }
                default -> in.skipChildren();
            }
        }
        profile.hasMeta = true;
        if (profile == top) {
            writer.setClocks(profile);
        }
    }

    private static void readLibraries(JsonParser in, GeckoProfile profile) throws IOException {
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            Map<String, String> library = new HashMap<>();
            if (t == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    library.put(key, orEmpty(GeckoValues.readText(in, in.nextToken())));
                }
            } else {
                in.skipChildren();
            }
            profile.libraries.add(new GeckoProfile.Library(
                    library.getOrDefault("name", ""),
                    library.getOrDefault("debugName", ""),
                    library.getOrDefault("breakpadId", "")));
        }
    }

    private static void readCategories(JsonParser in, JsonToken value, GeckoProfile profile) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            String name = "";
            if (t == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isName = in.currentName().equals("name");
                    String text = GeckoValues.readText(in, in.nextToken());
                    name = isName && text != null ? text : name;
                }
            } else {
                in.skipChildren();
            }
            profile.categories.add(name);
        }
    }

    private static void readUnits(JsonParser in, JsonToken value, GeckoProfile profile) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            boolean isCpu = in.currentName().equals("threadCPUDelta");
            String unit = GeckoValues.readText(in, in.nextToken());
            profile.cpuUnit = isCpu && unit != null ? unit : profile.cpuUnit;
        }
    }

    /// Reads which payload members are flow ids: `[{"name": …, "fields": [{"key": …, "format": "flow-id"}]}]`.
    /// Older schemas have `data` instead of `fields`.
    private static void readSchemas(JsonParser in, JsonToken value, GeckoProfile profile) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        String key = null;
        String format = null;
        int depth = 1;
        while (depth > 0) {
            JsonToken t = in.nextToken();
            if (t == null) {
                return;
            }
            depth += t.isStructStart() ? 1 : t.isStructEnd() ? -1 : 0;
            if (t == JsonToken.START_OBJECT) {
                key = null;
                format = null;
            } else if (t == JsonToken.VALUE_STRING && "key".equals(in.currentName())) {
                key = in.getText();
            } else if (t == JsonToken.VALUE_STRING && "format".equals(in.currentName())) {
                format = in.getText();
            } else if (t == JsonToken.END_OBJECT && key != null && format != null) {
                if (format.equals("flow-id")) {
                    profile.flowFields.continuing().add(key);
                } else if (format.equals("terminating-flow-id")) {
                    profile.flowFields.ending().add(key);
                }
                key = null;
            }
        }
    }

    private void readThreads(JsonParser in, GeckoProfile profile) throws IOException {
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            context.progress().check();
            if (t == JsonToken.START_OBJECT) {
                GeckoThread thread = new GeckoThread();
                boolean isComplete = false;
                try {
                    readThread(in, thread, profile);
                    isComplete = true;
                } finally {
                    if (!isComplete) {
                        profile.waiting.add(thread);
                    }
                }
                if (profile.hasMeta && thread.isComplete()) {
                    writer.writeThread(profile, top, thread);
                } else {
                    profile.waiting.add(thread);
                }
            } else {
                in.skipChildren();
            }
        }
    }

    private void readThread(JsonParser in, GeckoThread thread, GeckoProfile profile) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "name" -> thread.name = GeckoValues.readText(in, value);
                case "processName" -> thread.processName = GeckoValues.readText(in, value);
                case "pid" -> thread.pid = GeckoValues.readId(in, value);
                case "tid" -> thread.tid = GeckoValues.readId(in, value);
                case "stringTable", "stringArray" -> readStrings(in, value, thread);
                case "samples" -> readTable(in, value, thread.samples, GeckoThread.SAMPLES, null);
                case "stackTable" -> readTable(in, value, thread.stacks, GeckoThread.STACKS, null);
                case "frameTable" -> readTable(in, value, thread.frames, GeckoThread.FRAMES, null);
                case "funcTable" -> readTable(in, value, thread.functions, GeckoThread.FUNCTIONS, null);
                case "resourceTable" -> readTable(in, value, thread.resources, GeckoThread.RESOURCES, null);
                case "jsAllocations" -> readTable(in, value, thread.jsAllocations, GeckoThread.ALLOCATIONS, null);
                case "nativeAllocations" ->
                    readTable(in, value, thread.nativeAllocations, GeckoThread.ALLOCATIONS, null);
                case "markers" ->
                    readTable(in, value, thread.markers, GeckoThread.MARKERS, (row, p) -> {
                        // Older markers have neither phases nor durations and are not shown.
                        if (thread.markers.has("time")) {
                            p.skipChildren();
                            return Double.NaN;
                        }
                        return thread.payloads.read(row, p, context, profile.flowFields);
                    });
                default -> in.skipChildren();
            }
        }
    }

    private static void readTable(
            JsonParser in, JsonToken value, GeckoTable table, List<String> columns, GeckoTable.CellReader cells)
            throws IOException {
        if (value == JsonToken.START_OBJECT) {
            table.read(in, columns, cells);
        } else {
            in.skipChildren();
        }
    }

    private static void readStrings(JsonParser in, JsonToken value, GeckoThread thread) throws IOException {
        if (value == JsonToken.START_ARRAY) {
            thread.strings = GeckoValues.readStrings(in);
        } else if (value == JsonToken.START_OBJECT) {
            // The web page writes this table as an object: `{"_array": […], "_stringToIndex": {}}`.
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                boolean isArray = in.currentName().equals("_array");
                if (in.nextToken() == JsonToken.START_ARRAY && isArray) {
                    thread.strings = GeckoValues.readStrings(in);
                } else {
                    in.skipChildren();
                }
            }
        } else {
            in.skipChildren();
        }
    }

    private static void readCounters(JsonParser in, GeckoProfile profile) throws IOException {
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            if (t == JsonToken.START_OBJECT) {
                GeckoProfile.Counter counter = new GeckoProfile.Counter();
                profile.counters.add(counter);
                readCounter(in, counter);
            } else {
                in.skipChildren();
            }
        }
    }

    private static void readCounter(JsonParser in, GeckoProfile.Counter counter) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "name" -> counter.name = orEmpty(GeckoValues.readText(in, value));
                case "category" -> counter.category = orEmpty(GeckoValues.readText(in, value));
                case "description" -> counter.description = orEmpty(GeckoValues.readText(in, value));
                case "pid" -> counter.pid = GeckoValues.readId(in, value);
                case "samples" -> readSamples(in, value, counter);
                case "sampleGroups", "sample_groups" -> readGroups(in, value, counter);
                default -> in.skipChildren();
            }
        }
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    /// Reads the sample groups of a counter. Firefox has only ever written one.
    private static void readGroups(JsonParser in, JsonToken value, GeckoProfile.Counter counter) throws IOException {
        if (value == JsonToken.START_OBJECT) {
            readSampleGroup(in, counter);
        } else if (value == JsonToken.START_ARRAY) {
            for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
                if (t == JsonToken.START_OBJECT) {
                    readSampleGroup(in, counter);
                } else {
                    in.skipChildren();
                }
            }
        } else {
            in.skipChildren();
        }
    }

    private static void readSampleGroup(JsonParser in, GeckoProfile.Counter counter) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            boolean areSamples = in.currentName().equals("samples");
            JsonToken value = in.nextToken();
            if (areSamples) {
                readSamples(in, value, counter);
            } else {
                in.skipChildren();
            }
        }
    }

    private static void readSamples(JsonParser in, JsonToken value, GeckoProfile.Counter counter) throws IOException {
        GeckoTable table = new GeckoTable();
        counter.samples.add(table);
        readTable(in, value, table, GeckoProfile.COUNTER, null);
    }
}
