package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.store.table.StringPool;

class JsonEventsTest {

    private final JsonEvents events = new JsonEvents();

    @Test
    void reusesTheMemoryOfReplacedEvents() {
        events.clear(0);
        events.setId(0, JsonEvents.ID_NUMBER, 5);
        for (int i = 0; i < 1_000_000; i++) {
            events.clear(1);
            assertEquals(0, events.id(1));
            events.setId(1, JsonEvents.ID_NUMBER, i);
            events.setIdScope(1, 3);
            if (i % 2 == 0) {
                events.reset(1);
            }
        }
        assertTrue(events.rareCapacity() < 1000, () -> events.rareCapacity() + " numbers");
        events.clear(1);
        assertEquals(JsonEvents.ID_NONE, events.idType(1));
        assertEquals(StringPool.NULL, events.idScope(1));
        assertEquals(5, events.id(0));
    }

    /// Growing the memory for rare values leaves a part of it unused.
    @Test
    void countsTheRareValuesOfAsynchronousEventsAsMemory() {
        JsonEventCodec codec = new JsonEventCodec();
        events.clear(0);
        int plain = codec.size(0, events);
        long asynchronous = 0;
        for (int i = 1; i < JsonEvents.SIZE; i++) {
            events.clear(i);
            events.setCookieType(i, JsonEvents.COOKIE_ID);
            events.setCookie(i, i);
            asynchronous += codec.size(i, events) - plain;
        }
        long used = (long) events.rareCapacity() * Long.BYTES + (long) JsonEvents.SIZE * Integer.BYTES;
        assertTrue(asynchronous > used * 2 / 3 && asynchronous <= used, asynchronous + " of " + used + " bytes");
        byte[] text = new byte[100];
        events.storeArgs(0, text, 0, text.length);
        assertEquals(text.length, codec.size(0, events) - codec.size(1, events));
        assertEquals(plain, codec.size(0, new JsonEvents()));
    }

    @Test
    void isFullIfItHasManyEventsOrMuchText() {
        byte[] text = new byte[1 << 20];
        assertFalse(events.isFull());
        for (int i = 0; i < 16; i++) {
            assertFalse(events.isFull());
            events.clear(i);
            events.storeArgs(i, text, 0, text.length);
            events.size++;
        }
        assertTrue(events.isFull());
        JsonEvents many = new JsonEvents();
        many.size = JsonEvents.SIZE;
        assertTrue(many.isFull());
    }
}
