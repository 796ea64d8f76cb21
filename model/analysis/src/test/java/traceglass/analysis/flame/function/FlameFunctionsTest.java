package traceglass.analysis.flame.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;

class FlameFunctionsTest {

    private static FlameFrames frames(Map<String, Integer> stacks) {
        FlameFrames.Builder b = new FlameFrames.Builder(1);
        new TreeMap<>(stacks).forEach((stack, value) -> {
            int node = 0;
            for (String name : stack.split(";")) {
                node = b.getOrAddChild(node, name, "lib");
            }
            b.add(node, 0, value);
        });
        return b.build();
    }

    private static FlameFunctions functions(Map<String, Integer> stacks) {
        return FlameFunctions.of(new FlameGraph(frames(stacks), 0, -1));
    }

    private static String selfAndTotal(FlameFunctions functions, String name) {
        FlameFunctions.Function f = functions.get(functions.find(name, "lib"));
        return f.self() + "/" + f.total();
    }

    private static String calls(FlameFunctions functions, List<FlameFunctions.Call> calls) {
        return String.join(
                " ",
                calls.stream()
                        .map(c -> (c.function() < 0
                                        ? "-"
                                        : functions.get(c.function()).name())
                                + "=" + c.total())
                        .toList());
    }

    private static String callers(FlameFunctions functions, String name) {
        return calls(functions, functions.callers(functions.find(name, "lib")));
    }

    private static String callees(FlameFunctions functions, String name) {
        return calls(functions, functions.callees(functions.find(name, "lib")));
    }

    @Test
    void sumsUpAllFramesOfAFunction() {
        FlameFunctions f = functions(Map.of("main;a;x", 3, "main;b;x", 4, "main;b", 1));
        assertEquals(4, f.size());
        assertEquals(8, f.total());
        assertEquals("0/8", selfAndTotal(f, "main"));
        assertEquals("1/5", selfAndTotal(f, "b"));
        assertEquals("7/7", selfAndTotal(f, "x"));
        assertEquals("b=4 a=3", callers(f, "x"));
        assertEquals("-=8", callers(f, "main"));
        assertEquals("b=5 a=3", callees(f, "main"));
        assertEquals("", callees(f, "x"));
    }

    @Test
    void countsRecursionOnce() {
        // f calls itself directly, and through g.
        FlameFunctions f = functions(Map.of("main;f;f;f;x", 5, "main;f;g;f;x", 7, "main;f;g;f", 2));
        assertEquals("2/14", selfAndTotal(f, "f"));
        assertEquals("0/9", selfAndTotal(f, "g"));
        assertEquals("12/12", selfAndTotal(f, "x"));
        assertEquals("main=14", callers(f, "f"));
        // g is called by f; x by the inner f.
        assertEquals("x=12 g=9", callees(f, "f"));
        assertEquals("f=9", callees(f, "g"));
        // Mutual recursion: the call f to g occurs twice in a stack.
        FlameFunctions recursive = functions(Map.of("f;g;f;g", 6));
        assertEquals("g=6", callees(recursive, "f"));
        assertEquals("f=6", callers(recursive, "g"));
        assertEquals("0/6", selfAndTotal(recursive, "f"));
        assertEquals("6/6", selfAndTotal(recursive, "g"));
    }

    @Test
    void deepStacksDoNotOverflow() {
        FlameFunctions f = functions(Map.of("r;" + "f;".repeat(50_000) + "x", 3));
        assertEquals("0/3", selfAndTotal(f, "f"));
        assertEquals("x=3", callees(f, "f"));
    }

    @Test
    void appliesFiltersFromCallerToCalleeInEveryView() {
        FlameFrames in = frames(Map.of("main;a;x", 3, "main;b;x", 4, "main;b", 1));
        List<FlameFilter> hide = List.of(FlameFilter.exactly(FlameFilter.Kind.HIDE_FRAME, "x"));
        FlameFunctions bottomUp =
                FlameFunctions.of(new FlameGraph(FlameFunctions.frames(in, hide, FlameFilters.View.BOTTOM_UP), 0, -1));
        assertEquals("5/5", selfAndTotal(bottomUp, "b"));
        assertEquals("0/8", selfAndTotal(bottomUp, "main"));
        List<FlameFilter> pivot = List.of(FlameFilter.exactly(FlameFilter.Kind.PIVOT, "b"));
        FlameFunctions pivoted =
                FlameFunctions.of(new FlameGraph(FlameFunctions.frames(in, pivot, FlameFilters.View.TOP_DOWN), 0, -1));
        assertEquals(5, pivoted.total());
        assertEquals("main=5", callers(pivoted, "b"));
        assertEquals("x=4", callees(pivoted, "b"));
        List<FlameFilter> from = List.of(FlameFilter.exactly(FlameFilter.Kind.SHOW_FROM_FRAME, "b"));
        FlameFunctions fromFrame =
                FlameFunctions.of(new FlameGraph(FlameFunctions.frames(in, from, FlameFilters.View.TOP_DOWN), 0, -1));
        assertEquals("-=5", callers(fromFrame, "b"));
    }

    @Test
    void comparesWithABase() {
        FlameFrames both =
                FlameFrames.difference(frames(Map.of("main;x", 3)), 0, frames(Map.of("main;x;x", 5)), 0, false);
        FlameFunctions f = FlameFunctions.of(new FlameGraph(both, 1, 0));
        FlameFunctions.Function x = f.get(f.find("x", "lib"));
        assertEquals(5, x.total());
        assertEquals(3, x.base());
        assertEquals(2, x.delta());
    }

    @Test
    void writesTablesInTheGivenOrder() {
        FlameFunctions f = functions(Map.of("main;a\tb", 3, "main", 1));
        int[] order =
                f.sorted(Comparator.comparingLong(FlameFunctions.Function::self).reversed());
        assertEquals(
                "name\tmodule\tself\ttotal\tpercent\na b\tlib\t3\t3\t75.000\nmain\tlib\t1\t4\t100.000\n",
                FunctionText.tsv(f, order));
        FlameMeasure samples = new FlameMeasure("samples", "Samples", FlameMeasure.Unit.SAMPLES);
        assertEquals(
                "| function | module | self | Samples | of all |\n|---|---|--:|--:|--:|\n"
                        + "| a b | lib | 3 samples | 3 samples | 75.0% |\n"
                        + "| main | lib | 1 sample | 4 samples | 100.0% |\n",
                FunctionText.markdown(f, order, samples));
        assertEquals(
                "[{\"name\":\"main\",\"module\":\"lib\",\"self\":1,\"total\":4}]",
                FunctionText.json(f, new int[] {f.find("main", "lib")}).replaceAll("\\s", ""));
    }
}
