package traceglass.convert.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.JsonOutput;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.text.DisplayText;

/// The processed Firefox profile format, version 48, which the Firefox Profiler upgrades to its own version. Each
/// thread has its callstack samples, and its slices as markers.
public final class FirefoxConversion implements Conversion {

    private static final int VERSION = 29;
    private static final int PROCESSED_VERSION = 48;
    private static final double NS_PER_MS = 1e6;

    private static final String THREADS = """
        SELECT t.utid, t.tid, coalesce(t.name, ''), coalesce(p.pid, 0), coalesce(p.name, ''), coalesce(t.is_main_thread, 0)
        FROM thread AS t LEFT JOIN process AS p USING (upid)
        WHERE t.utid IN (SELECT utid FROM thread_track JOIN slice ON slice.track_id = thread_track.id)
          OR t.utid IN (SELECT utid FROM __intrinsic_profiler_task_context AS c JOIN __intrinsic_profiler_sample AS s ON s.task_context_id = c.id)
        ORDER BY 4, 2\
        """;

    private record Thread(long utid, long tid, String name, long pid, String process, boolean isMain) {}

    @Override
    public String id() {
        return "firefox";
    }

    @Override
    public String extension() {
        return "json";
    }

    @Override
    public String description() {
        return "callstack samples and slices for the Firefox Profiler";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        Map<Long, Thread> threads = new LinkedHashMap<>();
        rows.query(THREADS, c -> {
            while (c.next()) {
                threads.put(
                        c.getLong(0),
                        new Thread(
                                c.getLong(0),
                                c.getLong(1),
                                c.getString(2),
                                c.getLong(3),
                                c.getString(4),
                                c.getLong(5) != 0));
            }
        });
        if (threads.isEmpty()) {
            throw new ConvertProblem("the trace has no callstack samples and no slices of threads");
        }
        ProfileStacks stacks = ProfileStacks.read(rows);
        Samples samples = new Samples(rows);
        List<Samples.Track> tracks = samples.tracks();
        String source = tracks.isEmpty() ? "" : tracks.getFirst().source();
        long others = tracks.stream()
                .filter(t -> !t.source().equals(source))
                .mapToLong(Samples.Track::samples)
                .sum();
        if (others > 0) {
            notes.accept("samples of profilers other than " + source + " were omitted: " + DisplayText.grouped(others));
        }
        long start = rows.number("SELECT start_ts FROM trace_bounds");
        try (JsonGenerator json = JsonOutput.to(out)) {
            json.writeStartObject();
            writeMeta(json);
            json.writeArrayFieldStart("libs");
            json.writeEndArray();
            for (String empty : List.of("pages", "counters", "profilerOverhead", "profilingLog")) {
                json.writeNullField(empty);
            }
            json.writeArrayFieldStart("threads");
            for (Thread thread : threads.values()) {
                progress.check();
                FirefoxThread tables = new FirefoxThread(stacks);
                for (Samples.Track t : tracks) {
                    if (t.utid() == thread.utid && t.source().equals(source)) {
                        samples.read(t, (ts, site) -> tables.addSample((ts - start) / NS_PER_MS, site));
                    }
                }
                writeSlices(rows, thread, start, tables);
                writeThread(thread, tables, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void writeSlices(TraceRows rows, Thread thread, long start, FirefoxThread tables)
            throws IOException, ConvertProblem {
        rows.query("""
            SELECT coalesce(s.name, ''), coalesce(s.category, ''), s.ts, CASE WHEN s.dur < 0 THEN b.end_ts ELSE s.ts + s.dur END
            FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id JOIN trace_bounds AS b ON true
            WHERE t.utid = %d ORDER BY s.ts, s.id\
            """.formatted(thread.utid), c -> {
            while (c.next()) {
                tables.addMarker(
                        c.getString(0),
                        c.getString(1),
                        (c.getLong(2) - start) / NS_PER_MS,
                        (c.getLong(3) - start) / NS_PER_MS);
            }
        });
    }

    private static void writeMeta(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("meta");
        json.writeNumberField("interval", 1);
        json.writeNumberField("startTime", 0);
        json.writeNumberField("processType", 0);
        json.writeNumberField("version", VERSION);
        json.writeNumberField("preprocessedProfileVersion", PROCESSED_VERSION);
        json.writeStringField("product", "Traceglass");
        json.writeNumberField("stackwalk", 1);
        json.writeBooleanField("symbolicated", true);
        json.writeArrayFieldStart("categories");
        json.writeStartObject();
        json.writeStringField("name", "Other");
        json.writeStringField("color", "grey");
        json.writeArrayFieldStart("subcategories");
        json.writeString("Other");
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeFieldName("markerSchema");
        json.writeRawValue("""
            [{"name":"Slice","display":["marker-chart","marker-table","timeline-overview"],"data":[{"key":"cat","label":"Category","format":"string"}]}]\
            """);
        json.writeFieldName("sampleUnits");
        json.writeRawValue("""
            {"time":"ms","eventDelay":"ms","threadCPUDelta":"ns"}\
            """);
        json.writeEndObject();
    }

    private static void writeThread(Thread thread, FirefoxThread tables, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("processType", "default");
        json.writeNumberField("processStartupTime", 0);
        json.writeNullField("processShutdownTime");
        json.writeNumberField("registerTime", 0);
        json.writeNullField("unregisterTime");
        json.writeArrayFieldStart("pausedRanges");
        json.writeEndArray();
        json.writeStringField("name", thread.name.isEmpty() ? "thread " + thread.tid : thread.name);
        if (!thread.process.isEmpty()) {
            json.writeStringField("processName", thread.process);
        }
        json.writeBooleanField("isMainThread", thread.isMain);
        json.writeNumberField("pid", thread.pid);
        json.writeNumberField("tid", thread.tid);
        tables.write(json);
        json.writeEndObject();
    }
}
