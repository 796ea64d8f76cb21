package traceglass.ingest.json.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonCursorTest {

    private static final String[] SPACES = {"", "", "", " ", "\n", "\t\r\n ", "  "};
    private static final String[] TEXTS = {
        "",
        "a",
        "ts",
        "tdur",
        "flow_out",
        "a longer one, with [brackets] and {braces}: yes",
        "gr\u00fc\u00dfe",
        "\ud83d\ude00",
        "quote \" and \\ backslash",
        "tab\tand\nline",
        "\u0001"
    };

    private final Random random = new Random(9);

    /// Events expected from the cursor, one per line.
    private final List<String> expected = new ArrayList<>();

    private String space() {
        return SPACES[random.nextInt(SPACES.length)];
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c > ' ' && !Character.isSurrogate(c) && random.nextInt(12) > 0) {
                out.append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.append('"').toString();
    }

    private String value(int depth) {
        int kind = random.nextInt(depth > 3 ? 7 : 9);
        return space()
                + switch (kind) {
                    case 0 -> {
                        String text = text();
                        expected.add("text " + text);
                        yield quoted(text);
                    }
                    case 1 -> {
                        long n = random.nextLong() >> random.nextInt(64);
                        expected.add("long " + n);
                        yield Long.toString(n);
                    }
                    case 2 -> {
                        double d = random.nextInt(1_000_000) / 1000.0 + 0.0001;
                        expected.add("double " + d);
                        yield random.nextBoolean() ? Double.toString(d) : d + "e0";
                    }
                    case 3 -> {
                        expected.add("TRUE");
                        yield "true";
                    }
                    case 4 -> {
                        expected.add("FALSE");
                        yield "false";
                    }
                    case 5 -> {
                        expected.add("NULL");
                        yield "null";
                    }
                    case 6 -> {
                        expected.add("double NaN");
                        yield "NaN";
                    }
                    case 7 -> object(depth);
                    default -> array(depth);
                }
                + space();
    }

    private String object(int depth) {
        StringBuilder out = new StringBuilder("{").append(space());
        int n = random.nextInt(5);
        expected.add("{");
        for (int i = 0; i < n; i++) {
            String key = text();
            expected.add("key " + key);
            out.append(i == 0 ? "" : ",")
                    .append(space())
                    .append(quoted(key))
                    .append(space())
                    .append(':')
                    .append(value(depth + 1));
        }
        expected.add("}");
        return out.append('}').toString();
    }

    private String array(int depth) {
        StringBuilder out = new StringBuilder("[").append(space());
        int n = random.nextInt(5);
        expected.add("[");
        for (int i = 0; i < n; i++) {
            out.append(i == 0 ? "" : ",").append(value(depth + 1));
        }
        expected.add("]");
        return out.append(']').toString();
    }

    private static void walk(JsonCursor c, List<String> values) {
        byte first = c.peek();
        if (first == '{') {
            c.expect('{');
            values.add("{");
            while (c.nextKey()) {
                String key = c.key();
                values.add("key " + key);
                boolean isPlain = key.chars().allMatch(x -> x < 0x80);
                assertEquals(isPlain, c.isKey(key), key);
                assertTrue(!isPlain || key.length() > 8 || c.keyWord() == wordOf(key), key);
                walk(c, values);
            }
            values.add("}");
        } else if (first == '[') {
            c.expect('[');
            values.add("[");
            while (c.nextElement()) {
                walk(c, values);
            }
            values.add("]");
        } else {
            c.readValue();
            values.add(
                    switch (c.kind()) {
                        case STRING -> "text " + c.textString();
                        case LONG -> "long " + c.longValue();
                        case DOUBLE -> "double " + c.number();
                        default -> c.kind().toString();
                    });
        }
    }

    @Test
    void returnsTheKeyAfterAnEarlierIncompleteKey() {
        JsonCursor cursor = new JsonCursor();
        byte[] part = "\"a\\n".getBytes(StandardCharsets.UTF_8);
        cursor.reset(part, 0, part.length);
        assertSame(JsonSyntaxException.INCOMPLETE, assertThrows(JsonSyntaxException.class, cursor::nextKey));
        byte[] whole = "\"a\\n\":\"b\\t\"}".getBytes(StandardCharsets.UTF_8);
        cursor.reset(whole, 0, whole.length);
        assertTrue(cursor.nextKey());
        cursor.readValue();
        assertEquals("b\t", cursor.textString());
        assertEquals("a\n", cursor.key());
    }

    @Test
    void readsAnySpacingAndReportsEveryPrefixAsIncomplete() {
        JsonCursor cursor = new JsonCursor();
        for (int round = 0; round < 3_000; round++) {
            expected.clear();
            String json = space() + (random.nextBoolean() ? object(0) : array(0));
            byte[] bytes = (json + " ").getBytes(StandardCharsets.UTF_8);
            int end = bytes.length - 1;
            List<String> values = new ArrayList<>();
            cursor.reset(bytes, 0, end);
            walk(cursor, values);
            assertEquals(expected, values, json);
            assertEquals(end, cursor.position(), json);
            cursor.reset(bytes, 0, end);
            cursor.readValue();
            assertEquals(end, cursor.end(), json);
            int cut = random.nextInt(end);
            cursor.reset(bytes, 0, cut);
            assertSame(
                    JsonSyntaxException.INCOMPLETE,
                    assertThrows(
                            JsonSyntaxException.class, () -> walk(cursor, new ArrayList<>()), json + " cut at " + cut));
            cursor.reset(bytes, 0, cut);
            assertSame(
                    JsonSyntaxException.INCOMPLETE,
                    assertThrows(JsonSyntaxException.class, cursor::readValue, json + " cut at " + cut));
        }
    }

    /// Returns the events read by jackson-core, in the form of [#walk].
    ///
    /// @return the events; null if jackson-core rejects the text
    private static List<String> jackson(byte[] json) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token; (token = parser.nextToken()) != null; ) {
                switch (token) {
                    case START_OBJECT -> values.add("{");
                    case END_OBJECT -> values.add("}");
                    case START_ARRAY -> values.add("[");
                    case END_ARRAY -> values.add("]");
                    case FIELD_NAME -> values.add("key " + withoutLoneSurrogates(parser.currentName()));
                    case VALUE_STRING -> values.add("text " + withoutLoneSurrogates(parser.getText()));
                    case VALUE_NUMBER_INT ->
                        values.add(
                                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                                        ? "double " + parser.getDoubleValue()
                                        : "long " + parser.getLongValue());
                    case VALUE_NUMBER_FLOAT -> values.add("double " + parser.getDoubleValue());
                    case VALUE_TRUE -> values.add("TRUE");
                    case VALUE_FALSE -> values.add("FALSE");
                    case VALUE_NULL -> values.add("NULL");
                    default -> throw new IllegalStateException(token.toString());
                }
                if (parser.getParsingContext().inRoot() && token.isStructEnd()) {
                    return values;
                }
            }
            return null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static String withoutLoneSurrogates(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
    }

    private String anyNumber() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(1000) + "." + random.nextLong(1L << 50);
            case 1 -> random.nextLong() + "." + random.nextInt(10);
            case 2 -> "-" + random.nextInt(10) + "e" + (random.nextInt(700) - 350);
            case 3 -> "9" + "0".repeat(random.nextInt(25)) + "1";
            case 4 -> "0.000" + random.nextInt(100_000) + "E-" + random.nextInt(20);
            default -> String.valueOf(random.nextLong());
        };
    }

    @Test
    void readsTheSameAsJackson() throws IOException {
        String[] strange = {
            "\"", "\\u", "\\ud83d", "{", "}", "[", "]", ",", ":", "\\", "\u0080", "1", "e", "-", ".", " ", "t"
        };
        JsonCursor cursor = new JsonCursor();
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            String json = (random.nextBoolean() ? object(0) : array(0)).replace("NaN", anyNumber());
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            if (round % 2 == 0) {
                int index = random.nextInt(json.length() + 1);
                bytes = (json.substring(0, index) + strange[random.nextInt(strange.length)] + json.substring(index))
                        .getBytes(StandardCharsets.UTF_8);
            } else if (round % 3 == 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            List<String> expectedHere = jackson(bytes);
            if (expectedHere != null) {
                List<String> values = new ArrayList<>();
                cursor.reset(bytes, 0, bytes.length);
                walk(cursor, values);
                assertEquals(expectedHere, values, () -> "round of " + json);
                read++;
            }
        }
        assertTrue(read > 8_000, "only " + read + " texts were JSON");
    }

    @Test
    void reportsInvalidJson() {
        assertEquals("expected a key, found '5'", problem("{5:1}"));
        assertEquals("expected ':', found '1'", problem("{\"a\" 1}"));
        assertEquals("expected ':', found ','", problem("{\"a\", 1}"));
        assertEquals("expected true", problem("[trux ]"));
        assertEquals("expected a value, found ':'", problem("[: ]"));
    }

    private static String problem(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor();
        cursor.reset(bytes, 0, bytes.length);
        return assertThrows(JsonSyntaxException.class, () -> walk(cursor, new ArrayList<>()))
                .getMessage();
    }

    private static long wordOf(String key) {
        long word = 0;
        for (int i = 0; i < key.length(); i++) {
            word = word << 8 | key.charAt(i);
        }
        return word;
    }
}
