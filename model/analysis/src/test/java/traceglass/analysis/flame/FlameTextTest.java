package traceglass.analysis.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FlameTextTest {

    private static final FlameMeasure TIME = new FlameMeasure("duration", "Duration", FlameMeasure.Unit.NANOSECONDS);

    private static FlameFrames frames(long second) {
        FlameFrames.Builder b = new FlameFrames.Builder(1);
        int main = b.getOrAddChild(0, "main", "app");
        b.add(main, 0, 10);
        b.add(b.getOrAddChild(b.getOrAddChild(main, "read|it", ""), "a \"deep\"\tone", "libc"), 0, 70);
        b.add(b.getOrAddChild(main, "write", "libc"), 0, 20);
        b.add(b.getOrAddChild(0, "idle", ""), 0, second);
        return b.build();
    }

    @Test
    void writesATreeAsTsv() {
        assertEquals("""
            depth\tname\tmodule\tduration_ns\tself\tpercent
            1\tmain\tapp\t100\t10\t80.000
            2\tread|it\t\t70\t0\t56.000
            3\ta "deep" one\tlibc\t70\t70\t56.000
            2\twrite\tlibc\t20\t20\t16.000
            1\tidle\t\t25\t25\t20.000
            """, FlameText.tsv(new FlameGraph(frames(25), 0, -1), TIME));
    }

    @Test
    void writesATreeAsNestedJson() {
        assertEquals("""
            {"measure": "duration_ns", "total": 105, "children": [
             {"name": "main", "module": "app", "total": 100, "self": 10, "children": [
              {"name": "read|it", "total": 70, "self": 0, "children": [
               {"name": "a \\"deep\\"\\tone", "module": "libc", "total": 70, "self": 70, "children": []}]},
              {"name": "write", "module": "libc", "total": 20, "self": 20, "children": []}]},
             {"name": "idle", "total": 5, "self": 5, "children": []}]}
            """, FlameText.json(new FlameGraph(frames(5), 0, -1), TIME));
    }

    @Test
    void writesADifferenceAsMarkdownTable() {
        FlameFrames both = FlameFrames.difference(frames(5), 0, frames(0), 0, false);
        String text = FlameText.markdown(new FlameGraph(both, 1, 0), TIME);
        assertEquals(
                "| frame | module | Duration | self | of all | difference |",
                text.lines().findFirst().orElseThrow());
        assertEquals(
                "| &nbsp;&nbsp;read\\|it |  | 70 ns | 0 ns | 70.0% | ±0 |",
                text.lines().skip(3).findFirst().orElseThrow());
        assertEquals(
                "| idle |  | 0 ns | 0 ns | 0.0% | −5 ns |",
                text.lines().reduce((a, b) -> b).orElseThrow());
    }
}
