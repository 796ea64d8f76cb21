package traceglass.sdk.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import traceglass.sdk.Category;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.Scope;
import traceglass.sdk.SdkTrace;
import traceglass.sdk.Trace;
import traceglass.sdk.TracingOptions;

/// Records Flight Recorder events of this JVM.
class JfrSourceTest {

    private static final Category TEST = Category.of("jfr.test");

    @Name("com.shop.Order")
    @Label("Order")
    static class Order extends jdk.jfr.Event {

        int items;
        String customer;
    }

    private static byte[] allocated;
    private static double spinResult;

    @BeforeAll
    static void registerSource() {
        new JfrSource().register();
    }

    private static InProcessRecording start(String config) {
        return InProcessRecording.start(new TracingOptions().dataSource(JfrSource.NAME, config));
    }

    private static void order(int items) {
        Order order = new Order();
        order.begin();
        order.items = items;
        order.customer = "Ada";
        order.commit();
    }

    private static void waitForLock(long ms) throws Exception {
        Object lock = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().name("holder").start(() -> {
            synchronized (lock) {
                held.countDown();
                sleep(ms);
            }
        });
        assertTrue(held.await(60, TimeUnit.SECONDS));
        try (Scope slice = Trace.scope(TEST, "around the lock")) {
            synchronized (lock) {
                Trace.instant(TEST, "locked");
            }
        }
        holder.join();
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void spin(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end) {
            spinResult += Math.sqrt(spinResult + 1);
        }
    }

    @Test
    void writesCollectionsLocksAllocationsAndSamples() throws Exception {
        try (InProcessRecording recording = start("gc,locks=1ms,allocations=1000/s,samples=10ms,cpu,com.shop.Order")) {
            System.gc();
            waitForLock(50);
            for (int i = 0; i < 2000; i++) {
                allocated = new byte[10_000];
            }
            spin(300);
            assertEquals(10_000, allocated.length);
            order(3);
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "true",
                        trace.rows("select count(*) > 0 from slice s join args a using (arg_set_id) where s.category ="
                                + " 'jfr.gc' and a.key = 'debug.cause' and a.string_value = 'System.gc()'"));
                assertEquals(
                        "true",
                        trace.rows("select count(*) > 0 from slice s join track t on s.track_id = t.id join track p on"
                                + " t.parent_id = p.id where t.name = 'Pauses' and p.name = 'Garbage collections' and"
                                + " s.dur > 0"));
                assertEquals(
                        "true|true",
                        trace.rows("select count(*) >= 2, min(c.value) > 100000 from counter c"
                                + " join counter_track t on c.track_id = t.id where t.name = 'Java heap used'"));
                // The wait ended within the slice written by the thread: both use the same clock.
                assertEquals(
                        "java.lang.Object|holder|true",
                        trace.rows(
                                "select c.string_value, o.string_value, l.ts >= w.ts and l.ts + l.dur <= w.ts + w.dur"
                                        + " and l.dur > 20000000 from slice l join slice w on w.name = 'around the lock'"
                                        + " join args c on c.arg_set_id = l.arg_set_id and c.key = 'debug.class' join args"
                                        + " o on o.arg_set_id = l.arg_set_id and o.key = 'debug.previous_owner' where"
                                        + " l.name = 'Enter monitor' and l.dur > 20000000"));
                assertEquals(
                        "true",
                        trace.rows("select count(*) > 0 from slice s join track t on s.track_id = t.id"
                                + " where t.name = 'Allocations' and s.name = '[B'"));
                assertEquals(
                        "true",
                        trace.rows("select count(*) > 3 from slice s join track t on s.track_id = t.id"
                                + " where t.name = 'Samples' and s.name like '%JfrSourceTest.spin%'"));
                assertEquals(
                        "true",
                        trace.rows("select count(*) > 3 from __intrinsic_track_event_callstacks c join slice s"
                                + " on c.slice_id = s.id join stack_profile_callsite p on c.callsite_id = p.id"
                                + " join stack_profile_frame f on p.frame_id = f.id"
                                + " where f.name = s.name and s.category = 'jfr.samples'"));
                assertEquals(
                        "items=3; customer=Ada",
                        trace.rows("select substr(a.key, 7) || '=' || coalesce(a.string_value, a.int_value::varchar)"
                                + " from slice s join args a using (arg_set_id) where s.name = 'Order'"
                                + " and a.key like 'debug.%' order by a.id"));
            }
        }
    }

    /// Saving during a recording flushes pending Flight Recorder events and loses or repeats none.
    @Test
    void writesEachEventOnceHoweverOftenItIsSaved() throws Exception {
        try (InProcessRecording recording = start("com.shop.Order")) {
            Thread orders = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 1000; i++) {
                    order(i);
                    if (i % 4 == 0) {
                        sleep(1);
                    }
                }
            });
            for (int i = 0; i < 3; i++) {
                recording.toByteArray();
            }
            orders.join();
            recording.stop();
            order(-1);
            try (SdkTrace trace = new SdkTrace(recording.toByteArray())) {
                assertEquals("", trace.problems());
                assertEquals(
                        "1000|1000|999",
                        trace.rows("select count(*), count(distinct a.int_value),"
                                + " max(a.int_value) from slice s join args a using (arg_set_id)"
                                + " where s.name = 'Order' and a.key = 'debug.items'"));
            }
        }
    }

    @Test
    void readsConfigs() {
        assertEquals(
                List.of("com.shop.Order"), JfrConfig.parse("gc, com.shop.Order").others());
        assertTrue(JfrConfig.parse("").settings().containsKey("jdk.ExecutionSample"));
        assertEquals("1 ms", JfrConfig.parse("locks=1 ms").settings().get("jdk.ThreadPark"));
        for (String wrong : List.of("garbage", "gc=1", "locks=many", "allocations=5", "samples=-1ms")) {
            assertThrows(IllegalArgumentException.class, () -> JfrConfig.parse(wrong), wrong);
        }
    }

    @Test
    void anInvalidConfigDoesNotEndTheSession() {
        try (InProcessRecording recording = start("garbage")) {
            assertTrue(recording.toByteArray().length > 0);
        }
    }
}
