package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the sample program of the documentation and queries its trace for each feature.
class CoffeeShopTest {

    private static SdkTrace trace;

    @BeforeAll
    static void runSample(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("coffee.pftrace");
        Path classes = Path.of(
                Trace.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classes.toString(),
                        "../../packaging/docs/sample-tracing/CoffeeShop.java",
                        out.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log.txt").toFile())
                .start();
        try {
            assertTrue(process.waitFor(90, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        assertEquals("Wrote " + out + "\n", Files.readString(folder.resolve("log.txt")));
        trace = new SdkTrace(Files.readAllBytes(out));
    }

    @AfterAll
    static void close() throws Exception {
        if (trace != null) {
            trace.close();
        }
    }

    private static void check(String rows, String sql) throws Exception {
        assertEquals(rows, trace.rows(sql));
    }

    @Test
    void hasNoProblems() throws Exception {
        assertEquals("", trace.problems());
    }

    @Test
    void hasNestedSlicesOfThreads() throws Exception {
        check("brew|2|3; grind|2|3; make coffee|1|3; open|0|1", """
                select s.name, depth, count(*) from slice s join thread_track k on s.track_id = k.id join thread
            using (utid) where thread.name = 'main' and dur > 0 group by all order by 1\
            """);
    }

    @Test
    void hasArgumentsOfEveryKind() throws Exception {
        check(
                "debug.cup|12648430; debug.customer|Ada; debug.order|1; debug.price|2.5; debug.receipt|-1;"
                        + " debug.recipe.milk.ml|120; debug.recipe.shots|2; debug.sizes.cup|250;"
                        + " debug.sizes.sugar[0]|1; debug.sizes.sugar[1]|2; debug.takeaway|0;"
                        + " source.file_name|CoffeeShop.java; source.function_name|serve; source.line_number|93",
                """
                select key, coalesce(string_value, int_value::varchar, real_value::varchar) from args
                where arg_set_id = (select arg_set_id from slice where name = 'make coffee' order by ts limit 1)
                and (key like 'debug.%' or key like 'source.%') order by key\
                """);
    }

    @Test
    void hasCounters() throws Exception {
        check(
                "beans ground|18.0,36.0,54.0|g; cups sold|1.0,2.0,3.0|count; temperature|60.5,70.5,80.5,90.5|°C;"
                        + " water|800.0,600.0,400.0|ml",
                """
                select t.name, string_agg(c.value::varchar, ',' order by c.ts), t.unit from counter c
                join counter_track t on c.track_id = t.id group by all order by 1\
                """);
    }

    @Test
    void hasStates() throws Exception {
        check("heating|true; ready|true", """
                select s.value, dur > 0 from state s join track t on s.track_id = t.id where t.name = 'machine state'
            order by ts\
            """);
    }

    @Test
    void hasTracksWithinTracks() throws Exception {
        check("pickup|counter|cup|3; queue|counter|wait|3", """
                select t.name, p.name, s.name, count(*) from slice s join track t on s.track_id = t.id
            join track p on t.parent_id = p.id group by all order by 1\
            """);
        check("closed", """
                select s.name from slice s join process_track t on s.track_id = t.id where s.dur = 0
            and t.name is null\
            """);
    }

    @Test
    void hasFlowsAndCorrelations() throws Exception {
        check("wait|cup|3", """
                select a.name, b.name, count(*) from flow f join slice a on f.slice_out = a.id
            join slice b on f.slice_in = b.id group by all\
            """);
        check("make coffee|3; wait|3", """
                select s.name, count(*) from slice s join args a using (arg_set_id)
            where a.key like '%correlation_id%' group by all order by 1\
            """);
    }

    @Test
    void hasDynamicNamesAndCategories() throws Exception {
        check("thank customer 1|true; thank customer 2|true; thank customer 3|true", """
                select name, category like '%shop.customer.' || right(name, 1) || '%' from slice
            where name like 'thank%' order by ts\
            """);
    }

    @Test
    void hasCallstacks() throws Exception {
        check("CoffeeShop.grind|CoffeeShop.serve", """
                select f.name, g.name from __intrinsic_track_event_callstacks c
                join stack_profile_callsite s on c.callsite_id = s.id join stack_profile_frame f on s.frame_id = f.id
            join stack_profile_callsite p on s.parent_id = p.id join stack_profile_frame g on p.frame_id = g.id\
            """);
    }

    @Test
    void hasLogsOfEveryOrigin() throws Exception {
        check(
                "The grinder is stuck|5; cup 1 is full|4; cup 2 is full|4; cup 3 is full|4; started with printer=1|4",
                """
                select msg, prio from android_logs order by msg\
                """);
    }

    @Test
    void hasTheCategoryThatIsOffByDefault() throws Exception {
        check("3", "select count(*) from slice where category = 'details'");
    }

    @Test
    void hasVirtualThreadsWithTheirCarriers() throws Exception {
        check("courier to Main Street|deliver|true; courier to Station Road|deliver|true", """
                select t.name, s.name, exists(select 1 from args a where a.arg_set_id = s.arg_set_id
                and a.key = 'debug.carrier_tid') from slice s join track t on s.track_id = t.id
            where s.name = 'deliver' order by 1\
            """);
    }
}
