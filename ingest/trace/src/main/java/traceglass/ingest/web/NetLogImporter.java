package traceglass.ingest.web;

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
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports network logs of Chrome, Cronet and WebView (`chrome://net-export`, `--log-net-log`). The names of
/// events and sources are defined by constants at the start of the file. Source: `net/log` of Chromium.
public final class NetLogImporter implements Importer {

    @Override
    public String id() {
        return "netlog";
    }

    @Override
    public String displayName() {
        return "Chrome NetLog";
    }

    @Override
    public int priority() {
        return 101;
    }

    /// Accepts JSON with constants of the network stack. Members are sorted by name, so the inspected bytes may
    /// contain nothing but a list of field trials.
    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return json.has("constants.logEventTypes")
                || json.has("constants.activeFieldTrialGroups")
                || json.has("constants.addressFamily", "constants.certStatusFlag");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.clocks().useOnly(ClockId.of(ClockId.REALTIME));
        NetLogEvents events = new NetLogEvents(context);
        try (JsonParser in = JsonStream.open(input)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String key = in.currentName();
                    JsonToken value = in.nextToken();
                    if (key.equals("constants")) {
                        events.readConstants(JsonTree.read(in));
                    } else if (key.equals("events") && value == JsonToken.START_ARRAY) {
                        while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
                            events.add(JsonTree.read(in));
                        }
                    } else {
                        in.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            // Chrome completes the file only if it is closed or logging is stopped.
            context.logs().recordAt(StatNames.NETWORK_LOG_TRUNCATED, input.position(), null);
        }
    }
}
