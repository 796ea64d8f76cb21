package traceglass.ingest.perfetto.trackevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.TrackEvent;

/// Tests that the fields of an event equal those found by a generic reader of its type, in any encoding and order.
class TrackEventFieldsTest {

    private final TrackEventFields fields = new TrackEventFields();
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
                UnknownFieldSet.Field.Builder all = UnknownFieldSet.Field.newBuilder();
                TrackEvent.parseFrom(part).getCategoryIidsList().forEach(all::addVarint);
                part = UnknownFieldSet.newBuilder()
                        .addField(c.field(), all.build())
                        .build()
                        .toByteArray();
            }
            parts.add(part);
        }
        Collections.shuffle(parts, random);
        byte[] all = new byte[parts.stream().mapToInt(p -> p.length).sum()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private static List<Long> list(TrackEventFields.Longs longs) {
        return Arrays.stream(longs.values, 0, longs.size).boxed().toList();
    }

    private String text(long location) {
        return new String(
                fields.buffer,
                PendingEventBytes.offset(location),
                PendingEventBytes.length(location),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    private void check(byte[] bytes) throws InvalidProtocolBufferException {
        TrackEvent e = TrackEvent.parseFrom(bytes);
        byte[] buffer = new byte[bytes.length + 9];
        System.arraycopy(bytes, 0, buffer, 4, bytes.length);
        fields.read(buffer, 4, bytes.length);
        assertEquals(e.hasType(), fields.hasType);
        assertEquals(e.getType().getNumber(), fields.type);
        assertEquals(e.hasTrackUuid(), fields.hasTrackUuid);
        assertEquals(e.getTrackUuid(), fields.hasTrackUuid ? fields.trackUuid : 0);
        assertEquals(e.hasNameIid(), fields.hasNameIid);
        assertEquals(e.getNameIid(), fields.nameIid);
        assertEquals(e.hasName(), fields.hasName);
        assertEquals(e.getName(), fields.hasName ? text(fields.name) : "");
        assertEquals(e.getCategoryIidsList(), list(fields.categoryIids));
        assertEquals(
                e.getCategoriesList(),
                list(fields.categories).stream().map(this::text).toList());
        assertEquals(e.getExtraCounterValuesList(), list(fields.extraValues));
        assertEquals(e.getFlowIdsList(), list(fields.flows));
        assertEquals(e.getTerminatingFlowIdsOldList(), list(fields.oldEndingFlows));
        assertEquals(e.getDebugAnnotationsCount(), fields.annotations.size);
        for (int i = 0; i < fields.annotations.size; i++) {
            long location = fields.annotations.values[i];
            int from = PendingEventBytes.offset(location);
            assertEquals(
                    e.getDebugAnnotations(i),
                    DebugAnnotation.parseFrom(
                            Arrays.copyOfRange(buffer, from, from + PendingEventBytes.length(location))));
        }
        assertEquals(e.hasLegacyEvent(), fields.hasLegacy);
        assertEquals(e.getLegacyEvent().getPhase(), fields.phase);
        assertEquals(e.getLegacyEvent().getLocalId(), fields.hasLocalId ? fields.legacyId : 0);
        assertEquals(e.hasTimestampDeltaUs(), fields.hasDeltaUs);
        assertEquals(e.getThreadTimeAbsoluteUs(), fields.hasThreadAbsoluteUs ? fields.threadAbsoluteUs : 0);
        assertEquals(e.getDoubleCounterValue(), fields.hasDoubleCounterValue ? fields.doubleCounterValue : 0);
        assertEquals(e.getExtraDoubleCounterTrackUuidsList(), list(fields.extraDoubleUuids));
        assertEquals(e.getSourceLocationIid(), fields.hasSourceLocationIid ? fields.sourceLocationIid : 0);
        assertEquals(e.getCorrelationIdStr(), fields.correlationText != -1 ? text(fields.correlationText) : "");
        boolean slice = e.getType().getNumber() >= 1 && e.getType().getNumber() <= 3;
        if (fields.isPlain()) {
            assertEquals(0, e.getFlowIdsCount() + e.getExtraDoubleCounterValuesCount());
            assertTrue(slice);
            assertFalse(e.hasLegacyEvent() || e.hasTimestampDeltaUs() || e.hasSourceLocationIid());
        }
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
            fields.read(bytes, 0, end);
            int annotations = 0;
            ProtoCursor c = new ProtoCursor();
            for (c.enter(bytes, 0, end); c.next(); ) {
                annotations += c.field() == TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER ? 1 : 0;
            }
            assertEquals(annotations, fields.annotations.size);
        }
    }
}
