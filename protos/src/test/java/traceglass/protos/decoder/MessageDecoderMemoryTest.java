package traceglass.protos.decoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Tests that a decoder does not keep the memory that an unusually large message needed.
class MessageDecoderMemoryTest {

    private static final int MANY = 300_000;

    private final TrackEventDecoder decoder = new TrackEventDecoder();

    private int capacity() {
        // A generated decoder does not inherit the method, because it is in another package.
        return ((MessageDecoder) decoder).capacity();
    }

    private void decode(TrackEvent.Builder event) {
        byte[] bytes = event.build().toByteArray();
        assertTrue(decoder.decode(bytes, 0, bytes.length));
    }

    private static TrackEvent.Builder largeEvent() {
        TrackEvent.Builder event = TrackEvent.newBuilder().setTrackUuid(5);
        UnknownFieldSet.Field.Builder unknown = UnknownFieldSet.Field.newBuilder();
        for (int i = 0; i < MANY; i++) {
            event.addCategoryIids(i);
            unknown.addVarint(i);
        }
        return event.setUnknownFields(
                UnknownFieldSet.newBuilder().addField(5000, unknown.build()).build());
    }

    private void assertLarge() {
        assertEquals(MANY, decoder.categoryIidsCount());
        assertEquals(MANY - 1, decoder.categoryIids(MANY - 1));
        assertEquals(MANY, decoder.otherCount());
        assertTrue(capacity() >= 2 * MANY, capacity() + " values");
    }

    @Test
    void theNextMessageFreesTheMemoryOfALargeOne() {
        decode(largeEvent());
        assertLarge();
        decode(TrackEvent.newBuilder().addCategoryIids(7));
        assertEquals(1, decoder.categoryIidsCount());
        assertEquals(7, decoder.categoryIids(0));
        assertEquals(0, decoder.otherCount());
        assertTrue(capacity() < 100, capacity() + " values");
        decode(largeEvent());
        assertLarge();
    }

    @Test
    void aReleasedDecoderFreesTheMemoryOfALargeMessage() {
        decode(largeEvent());
        decoder.release();
        assertTrue(capacity() < 100, capacity() + " values");
        assertEquals(0, decoder.categoryIidsCount());
        assertEquals(0, decoder.otherCount());
        assertFalse(decoder.hasAny(TrackEventDecoder.CATEGORY_IIDS));
        assertEquals(5, decoder.trackUuid());
        decode(largeEvent());
        assertLarge();
    }

    @Test
    void messagesOfUsualSizeReuseTheSameMemory() {
        TrackEvent.Builder event = TrackEvent.newBuilder();
        for (int i = 0; i < 5000; i++) {
            event.addCategoryIids(i);
        }
        decode(event);
        int before = capacity();
        decode(TrackEvent.newBuilder());
        assertEquals(before, capacity());
        decode(event);
        assertEquals(before, capacity());
    }
}
