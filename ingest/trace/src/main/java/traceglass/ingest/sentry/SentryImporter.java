package traceglass.ingest.sentry;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Imports profiles of Sentry: those of transactions (sample format, version 1) and chunks of continuous profiles
/// (version 2).
public final class SentryImporter implements Importer {

    @Override
    public String id() {
        return "sentry";
    }

    @Override
    public String displayName() {
        return "Sentry profile";
    }

    @Override
    public int priority() {
        return 108;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        if (json.isArray() || json.has("traceEvents")) {
            return false;
        }
        // A long list of loaded images may come before the profile.
        boolean hasProfile = json.has("profile.frames") || json.has("profile.samples") || json.has("profile.stacks");
        return hasProfile || json.has("profiler_id", "platform") || json.has("event_id", "platform", "debug_meta");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        SentryProfile profile = new SentryProfile();
        try (JsonParser json = JsonStream.open(input)) {
            profile.read(json);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.SENTRY_TRUNCATED, input.position(), null);
        }
        if (profile.sampleCount() == 0) {
            throw new TraceProblem(input.name() + " is Sentry data without profile samples");
        }
        new SentryWriter(context, profile).write();
    }
}
