package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Tests that the fields of an event equal those found by a generic reader of its type, in any encoding and order.
class TrackEventMessageTest {

    private final TrackEventMessage message = new TrackEventMessage();
    private final TrackEventDecoder fields = message.fields();
    private final Random random = new Random(11);

    private TrackEvent event() {
        TrackEvent.Builder e = TrackEvent.newBuilder();
        if (random.nextInt(8) > 0) {
            e.setType(TrackEvent.Type.forNumber(random.nextInt(5)));
        }
        if (random.nextBoolean()) {
            e.setTrackUuid(random.nextLong());
        }
        switch (random.nextInt(3)) {
            case 0 -> e.setNameIid(random.nextInt(100_000));
            case 1 -> e.setName("n".repeat(random.nextInt(200)));
            default -> {}
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            e.addCategoryIids(random.nextInt(1 << random.nextInt(1, 20)));
            e.addExtraCounterValues(random.nextLong() >> random.nextInt(64));
        }
        if (random.nextInt(4) == 0) {
            e.addCategories("c").addCategories("");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            e.addDebugAnnotations(
                    DebugAnnotation.newBuilder().setNameIid(i).setStringValue("s".repeat(random.nextInt(300))));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            e.addFlowIds(random.nextLong()).addTerminatingFlowIdsOld(random.nextInt(5));
        }
        switch (random.nextInt(6)) {
            case 0 ->
                e.setLegacyEvent(TrackEvent.LegacyEvent.newBuilder()
                        .setPhase('b')
                        .setLocalId(random.nextLong())
                        .setIdScope("s"));
            case 1 -> e.setTimestampDeltaUs(random.nextInt(1000)).setThreadTimeAbsoluteUs(random.nextLong());
            case 2 ->
                e.setDoubleCounterValue(random.nextDouble())
                        .addExtraDoubleCounterValues(0.5)
                        .addExtraDoubleCounterTrackUuids(7);
            case 3 -> e.setSourceLocationIid(random.nextInt(9)).setCorrelationIdStr("x");
            default -> {}
        }
        return e.build();
    }

    /// Returns the same fields one by one in random order, with repeated numbers unpacked.
    private byte[] shuffled(byte[] bytes) throws InvalidProtocolBufferException {
        List<byte[]> parts = new ArrayList<>();
        ProtoCursor c = new ProtoCursor();
        int from = 0;
        for (c.enter(bytes, 0, bytes.length); c.next(); from = c.position()) {
            byte[] part = Arrays.copyOfRange(bytes, from, c.position());
            if (c.field() == TrackEvent.CATEGORY_IIDS_FIELD_NUMBER && random.nextBoolean()) {
                UnknownFieldSet.Field.Builder builder = UnknownFieldSet.Field.newBuilder();
                TrackEvent.parseFrom(part).getCategoryIidsList().forEach(builder::addVarint);
                part = UnknownFieldSet.newBuilder()
                        .addField(c.field(), builder.build())
                        .build()
                        .toByteArray();
            }
            parts.add(part);
        }
        Collections.shuffle(parts, random);
        byte[] all = new byte[parts.stream().mapToInt(p -> p.length).sum()];
        int position = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, position, part.length);
            position += part.length;
        }
        return all;
    }

    private static List<Long> list(int size, IntToLongFunction values) {
        return IntStream.range(0, size).mapToObj(values::applyAsLong).toList();
    }

    private String text(int offset, int length) {
        return new String(fields.buffer(), offset, length, StandardCharsets.UTF_8);
    }

    private void check(byte[] bytes) throws InvalidProtocolBufferException {
        TrackEvent e = TrackEvent.parseFrom(bytes);
        byte[] buffer = new byte[bytes.length + 9];
        System.arraycopy(bytes, 0, buffer, 4, bytes.length);
        message.read(buffer, 4, bytes.length);
        assertEquals(e.hasType(), fields.hasType());
        assertEquals(e.getType().getNumber(), fields.type());
        assertEquals(e.hasTrackUuid(), fields.hasTrackUuid());
        assertEquals(e.getTrackUuid(), fields.trackUuid());
        assertEquals(e.getNameIid(), fields.nameIid());
        assertEquals(e.getName(), text(fields.nameOffset(), fields.nameLength()));
        assertEquals(e.getCategoryIidsList(), list(fields.categoryIidsCount(), fields::categoryIids));
        assertEquals(
                e.getCategoriesList(),
                IntStream.range(0, fields.categoriesCount())
                        .mapToObj(i -> text(fields.categoriesOffset(i), fields.categoriesLength(i)))
                        .toList());
        assertEquals(e.getExtraCounterValuesList(), list(fields.extraCounterValuesCount(), fields::extraCounterValues));
        assertEquals(e.getFlowIdsList(), list(fields.flowIdsCount(), fields::flowIds));
        assertEquals(e.getDebugAnnotationsCount(), fields.debugAnnotationsCount());
        LegacyEventDecoder legacy = message.legacy();
        assertEquals(e.getLegacyEvent().hasPhase(), legacy.hasPhase());
        assertEquals(e.getLegacyEvent().getPhase(), legacy.phase());
        assertEquals(e.getLegacyEvent().hasLocalId(), message.hasLegacyId());
        assertEquals(e.getLegacyEvent().getLocalId(), message.legacyId());
        assertEquals(e.getTimestampDeltaUs(), fields.timestampDeltaUs());
        assertEquals(e.getThreadTimeAbsoluteUs(), fields.threadTimeAbsoluteUs());
        assertEquals(e.getCorrelationIdStr(), text(fields.correlationIdStrOffset(), fields.correlationIdStrLength()));
        boolean hasMore = e.hasTimestampDeltaUs()
                || e.getExtraDoubleCounterValuesCount() > 0
                || e.hasSourceLocationIid()
                || e.getTerminatingFlowIdsOldCount() > 0;
        assertEquals(e.hasSourceLocationIid(), message.hasTypedFields());
        assertEquals(e.getDebugAnnotationsCount() == 0 && !hasMore, message.isBare());
        boolean isSlice = e.getType().getNumber() >= 1 && e.getType().getNumber() <= 3;
        boolean isCounter = e.getType() == TrackEvent.Type.TYPE_COUNTER;
        boolean isSpecial = e.hasTimestampDeltaUs()
                || e.getTerminatingFlowIdsOldCount() > 0
                || e.hasThreadTimeAbsoluteUs()
                || e.hasCorrelationIdStr()
                || e.getExtraDoubleCounterValuesCount() > 0
                || e.hasLegacyEvent();
        assertEquals((isSlice || isCounter) && !isSpecial, message.isPlain());
        assertFalse(message.hasExtensions());
    }

    @Test
    void fieldsMatchTheType() throws InvalidProtocolBufferException {
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = event().toByteArray();
            check(bytes);
            check(shuffled(bytes));
        }
    }

    @Test
    void readsTheValidStartOfADamagedEvent() {
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = event().toByteArray();
            int end = random.nextInt(bytes.length + 1);
            if (end > 0 && random.nextBoolean()) {
                bytes[random.nextInt(end)] = (byte) random.nextInt();
            }
            message.read(bytes, 0, end);
            int annotations = 0;
            ProtoCursor c = new ProtoCursor();
            for (c.enter(bytes, 0, end); c.next(); ) {
                boolean isAnnotation = c.field() == TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER;
                annotations += isAnnotation && c.wire() == ProtoCursor.BYTES ? 1 : 0;
            }
            assertEquals(annotations, fields.debugAnnotationsCount());
        }
    }

    @Test
    void mergesThePartsOfALegacyEventAndReleasesThem() {
        byte[] first = TrackEvent.LegacyEvent.newBuilder()
                .setPhase('b')
                .setGlobalId(7)
                .build()
                .toByteArray();
        byte[] second = TrackEvent.LegacyEvent.newBuilder()
                .setPhase('e')
                .setBindId(8)
                .build()
                .toByteArray();
        byte[] event = new ProtoBytes()
                .bytes(TrackEvent.LEGACY_EVENT_FIELD_NUMBER, first)
                .bytes(TrackEvent.LEGACY_EVENT_FIELD_NUMBER, second)
                .toBytes();
        message.read(event, 0, event.length);
        assertEquals('e', message.legacy().phase());
        assertEquals(7, message.legacyId());
        assertEquals(8, message.legacy().bindId());
        message.clear();
        assertFalse(message.legacy().hasPhase() || message.legacy().hasBindId() || message.hasLegacyId());
    }

    @Test
    void findsExtensionsAndUnknownFields() {
        byte[] bytes = {1, 2};
        byte[] event = new ProtoBytes()
                .number(TrackEvent.TYPE_FIELD_NUMBER, 1)
                .bytes(3000, bytes)
                .bytes(3000, bytes)
                .bytes(62, bytes)
                .toBytes();
        message.read(event, 0, event.length);
        assertTrue(message.hasExtensions() && message.hasTypedFields());
        assertTrue(message.isPlain());
        assertFalse(message.isBare());
        assertEquals(1, message.extension(3000));
        assertEquals(-1, message.extension(3001));
    }

    @Test
    void theLegacyPartIsEmptyAfterAnEventWithoutOne() {
        byte[] old = TrackEvent.newBuilder()
                .setLegacyEvent(TrackEvent.LegacyEvent.newBuilder().setPhase('n'))
                .build()
                .toByteArray();
        byte[] current = TrackEvent.newBuilder().setName("n").build().toByteArray();
        message.read(old, 0, old.length);
        assertEquals('n', message.legacy().phase());
        message.read(current, 0, current.length);
        assertFalse(message.legacy().hasPhase());
        assertEquals(0, message.legacy().buffer().length);
    }
}
