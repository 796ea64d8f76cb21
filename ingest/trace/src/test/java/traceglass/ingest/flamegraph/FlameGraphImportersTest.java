package traceglass.ingest.flamegraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class FlameGraphImportersTest {

    private static final String SVG_START = "<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC"
            + " \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
            + "<svg version=\"1.1\" width=\"1200\" height=\"102\" xmlns=\"http://www.w3.org/2000/svg\">\n"
            + "<!-- Flame graph stack visualization. -->\n<rect x=\"0\" y=\"0\" width=\"1200\" height=\"102\"/>\n"
            + "<text x=\"600\" y=\"24\">Disk &amp; network</text>\n<g id=\"frames\">\n";
    private static final String SVG = SVG_START
            + bar("read (300 ms, 25.00%)", "70.0", 33, "300.0")
            + bar("write (0.5 ms, 0.04%)", "370.0", 33, "0.1")
            + bar("all (1,200 ms, 100%)", "10", 65, "1180")
            + bar("main (500.5 ms, 41.71%; +2.10%)", "10.0", 49, "500.1")
            + bar("std::vector&lt;int, A&gt;::at(int) (699 ms, 58.25%)", "510.1", 49, "679.9")
            + "</g>\n</svg>\n";
    private static final String PAGE_START = "<!DOCTYPE html>\n"
            + "<html lang='en'>\n"
            + "<body>\n"
            + "<h1>Allocation profile</h1>\n"
            + "<header>Produced by <a"
            + " href='https://github.com/async-profiler/async-profiler'>async-profiler</a></header>\n"
            + "<canvas id='canvas'></canvas>\n"
            + "<script>\n"
            + "\tfunction f(key, level) {\n"
            + "\t}\n\n";
    private static final String PAGE_END = "\nsearch();\n</script></body></html>\n";
    private static final String PAGE = PAGE_START
            + "const cpool = [\n'all',\n' java/lang/Thread.run',\n'*io/File.read',\n' it\\'s'\n];\nunpack(cpool);\n\n"
            + "n(3,10)\nu(9,7)\nu(17,2)\nn(26,4,3,0,0)\nf(24,1,5,3)" + PAGE_END;

    private static String bar(String title, String x, int y, String width) {
        return "<g>\n<title>" + title + "</title><rect x=\"" + x + "\" y=\"" + y + "\" width=\"" + width
                + "\" height=\"15.0\" rx=\"2\"/>\n<text x=\"13\" y=\"9\">cut..</text>\n</g>\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the stacks, outermost frame first, with their values.
    private static Set<String> stacks(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        Set<String> out = new TreeSet<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            String stack = "";
            long callsite = samples.ints("callsite_id").get(i);
            for (int depth = 0; callsite >= 0 && depth < 10; depth++) {
                int frame = callsites.ints("frame_id").get((int) callsite);
                stack = ";" + storage.strings().get(frames.strings("name").get(frame)) + stack;
                long parent = callsites.ints("parent_id").get((int) callsite);
                callsite = parent;
            }
            out.add(stack.substring(1) + " " + samples.doubles("value").get(i));
        }
        return out;
    }

    private static String profile(TraceStorage storage, String column) {
        return storage.strings()
                .get(storage.table("__intrinsic_aggregate_profile")
                        .strings(column)
                        .get(0));
    }

    @Test
    void readsStacksFromAPicture() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(SVG));
        assertEquals(
                Set.of(
                        "main;read 3.0E8",
                        "main;write 500000.0",
                        "main 2.0E8",
                        "std::vector<int, A>::at(int) 6.99E8",
                        "[not drawn] 500000.0"),
                stacks(storage));
        assertEquals("Disk & network", profile(storage, "name"));
        assertEquals("nanoseconds", profile(storage, "sample_type_unit"));
        assertEquals("flame_graph_svg", DamagedFile.type(bytes(SVG)));
    }

    @Test
    void readsPicturesWithExactValues() throws Exception {
        String picture = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 80" data-measure="CPU time" data-unit="nanoseconds">
            <rect width="100%" height="100%" fill="#ffffff"/>
            <g data-value="50" data-total="true"><title>Total
            50 ns, 100 %</title><rect x="0.00" y="0" width="1599" height="19"/><text x="4" y="13">Total</text></g>
            <g data-value="49"><title>f(int, A) (cut, 3)
            49 ns, 98 %</title><rect x="0.00" y="20" width="1567" height="19"/></g>
            <g data-value="12"><title>g
            12 ns, 24 %</title><rect x="0.00" y="40" width="383" height="19"/></g>
            <g><rect x="384" y="40" width="32" height="19"/></g>
            </svg>
            """;
        TraceStorage storage = DamagedFile.read(bytes(picture));
        assertEquals(
                Set.of("[not drawn] 1.0", "f(int, A) (cut, 3) 37.0", "f(int, A) (cut, 3);g 12.0"), stacks(storage));
        assertEquals("CPU time", profile(storage, "name"));
        assertEquals("nanoseconds", profile(storage, "sample_type_unit"));
        assertEquals("flame_graph_svg", DamagedFile.type(bytes(picture)));
        String weights = picture.replace("nanoseconds", "milliunits");
        assertEquals("count", profile(DamagedFile.read(bytes(weights)), "sample_type_unit"));
    }

    @Test
    void readsTreesOfFunctions() throws Exception {
        String tree =
                "{\"children\":[{\"name\":\"main\",\"value\":7,\"data\":{\"name\":\"x\",\"value\":3},\"children\":"
                        + "[{\"name\":\"read\",\"value\":5,\"children\":[]}]},{\"name\":\"idle\",\"value\":2}],"
                        + "\"name\":\"all\",\"value\":10}";
        Set<String> expected = Set.of("main 2.0", "main;read 5.0", "idle 2.0", "all 1.0");
        assertEquals(expected, stacks(DamagedFile.read(bytes(tree))));
        String perfTree = tree.replace("children", "c").replace("name", "n").replace("value", "v");
        assertEquals(expected, stacks(DamagedFile.read(bytes(perfTree))));
        assertEquals("flame_graph_json", DamagedFile.type(bytes(tree)));
        // Values may exclude callees.
        String own = "{\"name\":\"\",\"value\":0,\"children\":[{\"name\":\"a\",\"value\":2,\"children\":"
                + "[{\"name\":\"b\",\"value\":3}]}]}";
        assertEquals(Set.of("a 2.0", "a;b 3.0"), stacks(DamagedFile.read(bytes(own))));
        assertThrows(
                TraceProblem.class, () -> DamagedFile.read(bytes("{\"name\":\"a\",\"value\":\"b\",\"children\":[]}")));
        assertEquals(1, stat(DamagedFile.read(bytes(tree.substring(0, tree.length() - 1))), "flame_graph_truncated"));
        DamagedFile.assertSurvives(bytes(tree), 20);
    }

    @Test
    void readsPicturesThatGrowDownwards() throws Exception {
        String icicles = SVG.replace("y=\"65\"", "y=\"17\"");
        assertEquals(stacks(DamagedFile.read(bytes(SVG))), stacks(DamagedFile.read(bytes(swapped(icicles)))));
    }

    /// Swaps the rows of the callers and of the callees.
    private static String swapped(String picture) {
        return picture.replace("y=\"33\"", "y=\"x\"")
                .replace("y=\"49\"", "y=\"33\"")
                .replace("y=\"x\"", "y=\"49\"");
    }

    @Test
    void readsOldPicturesWhoseValuesAreInMouseHandlers() throws Exception {
        String svg = "<svg><text>Difference</text><rect x=\"10.0\" y=\"33\" width=\"90.0\" onmouseover=\"s('a`it\\'s"
                + " (-3 sample weight, 9 samples, 90.00%)')\"/><rect x=\"10.0\" y=\"49\" width=\"100.0\""
                + " onmouseover=\"s('all (1 sample weight, 10 samples, 100%)')\"/></svg>";
        assertEquals(Set.of("a`it's 9.0", "[not drawn] 1.0"), stacks(DamagedFile.read(bytes(svg))));
    }

    @Test
    void theTotalOfOldPicturesIsNotAFunction() throws Exception {
        assertEquals(
                stacks(DamagedFile.read(bytes(SVG))),
                stacks(DamagedFile.read(bytes(SVG.replace("<title>all (", "<title>all samples (")))));
    }

    @Test
    void assignsNarrowBarsToTheCallerThatHasTheirValue() throws Exception {
        // Rounded to a tenth, all bars start at the same place.
        String svg = SVG_START
                + bar("big (90 samples, 0.09%)", "10.0", 17, "0.1")
                + bar("one (1 samples, 0.00%)", "10.0", 33, "0.0")
                + bar("many (95 samples, 0.09%)", "10.0", 33, "0.1")
                + bar("all (96 samples, 100%)", "10.0", 49, "1180.0")
                + "</g></svg>";
        assertEquals(Set.of("many;big 90.0", "many 5.0", "one 1.0"), stacks(DamagedFile.read(bytes(svg))));
    }

    @Test
    void assignsBarsWithinACallerToItEvenIfItsRoundedValueIsTooSmall() throws Exception {
        String svg = SVG_START
                + bar("c (2 samples, 0.05%)", "50.1000%", 17, "0.0500%")
                + bar("d (2 samples, 0.05%)", "50.1500%", 17, "0.0500%")
                + bar("a (9 samples, 0.20%)", "49.9000%", 33, "0.2000%")
                + bar("b (3 samples, 0.10%)", "50.1000%", 33, "0.1000%")
                + bar("all (12 samples, 100%)", "0.0000%", 49, "100.0000%")
                + "</g></svg>";
        assertEquals(Set.of("b;c 2.0", "b;d 2.0", "a 9.0"), stacks(DamagedFile.read(bytes(svg))));
    }

    @Test
    void readsStacksFromAPageOfAsyncProfiler() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(PAGE));
        assertEquals(
                Set.of(
                        "java/lang/Thread.run;java/lang/io/File.read 2.0",
                        "java/lang/Thread.run;it's 4.0",
                        "java/lang/Thread.run 1.0",
                        "it's 3.0"),
                stacks(storage));
        assertEquals("Allocation profile", profile(storage, "name"));
        assertEquals("flame_graph_html", DamagedFile.type(bytes(PAGE)));
    }

    @Test
    void readsPagesOfOlderVersions() throws Exception {
        String page = PAGE_START + "f(0,0,9,3,'all')\nf(1,0,4,1,'it\\'s')\nf(2,1,2,0,'b, c(d)')\nf(1,4,5,2,'e','0.1%')"
                + PAGE_END;
        assertEquals(Set.of("it's;b, c(d) 2.0", "it's 2.0", "e 5.0"), stacks(DamagedFile.read(bytes(page))));
    }

    @Test
    void readsPagesWithLongNames() throws Exception {
        String name = "a".repeat(12_000);
        String page = PAGE_START + "f(0,0,4,3,'all')\nf(1,0,4,1,'" + name + "')\nf(2,0,2,1,'" + "\\'".repeat(12_000)
                + "')" + PAGE_END;
        assertEquals(
                Set.of(name + " 2.0", name + ";" + "'".repeat(12_000) + " 2.0"), stacks(DamagedFile.read(bytes(page))));
    }

    @Test
    void keepsTheBarsBeforeDamage() throws Exception {
        TraceStorage picture = DamagedFile.read(bytes(SVG.substring(0, SVG.indexOf("<title>std"))));
        assertEquals(1, stat(picture, "flame_graph_truncated"));
        assertEquals("nanoseconds", profile(picture, "sample_type_unit"));
        TraceStorage page = DamagedFile.read(bytes(PAGE.substring(0, PAGE.indexOf("f(24"))));
        assertEquals(1, stat(page, "flame_graph_truncated"));
        assertTrue(stacks(page).contains("java/lang/Thread.run;it's 4.0"));
        assertEquals(0, stat(DamagedFile.read(bytes(PAGE)), "flame_graph_truncated"));
        DamagedFile.assertSurvives(bytes(SVG), 31);
        DamagedFile.assertSurvives(bytes(PAGE), 32);
    }

    @Test
    void refusesDrawingsWithoutBars() {
        for (String empty : new String[] {SVG_START + "</g></svg>", PAGE_START + PAGE_END}) {
            assertThrows(TraceProblem.class, () -> DamagedFile.read(bytes(empty)));
        }
    }
}
