package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sdk.memory.PageReader;
import traceglass.sdk.memory.SequenceSink;
import traceglass.sdk.memory.SharedBuffer;
import traceglass.sdk.memory.SharedSink;

/// Writes random events twice: the second time their names are interned, so that short events take the fast path.
class PlainFieldsTest {

    private static final Category PLAIN = Category.of("sdk.plain", "Events of the test");
    private static final int EVENTS = 2_000;
    private static final long UNKNOWN_POINTER = 0xffff_ffff_ffff_fff0L;

    private final Random random = new Random(43);

    /// An argument and its expected value in the trace.
    private record Argument(int kind, String name, long number, String text) {

        void addTo(TraceEvent event) {
            switch (kind) {
                case 0 -> event.arg(name, number > 0);
                case 1 -> event.arg(name, number);
                case 2 -> event.unsigned(name, number);
                case 3 -> event.arg(name, Double.longBitsToDouble(number));
                case 4 -> event.pointer(name, number);
                case 5 -> event.internedArg(name, text);
                case 6 -> event.flow(number);
                case 7 -> event.endGlobalFlow(number);
                default -> event.arg(name, text);
            }
        }

        String expected() {
            return switch (kind) {
                case 0 -> name + "=" + (number > 0);
                case 1, 2, 4 -> name + "=" + number;
                case 3 -> name + "=" + Double.doubleToRawLongBits(Double.longBitsToDouble(number));
                case 6 -> "flow " + (number ^ ProcessTrack.UUID);
                case 7 -> "end " + number;
                default -> name + "=" + text;
            };
        }
    }

    private Argument argument() {
        long number =
                random.nextInt(4) == 0 ? UNKNOWN_POINTER + random.nextInt(99) : random.nextLong() >> random.nextInt(64);
        return new Argument(random.nextInt(12), "name" + random.nextInt(200), number, text());
    }

    private String text() {
        int length = random.nextInt(random.nextInt(8) == 0 ? 300 : 24);
        // Mostly ASCII, then characters of two and three bytes, then surrogate pairs.
        int kind = random.nextInt(8);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            int max = kind < 5 ? 0x80 : kind == 5 ? 0x100 : kind == 6 ? 0xd800 : 0x1f600;
            int c = kind == 7 && i % 3 == 0 ? 0x1f600 : random.nextInt(Math.min(max, 0xd800));
            text.appendCodePoint(c);
        }
        return text.toString();
    }

    private static String value(DebugAnnotation a, Map<Long, String> texts) {
        return switch (a.getValueCase()) {
            case BOOL_VALUE -> "" + a.getBoolValue();
            case INT_VALUE -> "" + a.getIntValue();
            case UINT_VALUE -> "" + a.getUintValue();
            case DOUBLE_VALUE -> "" + Double.doubleToRawLongBits(a.getDoubleValue());
            case POINTER_VALUE -> "" + a.getPointerValue();
            case STRING_VALUE_IID -> texts.get(a.getStringValueIid());
            default -> a.getStringValue();
        };
    }

    /// Writes arguments and returns their expected values in the trace. The trace does not keep their order.
    private static List<String> write(List<Argument> arguments) {
        TraceEvent event = traceglass.sdk.Trace.event(PLAIN, "event");
        arguments.forEach(a -> a.addTo(event));
        event.instant();
        return expected(arguments);
    }

    private static List<String> expected(List<Argument> arguments) {
        return arguments.stream().map(Argument::expected).sorted().toList();
    }

    /// Returns the arguments and flows of all events.
    private static List<List<String>> read(List<TracePacket> packets) {
        List<List<String>> events = new ArrayList<>();
        Map<Long, String> names = new HashMap<>();
        Map<Long, String> texts = new HashMap<>();
        for (TracePacket packet : packets) {
            packet.getInternedData().getDebugAnnotationNamesList().forEach(n -> names.put(n.getIid(), n.getName()));
            packet.getInternedData()
                    .getDebugAnnotationStringValuesList()
                    .forEach(s -> texts.put(s.getIid(), s.getStr().toStringUtf8()));
            if (packet.hasTrackEvent()) {
                TrackEvent event = packet.getTrackEvent();
                List<String> row = new ArrayList<>();
                for (DebugAnnotation a : event.getDebugAnnotationsList()) {
                    row.add(names.get(a.getNameIid()) + "=" + value(a, texts));
                }
                event.getFlowIdsList().forEach(f -> row.add("flow " + f));
                event.getTerminatingFlowIdsList().forEach(f -> row.add("end " + f));
                events.add(row.stream().sorted().toList());
            }
        }
        return events;
    }

    private static void assertEvents(List<List<String>> expected, List<List<String>> read) {
        assertEquals(expected.size(), read.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), read.get(i), "event " + i);
        }
    }

    private static InProcessRecording record() {
        return InProcessRecording.start(
                new TracingOptions().disable("*").enable("sdk.plain").bufferKb(16_384));
    }

    @Test
    void plainEventsHaveTheSameContentAsOtherEvents() throws Exception {
        List<List<String>> expected = new ArrayList<>();
        try (InProcessRecording recording = record()) {
            for (int i = 0; i < EVENTS; i++) {
                List<Argument> arguments = new ArrayList<>();
                for (int n = random.nextInt(5); n > 0; n--) {
                    arguments.add(argument());
                }
                expected.add(write(arguments));
                expected.add(write(arguments));
            }
            assertEvents(expected, read(Trace.parseFrom(recording.toByteArray()).getPacketList()));
        }
    }

    /// Returns a string that needs three bytes per character in UTF-8, then large numbers. Together they can
    /// exceed the longest plain event.
    private List<Argument> wideTextAndNumbers() {
        List<Argument> arguments = new ArrayList<>();
        arguments.add(new Argument(8, "text", 0, "中".repeat(18 + random.nextInt(15))));
        for (int i = random.nextInt(3); i >= 0; i--) {
            arguments.add(new Argument(random.nextBoolean() ? 1 : 3, "number" + i, -1L - random.nextInt(99), ""));
        }
        return arguments;
    }

    @Test
    void writesWideStringsBeforeNumbers() throws Exception {
        List<List<String>> expected = new ArrayList<>();
        try (InProcessRecording recording = record()) {
            for (int i = 0; i < EVENTS; i++) {
                expected.add(write(wideTextAndNumbers()));
            }
            assertEvents(expected, read(Trace.parseFrom(recording.toByteArray()).getPacketList()));
        }
    }

    @Test
    void writesWideStringsBeforeNumbersIntoSharedMemory() throws Exception {
        MemorySegment memory = Arena.ofAuto().allocate(64 << 10, Long.BYTES);
        SharedBuffer buffer = new SharedBuffer(memory, 4096, false, () -> {});
        PageReader reader = new PageReader(memory, 4096);
        SharedSink sink = new SharedSink(buffer, 1, 1, null, null);
        SequenceWriter writer = new SequenceWriter(new SingleSequenceRecorder(sink), Track.process(), false);
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            List<Argument> arguments = wideTextAndNumbers();
            TraceEvent event = new TraceEvent();
            event.start(PLAIN, "event");
            arguments.forEach(a -> a.addTo(event));
            writer.write(EventKind.INSTANT, PLAIN, "event", null, event, 0);
            expected.add(expected(arguments));
            if (i % 100 == 0) {
                reader.commit(buffer.takeCommit(0).toByteArray());
            }
        }
        sink.close();
        reader.commit(buffer.takeCommit(0).toByteArray());
        List<TracePacket> packets = new ArrayList<>();
        for (byte[] packet : reader.sequences().get(1).packets) {
            packets.add(TracePacket.parseFrom(packet));
        }
        assertEvents(expected, read(packets));
    }

    /// Session with one sequence.
    private record SingleSequenceRecorder(SequenceSink newSink) implements EventRecorder {

        private static final TracingOptions OPTIONS = new TracingOptions();

        @Override
        public TracingOptions options() {
            return OPTIONS;
        }

        @Override
        public int generation() {
            return 0;
        }

        @Override
        public boolean writesCommandLine() {
            return false;
        }
    }

    @Test
    void limitsTheSizeOfPlainEvents() {
        TraceEvent event = new TraceEvent();
        event.start(PLAIN, "event");
        assertEquals(0, PlainFields.size(event, 84));
        event.arg("text", "x".repeat(66));
        assertEquals(84, PlainFields.size(event, 84));
        event.arg("number", 1);
        assertEquals(PlainFields.UNKNOWN, PlainFields.size(event, 84));
        event.start(PLAIN, "event");
        event.arg("text", "x".repeat(67));
        assertTrue(PlainFields.size(event, 84) < 0);
    }
}
