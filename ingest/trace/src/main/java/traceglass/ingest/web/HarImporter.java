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

/// Imports HTTP archives up to version 1.2 (see "HAR 1.2 Spec" by Jan Odvarko), as saved by the developer tools of
/// browsers and by proxies.
public final class HarImporter implements Importer {

    @Override
    public String id() {
        return "har";
    }

    @Override
    public String displayName() {
        return "HTTP archive (HAR)";
    }

    @Override
    public int priority() {
        return 101;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return json.has("log.entries") || json.has("log.version", "log.creator");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.clocks().useOnly(ClockId.of(ClockId.REALTIME));
        HarRequests requests = new HarRequests(context);
        try (JsonParser in = JsonStream.open(input)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isLog = in.currentName().equals("log");
                    if (in.nextToken() == JsonToken.START_OBJECT && isLog) {
                        readLog(in, requests);
                    } else {
                        in.skipChildren();
                    }
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.NETWORK_LOG_TRUNCATED, input.position(), null);
        }
        requests.finish();
    }

    private static void readLog(JsonParser in, HarRequests requests) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            boolean isArray = in.nextToken() == JsonToken.START_ARRAY;
            switch (key) {
                case "creator", "browser" -> requests.setProgram(key, JsonTree.read(in));
                case "pages", "entries" -> {
                    if (!isArray) {
                        in.skipChildren();
                        continue;
                    }
                    while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
                        Object element = JsonTree.read(in);
                        if (key.equals("pages")) {
                            requests.addPage(element);
                        } else {
                            requests.addEntry(element);
                        }
                    }
                }
                default -> in.skipChildren();
            }
        }
    }
}
