package traceglass.app.start;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Small traces of formats other than the sample, for the [TrainingRun]: the classes they load and link are in the
/// AOT cache for later traces of the same format. Their content is arbitrary.
final class TrainingTraces {

    private static final String JSON = """
        {"traceEvents": [
        {"ph": "M", "pid": 1, "tid": 1, "name": "process_name", "args": {"name": "Browser"}},
        {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "Main"}},
        {"ph": "M", "pid": 1, "tid": 2, "name": "thread_name", "args": {"name": "IO"}},
        {"ph": "M", "pid": 1, "tid": 1, "name": "thread_sort_index", "args": {"sort_index": -1}},
        {"ph": "X", "pid": 1, "tid": 1, "ts": 10, "dur": 30, "tdur": 3, "tts": 2, "cat": "a,b", "name": "x",
         "args": {"n": 1, "d": 0.5, "b": true, "e": null, "s": "text \\u00e9", "l": [1, {"k": 2}], "o": {"p": "q"}}},
        {"ph": "B", "pid": 1, "tid": 1, "ts": 50.5, "cat": "a", "name": "b"},
        {"ph": "E", "pid": 1, "tid": 1, "ts": 60, "args": {"r": 1}},
        {"ph": "i", "pid": 1, "tid": 1, "ts": 61, "s": "t", "cat": "a", "name": "i"},
        {"ph": "I", "pid": 1, "tid": 1, "ts": 61, "s": "p", "cat": "a", "name": "i"},
        {"ph": "R", "pid": 1, "tid": 1, "ts": 62, "cat": "a", "name": "mark"},
        {"ph": "C", "pid": 1, "tid": 1, "ts": 63, "id": "0x1", "name": "c", "args": {"v": 7, "w": 8.5}},
        {"ph": "s", "pid": 1, "tid": 1, "ts": 12, "id": 5, "cat": "f", "name": "flow"},
        {"ph": "t", "pid": 1, "tid": 1, "ts": 52, "id": 5, "cat": "f", "name": "flow"},
        {"ph": "f", "pid": 1, "tid": 1, "ts": 53, "id": 5, "bp": "e", "cat": "f", "name": "flow"},
        {"ph": "X", "pid": 1, "tid": 1, "ts": 70, "dur": 2, "name": "y", "bind_id": "0x9", "flow_out": true},
        {"ph": "b", "pid": 1, "tid": 2, "ts": 64, "id": "0xa", "cat": "n", "name": "async", "args": {}},
        {"ph": "n", "pid": 1, "tid": 2, "ts": 65, "id": "0xa", "cat": "n", "name": "async"},
        {"ph": "e", "pid": 1, "tid": 2, "ts": 66, "id": "0xa", "cat": "n", "name": "async"},
        {"ph": "b", "pid": 1, "tid": 2, "ts": 64, "id2": {"local": "0xb"}, "scope": "z", "cat": "n", "name": "async"},
        {"ph": "e", "pid": 1, "tid": 2, "ts": 67, "id2": {"local": "0xb"}, "scope": "z", "cat": "n", "name": "async"},
        {"ph": "S", "pid": 1, "tid": 2, "ts": 68, "id": 3, "cat": "n", "name": "old"},
        {"ph": "T", "pid": 1, "tid": 2, "ts": 69, "id": 3, "cat": "n", "name": "old", "args": {"step": "1"}},
        {"ph": "F", "pid": 1, "tid": 2, "ts": 70, "id": 3, "cat": "n", "name": "old"},
        {"ph": "N", "pid": 1, "tid": 2, "ts": 71, "id": 4, "cat": "n", "name": "object"},
        {"ph": "P", "pid": 1, "tid": 2, "ts": 72, "id": "0x2", "cat": "v8", "name": "Profile", "args": {"data": {"startTime": 70}}},
        {"ph": "P", "pid": 1, "tid": 2, "ts": 73, "id": "0x2", "cat": "v8", "name": "ProfileChunk", "args": {"data": {"timeDeltas": [1, 2],
         "cpuProfile": {"samples": [1, 2], "nodes": [{"id": 1, "callFrame": {"functionName": "f", "lineNumber": 1}},
         {"id": 2, "parent": 1, "callFrame": {"functionName": "g"}}]}}}},
        {"ph": "X", "pid": 1, "tid": 1, "ts": 5, "dur": 1, "name": "late", "sf": 1}],
        "stackFrames": {"1": {"name": "f", "category": "c"}}, "samples": [{"cpu": 0, "tid": 1, "ts": 5, "name": "s", "sf": 1, "weight": 1}],
        "displayTimeUnit": "ms", "metadata": {"os": "Linux", "n": 1}, "otherData": {"version": "1"}}
        """;

    private static final String SYSTRACE = """
        # tracer: nop
        #
        #           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION
                  idle-0     (-----) [000] d..2  10.000001: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> \
        next_comm=app next_pid=20 next_prio=120
                   app-20    (   20) [000] d..2  10.000002: sched_waking: comm=worker pid=21 prio=120 target_cpu=001
                   app-20    (   20) [000] ...1  10.000003: tracing_mark_write: B|20|draw
                   app-20    (   20) [000] ...1  10.000004: tracing_mark_write: E|20
                   app-20    (   20) [000] ...1  10.000005: tracing_mark_write: C|20|frames|3
                   app-20    (   20) [000] ...1  10.000006: tracing_mark_write: S|20|load|7
                   app-20    (   20) [000] ...1  10.000007: tracing_mark_write: F|20|load|7
                   app-20    (   20) [000] d..1  10.000008: cpu_frequency: state=1800000 cpu_id=0
                   app-20    (   20) [000] d..1  10.000009: cpu_idle: state=1 cpu_id=0
                   app-20    (   20) [000] d..2  10.000010: sched_switch: prev_comm=app prev_pid=20 prev_prio=120 prev_state=S ==> \
        next_comm=worker next_pid=21 next_prio=120
        """;

    // Field numbers from the protos; the name of a message is in a comment where it begins.
    private static final int PACKET = 1;
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE = 10;
    private static final int TRACK_EVENT = 11;
    private static final int FLAGS = 13;
    private static final int TYPE_BEGIN = 1;
    private static final int TYPE_END = 2;
    private static final int TYPE_INSTANT = 3;
    private static final int TYPE_COUNTER = 4;
    private static final int THREAD = 11;
    private static final int COUNTER = 12;
    private static final int ASYNC = 13;

    private TrainingTraces() {}

    /// Writes the traces to a folder.
    static List<Path> write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path json = Files.writeString(folder.resolve("events.json"), JSON);
        Path systrace = Files.writeString(folder.resolve("kernel.systrace"), SYSTRACE);
        Path perfetto = Files.write(folder.resolve("browser.pftrace"), browser().bytes());
        return List.of(perfetto, json, systrace);
    }

    /// Creates a trace as written by a browser and programs with the Perfetto SDK.
    private static Message browser() throws IOException {
        Message trace = new Message();
        writeConfig(trace);
        writeClocks(trace);
        writeExtension(trace);
        writeChrome(trace);
        writeTracks(trace);
        writeEvents(trace);
        return trace;
    }

    private static void writeConfig(Message trace) throws IOException {
        Message chrome = new Message().text(1, "{}").number(2, 1);
        trace.message(
                PACKET,
                new Message()
                        .number(SEQUENCE, 1)
                        .message(
                                33,
                                new Message()
                                        .message(1, new Message().number(1, 1024))
                                        .message(
                                                2,
                                                new Message()
                                                        .message(
                                                                1,
                                                                new Message()
                                                                        .text(1, "track_event")
                                                                        .message(101, chrome)))
                                        .message(20, new Message().number(1, 1))
                                        .number(8, 1)));
    }

    private static void writeClocks(Message trace) throws IOException {
        // ClockSnapshot with a clock of the sequence that counts microseconds incrementally.
        trace.message(
                PACKET,
                new Message()
                        .number(SEQUENCE, 1)
                        .message(
                                6,
                                new Message()
                                        .message(1, clock(6, 1_000_000))
                                        .message(1, clock(3, 900_000))
                                        .message(1, clock(64, 900).number(3, 1).number(4, 1000))));
    }

    private static void writeExtension(Message trace) throws IOException {
        // ExtensionDescriptor: one extension of TrackEvent with an enum.
        Message extension = new Message()
                .text(1, "training")
                .number(3, 9910)
                .number(4, 1)
                .number(5, 11)
                .text(6, ".perfetto.protos.Training")
                .text(2, ".perfetto.protos.TrackEvent");
        Message type = new Message()
                .text(1, "Training")
                .message(2, field("kind", 1, 14).text(6, ".perfetto.protos.Training.Kind"))
                .message(2, field("text", 2, 9))
                .message(
                        4,
                        new Message()
                                .text(1, "Kind")
                                .message(2, new Message().text(1, "NONE").number(2, 0))
                                .message(2, new Message().text(1, "SOME").number(2, 1)));
        Message file = new Message()
                .text(1, "training.proto")
                .text(2, "perfetto.protos")
                .message(4, type)
                .message(4, new Message().text(1, "Wrapper").message(6, extension));
        trace.message(
                PACKET,
                new Message()
                        .number(SEQUENCE, 1)
                        .message(72, new Message().message(1, new Message().message(1, file))));
    }

    private static void writeChrome(Message trace) throws IOException {
        // ChromeMetadataPacket and ChromeEventBundle.
        trace.message(
                PACKET,
                new Message()
                        .number(TIMESTAMP, 1)
                        .number(SEQUENCE, 2)
                        .message(
                                51,
                                new Message()
                                        .number(2, 1)
                                        .text(3, "*")
                                        .text(7, "1.0")
                                        .message(4, new Message().number(1, 5).number(2, 6))));
        trace.message(
                PACKET,
                new Message()
                        .number(TIMESTAMP, 2)
                        .number(SEQUENCE, 2)
                        .message(
                                5,
                                new Message()
                                        .message(2, new Message().text(1, "os").text(2, "Linux"))
                                        .message(2, new Message().text(1, "n").number(4, 1))
                                        .message(2, new Message().text(1, "b").number(3, 1))
                                        .message(2, new Message().text(1, "j").text(5, "{\"a\": [1, \"b\"]}"))));
    }

    private static Message clock(int id, long timestamp) throws IOException {
        return new Message().number(1, id).number(2, timestamp);
    }

    private static Message field(String name, int number, int type) throws IOException {
        return new Message().text(1, name).number(3, number).number(4, 1).number(5, type);
    }

    private static Message iid(int iid, String text) throws IOException {
        return new Message().number(1, iid).text(2, text);
    }

    private static void writeTracks(Message trace) throws IOException {
        Message process = new Message()
                .number(1, 10)
                .message(3, new Message().number(1, 10).text(6, "Browser").text(8, "label"))
                .message(6, new Message().number(1, 1));
        Message thread = new Message()
                .number(1, THREAD)
                .number(5, 10)
                .message(4, new Message().number(1, 10).number(2, 101).text(5, "Main"))
                .message(7, new Message().number(1, 1));
        Message counter = new Message()
                .number(1, COUNTER)
                .number(5, THREAD)
                .text(2, "thread_time")
                .message(
                        8,
                        new Message().number(1, 1).number(3, 1).number(4, 1000).number(5, 1));
        Message async = new Message().number(1, ASYNC).number(5, 10).text(2, "Loads");
        for (Message descriptor : new Message[] {process, thread, counter, async}) {
            trace.message(
                    PACKET,
                    new Message()
                            .number(SEQUENCE, 1)
                            .number(TIMESTAMP, 1_000_000)
                            .message(60, descriptor));
        }
        Message interned = new Message()
                .message(1, iid(1, "cat"))
                .message(1, iid(2, "dog"))
                .message(2, iid(1, "name"))
                .message(2, iid(2, "other"))
                .message(3, iid(1, "key"))
                .message(3, iid(2, "dict.value"))
                .message(
                        4,
                        new Message()
                                .number(1, 1)
                                .text(2, "a.cc")
                                .text(3, "f()")
                                .number(4, 7))
                .message(20, iid(1, "message"))
                .message(25, iid(1, "Histogram"))
                .message(29, iid(1, "text"));
        Message defaults = new Message()
                .number(58, 64)
                .message(11, new Message().number(11, THREAD).number(31, COUNTER));
        trace.message(
                PACKET,
                new Message()
                        .number(SEQUENCE, 1)
                        .number(87, 1)
                        .number(FLAGS, 1)
                        .message(12, interned)
                        .message(59, defaults));
    }

    private static void writeEvents(Message trace) throws IOException {
        // Track and counter of the events come from the defaults. There are many events, so that the importer's
        // other threads take part.
        for (int i = 0; i < 3000; i++) {
            Message begin = begin(i);
            writePacket(trace, begin);
            if (i % 3 == 0) {
                writePacket(trace, event(TYPE_INSTANT).number(10, 2).number(3, 2));
            }
            writePacket(trace, event(TYPE_END).numbers(12, 2));
        }
        writePacket(trace, event(TYPE_BEGIN).number(11, ASYNC).number(10, 1).number(3, 1));
        writePacket(trace, event(TYPE_END).number(11, ASYNC));
        writePacket(trace, event(TYPE_COUNTER).number(11, COUNTER).number(30, 4));
        for (char phase : "bneSTpFBEXisftIRMO".toCharArray()) {
            writeLegacyEvent(trace, phase);
        }
    }

    /// Writes legacy JSON-style events with each kind of id.
    private static void writeLegacyEvent(Message trace, char phase) throws IOException {
        writePacket(
                trace,
                new Message()
                        .number(10, 2)
                        .number(3, 1)
                        .message(6, new Message().number(2, phase).number(6, 5).number(3, 1)));
        writePacket(
                trace,
                new Message()
                        .number(10, 2)
                        .number(3, 1)
                        .message(
                                6,
                                new Message()
                                        .number(2, phase)
                                        .number(10, 6)
                                        .text(7, "scope")
                                        .number(14, 2)));
        writePacket(
                trace,
                new Message()
                        .number(10, 1)
                        .number(3, 1)
                        .message(
                                6,
                                new Message()
                                        .number(2, phase)
                                        .number(11, 7)
                                        .number(8, 9)
                                        .number(13, 1)));
    }

    private static Message begin(int i) throws IOException {
        Message begin = event(TYPE_BEGIN).number(10, 1).number(3, 1).numbers(12, 3);
        Message key = new Message().number(1, 1);
        switch (i % 16) {
            case 0 ->
                begin.message(4, key.number(2, 1))
                        .message(4, new Message().number(1, 2).number(3, i));
            case 1 ->
                begin.message(4, key.number(4, i))
                        .message(4, new Message().number(1, 2).real(5, 0.5));
            case 2 ->
                begin.message(4, key.text(6, "value " + i))
                        .message(4, new Message().text(10, "k").number(17, 1));
            case 3 ->
                begin.message(4, key.number(7, 0xFF))
                        .message(4, new Message().number(1, 2).text(9, "{\"a\": {\"b\": [1, \"c\"]}}"));
            case 4 ->
                begin.message(
                        4,
                        key.message(11, new Message().text(10, "x").number(4, 1))
                                .message(11, new Message().text(10, "y").text(6, "z")));
            case 5 ->
                begin.message(4, key.message(12, new Message().number(4, 1)).message(12, new Message().number(4, 2)));
            case 6 ->
                begin.message(
                        4,
                        key.message(8, new Message().number(1, 1).text(2, "k").message(3, new Message().number(5, 1))));
            case 7 -> begin.number(3, 2).fixed(47, i).number(34, 1);
            case 8 -> begin.fixed(48, i - 1).message(5, new Message().number(1, 1));
            case 9 -> begin.message(9910, new Message().number(1, 1).text(2, "t"));
            case 10 -> begin.message(21, new Message().number(1, 1).number(2, 1));
            case 11 -> begin.message(28, new Message().number(1, 5).text(2, "H").number(3, 1));
            case 12 ->
                begin.message(24, new Message())
                        .message(38, new Message().number(4, 3))
                        .text(22, "written");
            default -> {}
        }
        return begin;
    }

    private static Message event(int type) throws IOException {
        return new Message().number(9, type);
    }

    /// Writes a packet that needs the state of its sequence, one microsecond after the previous one.
    private static void writePacket(Message trace, Message event) throws IOException {
        trace.message(
                PACKET,
                new Message()
                        .number(TIMESTAMP, 1)
                        .number(SEQUENCE, 1)
                        .number(FLAGS, 2)
                        .message(TRACK_EVENT, event));
    }

    /// Writes fields of a protobuf message. Builders of the generated classes would otherwise be loaded and stored
    /// in the cache for nothing.
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final CodedOutputStream fields = CodedOutputStream.newInstance(out);

        Message number(int field, long value) throws IOException {
            fields.writeUInt64(field, value);
            return this;
        }

        /// Writes a packed list with one number.
        Message numbers(int field, long value) throws IOException {
            fields.writeBytes(field, ByteString.copyFrom(new byte[] {(byte) value}));
            return this;
        }

        Message fixed(int field, long value) throws IOException {
            fields.writeFixed64(field, value);
            return this;
        }

        Message real(int field, double value) throws IOException {
            fields.writeDouble(field, value);
            return this;
        }

        Message text(int field, String value) throws IOException {
            fields.writeByteArray(field, value.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        Message message(int field, Message value) throws IOException {
            fields.writeByteArray(field, value.bytes());
            return this;
        }

        byte[] bytes() throws IOException {
            fields.flush();
            return out.toByteArray();
        }
    }
}
