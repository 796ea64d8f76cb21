package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports profiles of the Firefox Profiler: as Firefox writes them (Gecko profile format, versions 3 to 36) and as its
/// web page saves them (processed profile format, versions 1 to 70), which samply writes too. Both are described in
/// docs-developer of the repository firefox-devtools/profiler.
public final class GeckoImporter implements Importer {

    private static final String DEVELOPER_TOOLS = "Recorded Performance Data";

    @Override
    public String id() {
        return "gecko";
    }

    @Override
    public String displayName() {
        return "Firefox Profiler profile";
    }

    @Override
    public int priority() {
        return 100;
    }

    /// Accepts JSON that begins with `meta` or `libs`, or that has `meta` with the members of such a profile.
    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        // The form of 2013 and before has no threads.
        if (json.isArray() || json.has("profileJSON")) {
            return false;
        }
        Set<String> keys = json.keys();
        String first = keys.isEmpty() ? "" : keys.iterator().next();
        boolean hasMeta = json.has("meta")
                && (json.has("meta.interval")
                        || json.has("meta.startTime")
                        || json.has("meta.categories")
                        || json.has("meta.preprocessedProfileVersion")
                        || json.has("meta.processType"));
        return hasMeta
                || first.equals("libs")
                || DEVELOPER_TOOLS.equals(json.value("fileType"))
                || first.equals("meta") && (json.has("threads") || json.has("libs") || json.has("shared"))
                // Files of the developer tools have their type at the end, beyond the inspected bytes.
                || first.equals("label") && json.has("duration", "markers");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        GeckoWriter writer = new GeckoWriter(context);
        SamplySymbolsImporter.readNextTo(input, context);
        try (JsonParser in = JsonStream.open(input)) {
            new GeckoReader(context, writer).read(in);
        } catch (JacksonException e) {
            if (!writer.hasWritten()) {
                throw new TraceProblem(
                        input.name() + " ends early or is not valid JSON: " + e.getOriginalMessage() + ", at "
                                + e.getLocation().getByteOffset() + " bytes",
                        e);
            }
            context.logs().recordAt(StatNames.GECKO_TRUNCATED, input.position(), null);
        }
    }
}
