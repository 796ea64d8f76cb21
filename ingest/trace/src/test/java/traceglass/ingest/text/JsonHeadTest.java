package traceglass.ingest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonHeadTest {

    @Test
    void readsKeysAndValuesOfTheOutermostObject() {
        JsonHead head =
                JsonHead.of(bytes("{\"version\": 3, \"meta\": {\"interval\": 1, \"x\": {\"y\": 2}}, \"threads\": ["));
        assertEquals(Set.of("version", "meta", "meta.interval", "meta.x", "threads"), head.keys());
        assertEquals("3", head.value("version"));
        assertEquals("", head.value("meta"));
        assertNull(head.value("interval"));
        assertTrue(head.has("version", "meta.interval"));
        assertFalse(head.isArray());
    }

    @Test
    void readsTheFirstElementOfAnArray() {
        JsonHead head = JsonHead.of(bytes("\ufeff [{\"ph\": \"X\", \"ts\": 5}, {\"other\": 1}]"));
        assertTrue(head.isArray());
        assertEquals(Set.of("ph", "ts"), head.keys());
    }

    @Test
    void readsAnArrayOfBytesAgainAfterItChanged() {
        byte[] bytes = bytes("{\"a\": 1}");
        assertEquals(Set.of("a"), JsonHead.of(bytes).keys());
        assertEquals(Set.of("a"), JsonHead.of(bytes).keys());
        bytes[2] = 'b';
        assertEquals(Set.of("b"), JsonHead.of(bytes).keys());
    }

    @Test
    void findsNoKeysInOtherText() {
        assertEquals(Set.of(), JsonHead.of(bytes("name, value\n{}")).keys());
        assertEquals(Set.of(), JsonHead.of(new byte[0]).keys());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
