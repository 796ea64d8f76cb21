package traceglass.ingest.web;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.store.names.StatNames;

/// Imports recordings that the Timelines tab of Safari's Web Inspector exports as JSON: layout, scripts and frames,
/// requests, CPU load, memory, and JavaScript samples.
public final class SafariTimelineImporter implements Importer {

    @Override
    public String id() {
        return "safari_timeline";
    }

    @Override
    public String displayName() {
        return "Safari timeline";
    }

    @Override
    public int priority() {
        return 101;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray() && json.has("version", "recording.instrumentTypes");
    }

    /// Content of a file. The records contain the time of day at which the recording started, so all are read before
    /// any is written.
    ///
    /// @param samples stacks of the samples
    /// @param durations durations of the samples in seconds; empty if they were not recorded
    record Recording(List<Object> records, List<Object> markers, List<Object> samples, List<Object> durations) {
        Recording() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        private List<Object> list(String key) {
            return switch (key) {
                case "records" -> records;
                case "markers" -> markers;
                case "sampleStackTraces" -> samples;
                case "sampleDurations" -> durations;
                default -> null;
            };
        }
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        Recording recording = new Recording();
        try (JsonParser in = JsonStream.open(input)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isRecording = in.currentName().equals("recording");
                    if (in.nextToken() == JsonToken.START_OBJECT && isRecording) {
                        read(in, recording, context);
                    } else {
                        in.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SAFARI_TIMELINE_TRUNCATED, input.position(), null);
        }
        new SafariTimeline(context).write(recording);
    }

    private static void read(JsonParser in, Recording recording, ImportContext context) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            List<Object> list = recording.list(key);
            if (list != null && value == JsonToken.START_ARRAY) {
                while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
                    list.add(JsonTree.read(in));
                }
            } else if (value == JsonToken.VALUE_STRING && key.equals("displayName")) {
                context.metadata().setDynamic("safari_recording", in.getText());
            } else {
                in.skipChildren();
            }
        }
    }
}
