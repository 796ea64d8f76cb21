package traceglass.ingest.gpuprofile;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.function.Consumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports the output of rocprofv3 with `--output-format json`: an object for each process, with its agents, names and
/// records. Names come before the records that refer to them.
public final class RocprofJsonImporter implements Importer {

    private static final String ROOT = "rocprofiler-sdk-tool";

    @Override
    public String id() {
        return "rocprof_json";
    }

    @Override
    public String displayName() {
        return "rocprofv3 JSON";
    }

    @Override
    public int priority() {
        return 103;
    }

    @Override
    public boolean sniff(byte[] head) {
        return JsonHead.of(head).has(ROOT);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        // The runtime uses the kernel's boot-time clock, which includes suspend.
        context.clocks().useOnly(ClockId.of(ClockId.BOOTTIME));
        GpuWork work = new GpuWork(context, StatNames.GPU_PROFILE_INVALID_TIME);
        try (JsonParser in = JsonStream.open(input)) {
            while (in.nextToken() != null) {
                if (in.currentToken() == JsonToken.FIELD_NAME
                        && in.currentName().equals(ROOT)) {
                    if (in.nextToken() == JsonToken.START_ARRAY) {
                        readProcesses(in, context, work);
                    }
                }
            }
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.GPU_PROFILE_TRUNCATED, input.position(), null);
        }
    }

    private static void readProcesses(JsonParser in, ImportContext context, GpuWork work) throws IOException {
        while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                in.skipChildren();
                continue;
            }
            RocprofRecords records = new RocprofRecords(context, work);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String key = in.currentName();
                in.nextToken();
                readMember(in, key, records);
            }
        }
    }

    private static void readMember(JsonParser in, String key, RocprofRecords records) throws IOException {
        switch (key) {
            case "metadata" -> records.addMetadata(JsonTree.read(in));
            case "agents" -> forEachElement(in, records::addAgent);
            case "counters" -> forEachElement(in, records::addCounter);
            case "strings" -> records.addNames(JsonTree.read(in));
            case "kernel_symbols" -> forEachElement(in, records::addKernel);
            case "callback_records", "buffer_records" -> {
                if (in.currentToken() != JsonToken.START_OBJECT) {
                    in.skipChildren();
                    return;
                }
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String list = in.currentName();
                    in.nextToken();
                    forEachElement(in, e -> records.record(key, list, e));
                }
            }
            default -> in.skipChildren();
        }
    }

    /// Reads the elements of an array one at a time.
    private static void forEachElement(JsonParser in, Consumer<Object> sink) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() != null && in.currentToken() != JsonToken.END_ARRAY) {
            sink.accept(JsonTree.read(in));
        }
    }
}
