package traceglass.ingest.speedscope;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;

/// Imports speedscope files, which py-spy, rbspy, dotnet-trace and other tools write. Evented profiles become slices
/// and sampled profiles become stack samples, each on its own thread. Profiles that do not measure time become
/// aggregate profiles.
public final class SpeedscopeImporter implements Importer {

    @Override
    public String id() {
        return "speedscope";
    }

    @Override
    public String displayName() {
        return "speedscope profile";
    }

    @Override
    public int priority() {
        return 104;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.isArray() || json.has("meta") || json.has("traceEvents")) {
            return false;
        }
        String schema = json.value("$schema");
        return schema != null && schema.contains("speedscope")
                || json.has("shared.frames")
                || json.has("profiles") && (json.has("exporter") || json.has("activeProfileIndex"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        SpeedscopeFile file = new SpeedscopeFile(context);
        try (JsonParser json = JsonStream.open(input)) {
            file.read(json);
        }
        new SpeedscopeWriter(context, file).write();
    }
}
