package traceglass.ingest.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

class PrintedFieldsTest {

    private static String split(String text) {
        StringJoiner fields = new StringJoiner(" | ");
        boolean hasAny = new PrintedFields()
                .split(
                        text,
                        (s, keyStart, keyEnd, from, to) ->
                                fields.add(s.substring(keyStart, keyEnd) + ":" + s.substring(from, to)));
        assertEquals(hasAny, fields.length() > 0);
        return fields.toString();
    }

    @Test
    void splitsAtNamesWithEqualsSigns() {
        assertEquals("pid:5 | comm:my thread | prio:120", split("pid=5 comm=my thread prio=120"));
        assertEquals("vec:1 | action:TIMER", split("vec=1 [action=TIMER]"));
        assertEquals("old:120 | new:89", split("old=120 => new=89"));
        assertEquals("state:S | next:b", split("state=S ==> next=b"));
        assertEquals("load:{24 a=19} | power:2", split("load={24 a=19} power=2"));
        assertEquals("name:level | val:129", split("name=level, val=129"));
        assertEquals("mnoc:[22, 0] | clk:1", split("mnoc=[22, 0] clk=1"));
        assertEquals("empty: | last:", split("empty= last="));
    }

    @Test
    void splitsOtherFormats() {
        assertEquals("dev:(8,13) | ino:77", split("dev = (8,13), ino = 77"));
        assertEquals("dev:252,0 | ino:49 | ret:-5", split("dev 252,0 ino 49 ret -5"));
        assertEquals("dev:259:7 | ino:4 | page:ff", split("dev 259:7 ino 4 page=ff"));
        assertEquals("fd:3 | msg:7ffe3ce41670 | flags:0", split("fd: 3, msg: 7ffe3ce41670, flags: 0"));
    }

    @Test
    void findsNoFieldsInOtherText() {
        for (String text : new String[] {
            "",
            " ",
            "Start context switch",
            "260|sde_kms:10|7f",
            "(name)",
            "=",
            "==>",
            "a==b",
            "5=6",
            "dev 252 ino",
            "is a test 1",
            ": x"
        }) {
            assertFalse(new PrintedFields().split(text, (s, a, b, c, d) -> {}), text);
        }
    }
}
