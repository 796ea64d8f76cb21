package traceglass.ingest.devtools;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.text.TextHead;
import traceglass.store.names.StatNames;

/// Imports snapshots that DevTools exports. The timeline in them is a Perfetto trace, or Chrome events in older
/// versions, and is read by the importer of its format; Flutter frames and CPU profiler samples are added.
public final class SnapshotImporter implements Importer {

    private static final String SNAPSHOT_KEY = "devToolsSnapshot";

    @Override
    public String id() {
        return "devtools_snapshot";
    }

    @Override
    public String displayName() {
        return "snapshot of Dart DevTools";
    }

    @Override
    public int priority() {
        return 96;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > 0
                && head[0] == '{'
                && TextHead.of(head).contains('"' + SNAPSHOT_KEY + '"')
                && JsonHead.of(head).has(SNAPSHOT_KEY)
                // The oldest form is Chrome JSON with additional keys, which the Chrome importer reads.
                && !JsonHead.of(head).has("traceEvents");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try (EmbeddedTimeline timeline = new EmbeddedTimeline(input)) {
            FlutterFrames frames = new FlutterFrames();
            CpuSamples samples = new CpuSamples();
            try (JsonParser in = JsonStream.open(input)) {
                in.nextToken();
                readMembers(in, true, timeline, frames, samples);
            } catch (JacksonException e) {
                context.logs().recordAt(StatNames.DEVTOOLS_TRUNCATED, input.position(), null);
            }
            timeline.read(context);
            frames.write(context);
            samples.write(context);
            if (timeline.isEmpty() && frames.isEmpty() && samples.isEmpty()) {
                throw new TraceProblem(input.name() + " is a DevTools snapshot without a timeline or samples."
                        + " Export it on the performance page or in the CPU profiler.");
            }
        }
    }

    /// Reads the members of an object and of the nested objects for the pages of DevTools.
    private static void readMembers(
            JsonParser in, boolean isOuter, EmbeddedTimeline timeline, FlutterFrames frames, CpuSamples samples)
            throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            switch (key) {
                case "traceEvents" -> timeline.addEvents(in);
                case "traceBinary" -> timeline.addBytes(in);
                case "cpu-profiler", "cpuProfile", "cpuProfileData", "cpuProfiler" -> samples.read(in);
                case "flutterFrames" -> {
                    if (value != JsonToken.START_ARRAY) {
                        in.skipChildren();
                        break;
                    }
                    while (in.nextToken() != JsonToken.END_ARRAY) {
                        frames.add(JsonTree.read(in));
                    }
                }
                case "performance", "timeline" -> {
                    if (isOuter && value == JsonToken.START_OBJECT) {
                        readMembers(in, false, timeline, frames, samples);
                    } else {
                        in.skipChildren();
                    }
                }
                default -> in.skipChildren();
            }
        }
    }
}
