package traceglass.ingest.database;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports rows of ClickHouse's table `system.trace_log`, the samples of its query profiler, as one JSON object per
/// line (format `JSONEachRow`).
public final class ClickHouseTraceImporter implements Importer {

    @Override
    public String id() {
        return "clickhouse_trace_log";
    }

    @Override
    public String displayName() {
        return "ClickHouse trace log";
    }

    /// Tried before the importer of other JSON lines.
    @Override
    public int priority() {
        return 108;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray()
                && json.has("trace_type", "trace", "query_id")
                && (json.has("event_time") || json.has("event_time_microseconds") || json.has("timestamp_ns"));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        context.clocks().useOnly(ClockId.of(ClockId.REALTIME));
        ClickHouseSamples samples = new ClickHouseSamples(context);
        try (JsonParser in = JsonStream.open(input)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token != JsonToken.START_OBJECT || !samples.add(JsonTree.read(in))) {
                    context.logs().recordAt(StatNames.TABLE_ROW_WITHOUT_TIME, input.position(), null);
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.TABLE_TRUNCATED, input.position(), null);
        }
    }
}
