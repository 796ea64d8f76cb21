package traceglass.analysis.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArgTreeTest {

    private static List<Arg> args(String... keys) {
        return Stream.of(keys)
                .map(k -> new Arg(k, "v" + k.length(), null, 0, ""))
                .toList();
    }

    private static String shown(List<ArgTree> trees) {
        StringBuilder out = new StringBuilder();
        for (ArgTree t : trees) {
            out.append(out.isEmpty() ? "" : " ").append(t.name());
            if (t.arg() != null) {
                out.append('=').append(t.arg().value());
            }
            if (!t.children().isEmpty()) {
                out.append(" (").append(shown(t.children())).append(')');
            }
        }
        return out.toString();
    }

    @Test
    void splitsKeysAtDotsAndBrackets() {
        assertEquals(
                "size=v10 list ([0] (a=v15 b=v15) [1]=v13) plain=v5",
                shown(ArgTree.of(
                        args("debug.size", "debug.list[0].a", "debug.list[0].b", "debug.list[1]", "plain"), "")));
    }

    @Test
    void mergesGroupsWithASingleSubgroup() {
        assertEquals("one.two.three (a=v15 b=v15)", shown(ArgTree.of(args("one.two.three.a", "one.two.three.b"), "")));
    }

    @Test
    void keepsBothArgumentsOfOneKey() {
        assertEquals("name=v4 name (2)=v4", shown(ArgTree.of(args("name", "name"), "")));
    }

    @Test
    void keepsAValueWithNestedValues() {
        assertEquals("a=v1 (b=v3)", shown(ArgTree.of(args("a", "a.b"), "")));
    }

    @Test
    void filtersByKeyAndValueIgnoringCase() {
        List<Arg> args = List.of(new Arg("debug.Url", "http://x", null, 0, ""), new Arg("size", "12", null, 0, ""));
        assertEquals("Url=http://x", shown(ArgTree.of(args, "uRL")));
        assertEquals("size=12", shown(ArgTree.of(args, "12")));
        assertEquals("", shown(ArgTree.of(args, "nothing")));
    }
}
