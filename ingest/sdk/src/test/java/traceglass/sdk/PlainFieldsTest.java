package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/// Writes random events twice: the second time, readers know their names, so that short ones are written in place.
class PlainFieldsTest {

    private static final Category PLAIN = Category.of("sdk.plain", "Events of the test");
    private static final int EVENTS = 2_000;
    private static final long UNKNOWN_POINTER = 0xffff_ffff_ffff_fff0L;

    private final Random random = new Random(43);

    /// An argument and its text in the trace.
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

    @Test
    void writesTheSameAsOtherEvents() throws Exception {
        List<List<String>> expected = new ArrayList<>();
        byte[] bytes;
        try (InProcessRecording recording = InProcessRecording.start(
                new TracingOptions().disable("*").enable("sdk.plain").bufferKb(16_384))) {
            for (int i = 0; i < EVENTS; i++) {
                List<Argument> arguments = new ArrayList<>();
                for (int n = random.nextInt(5); n > 0; n--) {
                    arguments.add(argument());
                }
                for (int twice = 0; twice < 2; twice++) {
                    TraceEvent event = traceglass.sdk.Trace.event(PLAIN, "event");
                    arguments.forEach(a -> a.addTo(event));
                    event.instant();
                    // The order of flows and arguments is not kept.
                    expected.add(
                            arguments.stream().map(Argument::expected).sorted().toList());
                }
            }
            bytes = recording.toByteArray();
        }
        List<List<String>> written = new ArrayList<>();
        Map<Long, String> names = new HashMap<>();
        Map<Long, String> texts = new HashMap<>();
        for (TracePacket packet : Trace.parseFrom(bytes).getPacketList()) {
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
                written.add(row.stream().sorted().toList());
            }
        }
        assertEquals(expected.size(), written.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), written.get(i), "event " + i);
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
