package traceglass.ingest.threaddump;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.JsonStream;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;
import traceglass.store.names.StatNames;

/// Reads the JSON of `jcmd Thread.dump_to_file -format=json`, one thread at a time: dumps may have millions of virtual
/// threads.
final class JsonDump {

    private final ImportContext context;
    private final ThreadDumpWriter writer;
    private long time = DumpTimes.NONE;
    private long pid = DumpedThread.NONE;
    private boolean isStarted;

    JsonDump(ImportContext context, ThreadDumpWriter writer) {
        this.context = context;
        this.writer = writer;
    }

    void read(TraceInput input) throws IOException {
        try (JsonParser in = JsonStream.open(input)) {
            read(in);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.THREAD_DUMP_TRUNCATED, input.position(), null);
        }
        start();
        writer.end();
    }

    /// Reads the document. Objects with threads are processed at any nesting level.
    private void read(JsonParser in) throws IOException {
        boolean isInThreadArray = false;
        for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
            String key = in.currentName();
            switch (token) {
                case VALUE_STRING, VALUE_NUMBER_INT -> setHeader(key == null ? "" : key, in.getText());
                case START_ARRAY -> isInThreadArray = "threads".equals(key);
                case END_ARRAY -> isInThreadArray = false;
                case START_OBJECT -> {
                    if (isInThreadArray) {
                        start();
                        readThread(JsonTree.read(in));
                    }
                }
                default -> {}
            }
        }
    }

    private void setHeader(String key, String value) {
        switch (key) {
            case "processId" -> {
                long number = JsonTree.toLong(value);
                pid = number > 0 && number <= Integer.MAX_VALUE ? number : DumpedThread.NONE;
            }
            case "time" -> time = isStarted ? time : DumpTimes.parse(value);
            case "runtimeVersion" -> context.metadata().setDynamic("java_runtime_version", value);
            default -> {}
        }
    }

    private void start() {
        if (!isStarted) {
            isStarted = true;
            writer.start(time, pid, "Java");
        }
    }

    private void readThread(Object json) {
        DumpedThread thread = new DumpedThread(JsonTree.text(json, "name"), JsonTree.number(json, "tid"));
        thread.isVirtual = JsonTree.get(json, "virtual") == Boolean.TRUE;
        thread.state = JsonTree.text(json, "state");
        for (Object line : JsonTree.list(json, "stack")) {
            DumpedThread.Frame frame = line instanceof String text ? DumpedFrames.parse(text) : null;
            if (frame == null) {
                context.stats().increment(StatNames.THREAD_DUMP_LINE_SKIPPED);
            } else if (thread.frames.size() < ThreadDumpImporter.MAX_DEPTH) {
                thread.frames.add(frame);
            }
        }
        addLock(thread, Relation.NEEDS, json, "blockedOn");
        addLock(thread, Relation.WAITS_ON, json, "waitingOn");
        Object parked = JsonTree.get(json, "parkBlocker");
        if (parked != null) {
            String lock = parked instanceof String text ? text : JsonTree.text(parked, "object");
            long owner = JsonTree.number(parked, "owner", "exclusiveOwnerThreadId");
            thread.locks.add(new Lock(Relation.NEEDS, lock, "", owner > 0 ? owner : DumpedThread.NONE));
        }
        for (Object monitor : JsonTree.list(json, "monitorsOwned")) {
            List<?> locks = JsonTree.list(monitor, "locks");
            for (Object lock : locks) {
                if (lock instanceof String text) {
                    thread.locks.add(new Lock(Relation.HOLDS, text, "", DumpedThread.NONE));
                }
            }
        }
        String carrier = JsonTree.text(json, "carrier");
        if (!carrier.isEmpty()) {
            thread.properties.put("carrier", carrier);
        }
        writer.add(thread);
    }

    private static void addLock(DumpedThread thread, Relation relation, Object json, String key) {
        String lock = JsonTree.text(json, key);
        if (!lock.isEmpty()) {
            thread.locks.add(new Lock(relation, lock, "", DumpedThread.NONE));
        }
    }
}
