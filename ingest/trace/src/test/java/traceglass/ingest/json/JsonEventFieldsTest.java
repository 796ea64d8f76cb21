package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

class JsonEventFieldsTest {

    private final StringPool strings = new StringPool();
    private final JsonEventFields fields = new JsonEventFields(strings, null);
    private final JsonEvents events = new JsonEvents();

    @Test
    void readsCompactSpacedAndEscapedFieldsAlike() {
        String[] members = {
            "'args':{}",
            "'cat':'c,d'",
            "'dur':3",
            "'name':'n'",
            "'ph':'X'",
            "'pid':7",
            "'tdur':2",
            "'tid':8",
            "'ts':1.5",
            "'tts':4000000",
            "'id':'0x1'",
            "'unknown_field':'text'",
            "'x':12",
            "'id2':{'local':'7'}"
        };
        String compact = read("{" + String.join(",", members) + "}");
        assertEquals("X ts 1500 dur 3000 7 8 n c,d tts 4000000000 2000 id 0x1 args {}", compact);
        String spaced = "{ " + String.join(" ,\n ", members).replace("':", "' :\t") + " }";
        assertEquals(compact, read(spaced));
        assertEquals(compact, read("{" + String.join(", ", members).replace("':", "': ") + "}"));
        String escaped =
                "{" + String.join(",", members).replace("name", "n\\u0061me").replace("'n'", "'\\u006e'") + "}";
        assertEquals(compact, read(escaped));
    }

    @Test
    void readsNumbersInAllForms() {
        assertEquals(123, ts("0.123"));
        assertEquals(120, ts("0.12"));
        assertEquals(1_000, ts("1.0"));
        assertEquals(999_999_999_999_999L, ts("999999999999.999"));
        assertEquals(2_000, ts("2e0"));
        assertEquals(1_235, ts("1.2345"));
        assertEquals(-5_000, ts("-5"));
        assertEquals(7_000, ts("'7'"));
        assertEquals(9_007_199_254_740_993_123L, ts("9007199254740993.123"));
        assertEquals(JsonEvents.UNSET, ts("true"));
    }

    @Test
    void readsProcessesInAllForms() {
        assertEquals(12, pid("12"));
        assertEquals(12, pid("12.5"));
        assertEquals(-1, pid("-1"));
        assertEquals(12, pid("'12'"));
        assertTrue(pid("'main'") >= JsonEvents.NAMED);
    }

    @Test
    void clearsSlotsThatAreUsedAgain() {
        read("{'ph':'X','ts':1,'dur':2,'pid':3,'tid':4,'name':'a','cat':'b','tts':5,'tdur':6,'id':'7'}");
        read("{'ph':'i'}");
        assertEquals(StringPool.NULL, events.name[0]);
        assertEquals(StringPool.NULL, events.category[0]);
        assertEquals(IntColumn.NULL, events.argSet[0]);
        assertEquals(0, events.flags[0]);
        assertEquals(0, events.pid.get(0));
        assertEquals(JsonEvents.UNSET, events.dur.get(0));
        assertEquals(JsonEvents.UNSET, events.threadTs.get(0));
        assertEquals(JsonEvents.ID_NONE, events.idType(0));
    }

    @Test
    void returnsWhetherAnObjectHasFields() {
        assertFalse(readObject("{}"));
        assertFalse(readObject("{ }"));
        assertTrue(readObject("{'x':1}"));
    }

    @Test
    void readsHexadecimalNumbers() {
        assertEquals(0x1fL, hexadecimal("1f", 0));
        assertEquals(0xABCDEFL, hexadecimal("0xABCdef", 2));
        assertEquals(-1, hexadecimal("0x", 2));
        assertEquals(-1, hexadecimal("1g", 0));
        assertEquals(-1, hexadecimal("1@", 0));
        assertEquals(-1, hexadecimal("-1", 0));
        assertEquals(-1, hexadecimal("1234567890abcdef", 0));
    }

    private static long hexadecimal(String text, int from) {
        return JsonEventFields.hexadecimal(text.getBytes(StandardCharsets.UTF_8), from);
    }

    private long ts(String value) {
        read("{'ts':" + value + ",'ph':'X'}");
        return fields.ts;
    }

    private long pid(String value) {
        read("{'pid':" + value + "}");
        assertEquals(JsonEvents.HAS_PID, events.flags[0] & JsonEvents.HAS_PID);
        return events.pid.get(0);
    }

    private boolean readObject(String object) {
        byte[] text = object.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        JsonCursor c = new JsonCursor();
        c.reset(text, 1, text.length);
        boolean hasAny = fields.read(c, events, 0);
        assertEquals(text.length, c.position());
        return hasAny;
    }

    private String read(String object) {
        readObject(object);
        String text = object.replace('\'', '"');
        return (char) fields.phase + " ts " + fields.ts + " dur " + events.dur.get(0) + " " + events.pid.get(0) + " "
                + events.tid.get(0) + " " + strings.get(events.name[0]) + " " + strings.get(events.category[0])
                + " tts "
                + events.threadTs.get(0) + " " + events.threadDur.get(0) + " id "
                + (events.idType(0) == JsonEvents.ID_STRING ? strings.get((int) events.id(0)) : "none") + " args "
                + (fields.argsStart < 0 ? "none" : text.substring(fields.argsStart, fields.argsEnd));
    }
}
