package traceglass.ingest.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

class AttributesTest {

    private final StringPool strings = new StringPool();

    /// Returns the keys of the arguments.
    private List<String> keys(Map<String, Object> attributes) {
        ArgSetBuilder args = new ArgSetBuilder();
        Attributes.add(args, strings, attributes);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            keys.add(strings.get(args.key(i)));
        }
        return keys;
    }

    @Test
    void writesMapsAndLists() {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("a", 1L);
        inner.put("b", List.of("x", Map.of("c", true)));
        assertEquals(List.of("m.a", "m.b[0]", "m.b[1].c"), keys(Map.of("m", inner)));
    }

    @Test
    void leavesOutValuesThatAreNestedTooDeeply() {
        Object map = "leaf";
        Object list = "leaf";
        for (int i = 0; i < 16; i++) {
            map = Map.of("k", map);
            list = List.of(list);
        }
        assertEquals(List.of("m" + ".k".repeat(16)), keys(Map.of("m", map)));
        assertEquals(List.of("l" + "[0]".repeat(16)), keys(Map.of("l", list)));
        assertEquals(List.of(), keys(Map.of("m", Map.of("k", map))));
        assertEquals(List.of(), keys(Map.of("l", List.of(list))));
    }

    @Test
    void leavesOutElementsBeyondAThousand() {
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 1002; i++) {
            many.put("k" + i, (long) i);
        }
        assertEquals(1000, keys(Map.of("m", many)).size());
        assertEquals(
                1000,
                keys(Map.of("l", Stream.generate(() -> 1L).limit(1002).toList()))
                        .size());
    }
}
