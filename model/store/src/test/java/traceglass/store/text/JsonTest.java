package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTest {

    private static String problem(String text) {
        return assertThrows(IllegalArgumentException.class, () -> Json.read(text), text)
                .getMessage();
    }

    @Test
    void escapesSpecialCharacters() {
        assertEquals(
                "\"a\\\"b\\\\c\\nd\\re\\tf\\bg\\fh\\u0001i\\u001f\"",
                Json.quoted("a\"b\\c\nd\re\tf\bg\fh\u0001i\u001f"));
    }

    @Test
    void leavesAllOtherTextAsItIs() {
        assertEquals(
                "\"/<>'\u007f\u2028 Füße, 大 and \uD83D\uDE00\"",
                Json.quoted("/<>'\u007f\u2028 Füße, 大 and \uD83D\uDE00"));
    }

    @Test
    void escapesALoneSurrogateAndReadsItBack() {
        assertEquals("\"\\ud83dx\\ude00\"", Json.quoted("\uD83Dx\uDE00"));
        assertEquals("\"\\ud83d\"", Json.quoted("\uD83D"));
        assertEquals("{\"\\ude00\":0}", Json.compact(out -> Json.write(Map.of("\uDE00", 0), out)));
        assertEquals("\uD83Dx\uD83D\uDE00", Json.read(Json.quoted("\uD83Dx\uD83D\uDE00")));
    }

    @Test
    void readsEveryKindOfValueInTheOrderOfTheText() {
        Object value =
                Json.read(" {\"z\": [1, -2.50, 1e3, true, false, null, \"\\u00e9\\n\"], \"a\": {}, \"m\": []}\n");
        assertEquals("{z=[1, -2.5, 1000.0, true, false, null, é\n], a={}, m=[]}", value.toString());
        assertEquals(List.of("z", "a", "m"), List.copyOf(((Map<?, ?>) value).keySet()));
    }

    @Test
    void anIntegerIsALongIfItFits() {
        assertEquals(
                Arrays.asList(Long.MAX_VALUE, Long.MIN_VALUE, 0x1p63, 5L, 5.0, 1e30),
                Json.read("[9223372036854775807, -9223372036854775808, 9223372036854775808, 5, 5.0,"
                        + " 1000000000000000000000000000000]"));
    }

    @Test
    void readsExtensionsUsedInTraces() {
        assertEquals(
                Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY, "a\tb\u0001", 1L),
                Json.read("[NaN, Infinity, \"a\tb\u0001\", 1,]"));
    }

    @Test
    void theLastOfDuplicateMembersWins() {
        assertEquals(Map.of("a", 2L), Json.read("{\"a\": 1, \"a\": 2}"));
    }

    @Test
    void reportsThePositionOfAnError() {
        assertEquals("unexpected end of text", problem(""));
        assertEquals("unexpected end of text", problem("{\"a\": [1, \"b"));
        assertEquals("unexpected text after the value at character 3", problem("{} {}"));
        assertTrue(problem("{\n  \"a\" 1}").startsWith("line 2, column 7: Unexpected character ('1'"));
        assertEquals(
                "line 1, column 2: Unexpected close marker '}': expected ']' (for Array starting at line: 1, column:"
                        + " 1)",
                problem("[}"));
        for (String wrong : List.of("tru", "{a:1}", "[1 2]", "\"\\x\"", "-", "01", "\"\\u12", "]", "{\"a\"}", ",")) {
            problem(wrong);
        }
    }

    @Test
    void readsTheFirstValueAndIgnoresTheRest() {
        assertEquals(Map.of("a", "}"), Json.readFirst("{\"a\": \"}\"} and more"));
    }

    @Test
    void rejectsDeepNesting() {
        assertEquals(1, ((List<?>) Json.read("[".repeat(256) + "]".repeat(256))).size());
        assertEquals("it is nested more than 256 levels deep", problem("[".repeat(257) + "]".repeat(257)));
        assertEquals("it is nested more than 256 levels deep", problem("{\"a\":".repeat(1_000_000)));
    }

    @Test
    void writesWithAndWithoutSpaces() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a", List.of(1, 2.5, Double.NaN));
        value.put("b", Map.of());
        value.put("c", List.of());
        value.put("d", null);
        value.put("e", new StringBuilder("x"));
        assertEquals(
                "{\"a\":[1,2.5,null],\"b\":{},\"c\":[],\"d\":null,\"e\":\"x\"}",
                Json.compact(out -> Json.write(value, out)));
        assertEquals(
                "{\"a\": [1, 2.5, null], \"b\": {}, \"c\": [], \"d\": null, \"e\": \"x\"}",
                Json.spaced(out -> Json.write(value, out)));
    }

    @Test
    void readsLongStringsAndNames() {
        String longer = "x".repeat(21_000_000);
        assertEquals(longer, Json.read(Json.quoted(longer)));
        assertEquals(Map.of(longer, 1L), Json.read("{\"" + longer + "\":1}"));
    }

    @Test
    void damagedTextIsReadOrRejected() {
        byte[] complete = Json.compact(out -> Json.write(
                        Map.of("a", List.of(1, -2.5e10, "é\n\u0001", true), "b", Map.of("c", Map.of("d", List.of()))),
                        out))
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Random random = new Random(7);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged =
                    Arrays.copyOf(complete, random.nextInt(4) == 0 ? random.nextInt(complete.length) : complete.length);
            for (int n = random.nextInt(3); n > 0 && damaged.length > 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                Json.read(damaged);
                read++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().length() < 400, e.getMessage());
            }
        }
        assertTrue(read > 1000 && read < 19_000, "read " + read);
    }
}
