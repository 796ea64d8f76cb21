package traceglass.ingest.v8files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;

/// Imports CPU profiles of V8 (`.cpuprofile`): objects of type `Profile` of the DevTools protocol, or the format used
/// before 2017, in which nodes contain their children.
public final class CpuProfileImporter implements Importer {

    @Override
    public String id() {
        return "cpuprofile";
    }

    @Override
    public String displayName() {
        return "V8 CPU profile";
    }

    @Override
    public int priority() {
        return 106;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.isArray()
                || json.has("edges")
                || json.has("snapshot")
                || json.has("traceEvents")
                || json.has("meta")) {
            return false;
        }
        boolean isNew = json.has("nodes") && (json.has("timeDeltas") || V8Files.contains(head, "\"callFrame\""))
                || json.has("samples", "timeDeltas");
        boolean isOld = json.has("head.functionName") && !V8Files.contains(head, "\"selfSize\"");
        return isNew || isOld;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        CpuProfile profile = new CpuProfile(context);
        try (JsonParser json = JsonStream.open(input)) {
            profile.read(json);
        } catch (JacksonException e) {
            V8Files.countTruncated(context, e);
        }
        profile.nodes().resolve();
        new CpuProfileWriter(context, profile).write(input);
    }
}
