package traceglass.sql.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgsJsonTest {

    /// @param parts key, kind and value of each argument
    private static String json(String... parts) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 3) {
            arguments.add(String.join(ArgsJson.PART_SEPARATOR, parts[i], parts[i + 1], parts[i + 2]));
        }
        return ArgsJson.of(String.join(ArgsJson.ARGUMENT_SEPARATOR, arguments));
    }

    @Test
    void writesEachKindAsItsJsonType() {
        assertEquals("{}", ArgsJson.of(""));
        assertEquals(
                "{\"i\":-5,\"u\":18446744073709551615,\"t\":true,\"f\":false,\"e\":false,\"n\":null,\"p\":\"0xff\"}",
                json(
                        "i",
                        "int",
                        "-5",
                        "u",
                        "uint",
                        "18446744073709551615",
                        "t",
                        "bool",
                        "1",
                        "f",
                        "bool",
                        "0",
                        "e",
                        "bool",
                        "",
                        "n",
                        "null",
                        "",
                        "p",
                        "pointer",
                        "255"));
        assertEquals(
                "{\"a\":1,\"b\":0.5,\"c\":1.0E300,\"d\":\"NaN\",\"e\":\"Infinity\",\"f\":\"-Infinity\"}",
                json(
                        "a",
                        "real",
                        "1.0",
                        "b",
                        "real",
                        "0.5",
                        "c",
                        "real",
                        "1e300",
                        "d",
                        "real",
                        "NaN",
                        "e",
                        "real",
                        "Infinity",
                        "f",
                        "real",
                        "-Infinity"));
    }

    @Test
    void textIsEscapedInNamesAndValues() {
        assertEquals(
                "{\"a \\\"b\\\"\":\"x\\n\\u0001\\\\/é\",\"s\":\"\\ud83d\"}",
                json("a \"b\"", "string", "x\n\u0001\\/é", "s", "string", "\ud83d"));
    }

    @Test
    void createsObjectsAndListsFromKeys() {
        assertEquals(
                "{\"a\":{\"b\":1,\"c\":[null,{\"d\":2}]},\"e\":[[null,3]]}",
                json("a.b", "int", "1", "a.c[1].d", "int", "2", "e[0][1]", "int", "3"));
        assertEquals("{\"a[x]\":1,\"b[\":2}", json("a[x]", "int", "1", "b[", "int", "2"));
    }

    @Test
    void ignoresAConflictingValue() {
        assertEquals("{\"a\":1}", json("a", "int", "1", "a.b", "int", "2", "a[0]", "int", "3"));
    }
}
