package traceglass.store.lazy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class LazyArgsTest {

    private static final int EVENTS = 70_000;
    private static final String CHECK = """
        SELECT count(*), count(DISTINCT a.id), sum(a.int_value), count(DISTINCT e.id)
        FROM ftrace_event e JOIN args a USING (arg_set_id) WHERE a.key LIKE 'field%'\
        """;

    @TempDir
    Path dir;

    private long argCount;
    private long argSum;
    private long eventsWithArgs;

    @Test
    void decodesOnDemandAndKeepsTheArgsInTheCache() throws Exception {
        Path trace = Files.write(dir.resolve("a.trace"), new byte[1]);
        StoreOptions options = StoreOptions.cachedIn(dir.resolve("cache"));
        try (TraceStore store = importEvents(trace, options);
                Connection c = store.connection()) {
            assertEquals(1, count(c, "SELECT count(*) FROM args"));
            store.ensure(LazyArgs.FTRACE);
            store.ensure(LazyArgs.FTRACE);
            check(c);
        }
        try (TraceStore store = TraceStore.openCached(trace, options).orElseThrow();
                Connection c = store.connection()) {
            assertEquals(1, count(c, "SELECT count(*) FROM args"));
            long start = System.nanoTime();
            store.ensure(LazyArgs.FTRACE);
            System.out.printf("decoded args from the cache: %.1f ms%n", (System.nanoTime() - start) / 1e6);
            check(c);
        }
        assertTrue(new StoreCache(dir.resolve("cache")).clear() > 0);
        try (var remaining = Files.list(dir.resolve("cache"))) {
            assertEquals(0, remaining.count());
        }
    }

    @Test
    void decodesWithoutACache() throws Exception {
        try (TraceStore store = importEvents(null, StoreOptions.uncached().withTempDir(dir));
                Connection c = store.connection()) {
            store.ensure(LazyArgs.FTRACE);
            check(c);
        }
    }

    private void check(Connection c) throws Exception {
        try (var s = c.createStatement();
                var r = s.executeQuery(CHECK)) {
            r.next();
            assertEquals(argCount, r.getLong(1));
            assertEquals(argCount, r.getLong(2));
            assertEquals(argSum, r.getLong(3));
            assertEquals(eventsWithArgs, r.getLong(4));
        }
        assertEquals(argCount, count(c, "SELECT max(id) FROM args"), "ids are dense");
    }

    private static long count(Connection c, String sql) throws Exception {
        try (var s = c.createStatement();
                var r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }

    private TraceStore importEvents(Path trace, StoreOptions options) throws StoreException {
        Random random = new Random(3);
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, options, trace);
        Table args = storage.table("__intrinsic_args");
        args.strings("key").set(args.addRow(), storage.strings().intern("other"));
        Table events = storage.table("__intrinsic_ftrace_event");
        for (int i = 0; i < EVENTS; i++) {
            int row = events.addRow();
            events.longs("ts").set(row, i);
            if (random.nextInt(3) > 0) {
                byte[] payload = new byte[1 + random.nextInt(20)];
                random.nextBytes(payload);
                events.blobs("payload").set(row, payload);
                events.ints("event_id").set(row, random.nextInt(5));
                events.longs("arg_set_id").set(row, LazyArgs.FIRST_ARG_SET + row);
                argCount += payload.length;
                eventsWithArgs++;
                for (byte b : payload) {
                    argSum += b;
                }
            }
        }
        return writer.finish();
    }
}
