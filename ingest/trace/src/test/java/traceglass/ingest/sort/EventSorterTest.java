package traceglass.ingest.sort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventSorterTest {

    private record Event(long ts, long tie, long data, int queue) {}

    private int dropped;

    private EventSorter newSorter() {
        return new EventSorter(() -> dropped++, () -> dropped++);
    }

    /// Adds an event to a queue, and to the events that are expected.
    private static void push(EventSorter.Queue queue, Event e, List<Event> expected) {
        expected.add(e);
        queue.push(e.ts(), e.tie(), e.data(), e);
    }

    @Test
    void ordersOneQueueLikeAStableSort() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            List<Event> out = new ArrayList<>();
            EventSorter sorter = newSorter();
            boolean hasTies = round % 3 == 0;
            EventSorter.Queue q = sorter.queue((ts, data, ref) -> out.add((Event) ref));
            List<Event> expected = new ArrayList<>();
            int n = round % 20 < 2 ? 5000 : random.nextInt(300);
            long ts = 0;
            for (int i = 0; i < n; i++) {
                // In some rounds, hundreds of events have the same time.
                ts = Math.max(
                        0,
                        round % 5 == 0
                                ? ts + random.nextInt(300) / 299 - random.nextInt(600) / 599
                                : ts + random.nextInt(10) - random.nextInt(8));
                Event e = new Event(ts, hasTies ? random.nextInt(3) : Long.MAX_VALUE, i, 0);
                push(q, e, expected);
            }
            sorter.drain();
            expected.sort(Comparator.comparingLong(Event::ts).thenComparingLong(Event::tie));
            assertEquals(expected, out);
        }
        assertEquals(0, dropped);
    }

    /// Checks that the announced events are the ones emitted next.
    private static final class AnnouncementCheck implements PrefetchListener {
        final java.util.ArrayDeque<Long> announced = new java.util.ArrayDeque<>();
        private final java.util.ArrayDeque<Long> adding = new java.util.ArrayDeque<>();
        private final Random random;
        int announcedCount;
        int ends;

        AnnouncementCheck(Random random) {
            this.random = random;
        }

        @Override
        public boolean hasCapacity() {
            return announced.size() < random.nextInt(6000);
        }

        @Override
        public void add(long data, Object ref) {
            assertEquals(((Event) ref).data(), data);
            adding.add(data);
        }

        @Override
        public void flush() {
            assertTrue(adding.size() <= BATCH_EVENTS);
            announced.addAll(adding);
            adding.clear();
        }

        @Override
        public void skip() {
            announced.pollFirst();
        }

        @Override
        public void discardAll() {
            assertTrue(adding.isEmpty());
            announced.clear();
            ends++;
        }

        void event(long data) {
            Long next = announced.pollFirst();
            if (next != null) {
                assertEquals(next, data);
                announcedCount++;
            }
        }
    }

    @Test
    void reportsEventsInTheOrderInWhichTheyAreEmitted() {
        Random random = new Random(6);
        for (int round = 0; round < 20; round++) {
            List<Event> out = new ArrayList<>();
            AnnouncementCheck ahead = new AnnouncementCheck(random);
            EventSorter sorter = newSorter();
            EventSorter.Queue announced = sorter.queue(new EventSink() {
                @Override
                public void handleEvent(long ts, long data, Object ref) {
                    ahead.event(data);
                    out.add((Event) ref);
                }

                @Override
                public PrefetchListener prefetchListener() {
                    return ahead;
                }
            });
            EventSorter.Queue other = sorter.queue((ts, data, ref) -> out.add((Event) ref));
            long ts = 100_000;
            int n = 30_000;
            for (int i = 0; i < n; i++) {
                ts += random.nextInt(3);
                // Some events are late, and a few are too late.
                long at = ts
                        - (random.nextInt(5) == 0 ? random.nextInt(2000) : 0)
                        - (random.nextInt(5000) == 0 ? 60_000 : 0);
                Event e = new Event(at, Long.MAX_VALUE, i, 0);
                (random.nextInt(3) == 0 ? other : announced).push(e.ts(), e.data(), e);
                if (i % 9000 == 8999) {
                    sorter.markFlushed();
                    sorter.markFlushed();
                    sorter.markBuffersRead();
                }
            }
            sorter.drain();
            assertEquals(n - dropped, out.size());
            dropped = 0;
            assertTrue(ahead.announcedCount > 2000, () -> "announced events: " + ahead.announcedCount);
            assertTrue(ahead.announced.isEmpty());
            assertTrue(ahead.ends > 0);
        }
    }

    @Test
    void announcesTheEventsThatAreEmittedWhileATraceIsRead() {
        AnnouncementCheck ahead = new AnnouncementCheck(new Random(7));
        EventSorter sorter = newSorter();
        EventSorter.Queue queue = sorter.queue(new EventSink() {
            @Override
            public void handleEvent(long ts, long data, Object ref) {
                ahead.event(data);
            }

            @Override
            public PrefetchListener prefetchListener() {
                return ahead;
            }
        });
        for (int i = 0; i < 20_000; i++) {
            queue.push(i, i, new Event(i, Long.MAX_VALUE, i, 0));
        }
        for (int i = 0; i < 2; i++) {
            sorter.markFlushed();
            sorter.markFlushed();
            sorter.markBuffersRead();
        }
        assertTrue(ahead.announcedCount > 10_000, () -> "announced events: " + ahead.announcedCount);
    }

    @Test
    void ordersEventsThatAreAddedWhileTheLastOnesAreEmitted() {
        Random random = new Random(4);
        for (int round = 0; round < 200; round++) {
            List<Event> out = new ArrayList<>();
            EventSorter sorter = newSorter();
            EventSorter.Queue[] q = new EventSorter.Queue[1];
            List<Event> expected = new ArrayList<>();
            int every = 1 + random.nextInt(2000);
            int[] left = {round % 4 == 0 ? 1 : 50};
            q[0] = sorter.queue((ts, data, ref) -> {
                out.add((Event) ref);
                if (out.size() % every == 0 && left[0]-- > 0) {
                    Event later = new Event(ts + random.nextInt(50), Long.MAX_VALUE, 100_000 + out.size(), 0);
                    push(q[0], later, expected);
                }
            });
            long ts = 0;
            for (int i = 0, n = 1 + random.nextInt(5000); i < n; i++) {
                ts = Math.max(0, ts + random.nextInt(10) - random.nextInt(8));
                Event e = new Event(ts, Long.MAX_VALUE, i, 0);
                push(q[0], e, expected);
            }
            sorter.drain();
            expected.sort(Comparator.comparingLong(Event::ts));
            assertEquals(expected, out);
        }
        assertEquals(0, dropped);
    }

    @Test
    void ordersEventsWithTheLargestTime() {
        List<Long> out = new ArrayList<>();
        EventSorter sorter = newSorter();
        EventSorter.Queue q = sorter.queue((ts, data, ref) -> out.add(data));
        q.push(Long.MAX_VALUE, 0, null);
        q.push(5, 1, null);
        q.push(Long.MAX_VALUE, 2, null);
        sorter.drain();
        assertEquals(List.of(1L, 0L, 2L), out);
        assertEquals(0, dropped);
    }

    @Test
    void ordersRunsOfAnyLength() {
        Random random = new Random(8);
        for (int round = 0; round < 60; round++) {
            List<Event> out = new ArrayList<>();
            EventSorter sorter = newSorter();
            EventSorter.Queue q = sorter.queue((ts, data, ref) -> out.add((Event) ref));
            boolean hasTies = round % 2 == 0;
            int n = 1 + random.nextInt(6000);
            int length = round % 3 == 0 ? 1 : 1 + random.nextInt(round % 3 == 1 ? 10 : 3000);
            int times = 1 + random.nextInt(3) * n;
            List<Event> expected = new ArrayList<>();
            while (expected.size() < n) {
                // With a length of 1, the times descend.
                long start = length == 1 ? n - expected.size() : random.nextInt(times);
                for (int i = 0; i < length; i++) {
                    Event e =
                            new Event(start + i / 3, hasTies ? random.nextInt(2) : Long.MAX_VALUE, expected.size(), 0);
                    push(q, e, expected);
                }
            }
            sorter.drain();
            expected.sort(Comparator.comparingLong(Event::ts).thenComparingLong(Event::tie));
            assertEquals(expected, out);
        }
        assertEquals(0, dropped);
    }

    @Test
    void ordersEventsThatAreAddedBeforeTheNextOneOfTheirQueue() {
        List<Long> out = new ArrayList<>();
        EventSorter sorter = newSorter();
        EventSorter.Queue[] q = new EventSorter.Queue[1];
        q[0] = sorter.queue((ts, data, ref) -> {
            out.add(ts);
            if (ts == 10) {
                q[0].push(20, 0, null);
            }
        });
        EventSorter.Queue other = sorter.queue((ts, data, ref) -> out.add(ts));
        q[0].push(10, 0, null);
        q[0].push(30, 0, null);
        other.push(25, 0, null);
        sorter.drain();
        assertEquals(List.of(10L, 20L, 25L, 30L), out);
        assertEquals(0, dropped);
    }

    @Test
    void ordersEventsThatAreAddedWhileARecordingIsRead() {
        List<Event> out = new ArrayList<>();
        EventSorter sorter = newSorter();
        EventSorter.Queue[] q = new EventSorter.Queue[1];
        List<Event> expected = new ArrayList<>();
        q[0] = sorter.queue((ts, data, ref) -> {
            out.add((Event) ref);
            if (data == 2500) {
                for (int i = 3; i > 0; i--) {
                    Event later = new Event(ts + 10L * i, Long.MAX_VALUE, 10_000 + i, 0);
                    expected.add(later);
                    q[0].push(later.ts(), later.data(), later);
                }
            }
        });
        for (int i = 0; i < 3000; i++) {
            Event e = new Event(3L * i, Long.MAX_VALUE, i, 0);
            expected.add(e);
            q[0].push(e.ts(), e.data(), e);
        }
        sorter.emitUntil(9000);
        expected.sort(Comparator.comparingLong(Event::ts));
        assertEquals(expected, out);
        assertEquals(0, dropped);
    }

    @Test
    void mergesQueuesInTimeOrder() {
        Random random = new Random(4);
        for (int round = 0; round < 100; round++) {
            List<Event> out = new ArrayList<>();
            EventSorter sorter = newSorter();
            List<EventSorter.Queue> queues = new ArrayList<>();
            for (int k = 0; k < 5; k++) {
                queues.add(sorter.queue((ts, data, ref) -> out.add((Event) ref)));
            }
            int n = random.nextInt(500);
            for (int i = 0; i < n; i++) {
                int k = random.nextInt(5);
                Event e = new Event(random.nextInt(100), 0, i, k);
                queues.get(k).push(e.ts(), e.data(), e);
            }
            sorter.drain();
            assertEquals(n, out.size());
            for (int i = 1; i < n; i++) {
                Event a = out.get(i - 1);
                Event b = out.get(i);
                assertTrue(a.ts() <= b.ts());
                assertTrue(a.queue() != b.queue() || a.ts() < b.ts() || a.data() < b.data());
            }
        }
        assertEquals(0, dropped);
    }

    @Test
    void emitsEventsAtTheSecondFlush() {
        List<Long> out = new ArrayList<>();
        EventSorter sorter = newSorter();
        EventSorter.Queue q = sorter.queue((ts, data, ref) -> out.add(ts));
        q.push(10, 0, null);
        q.push(5, 0, null);
        sorter.markFlushed();
        sorter.markFlushed();
        sorter.markBuffersRead();
        assertEquals(List.of(), out);
        q.push(20, 0, null);
        sorter.markFlushed();
        sorter.markFlushed();
        sorter.markBuffersRead();
        assertEquals(List.of(5L, 10L), out);
        q.push(7, 0, null);
        q.push(30, 0, null);
        sorter.drain();
        assertEquals(List.of(5L, 10L, 20L, 30L), out);
        assertEquals(1, dropped);
    }

    @Test
    void dropsNegativeTimes() {
        EventSorter sorter = new EventSorter(() -> {}, () -> dropped++);
        sorter.queue((ts, data, ref) -> {}).push(-1, 0, null);
        sorter.drain();
        assertEquals(1, dropped);
    }

    @Test
    void measuresItsStepsAndCanDiscardEvents() {
        List<String> steps = new ArrayList<>();
        EventSorter sorter = newSorter();
        sorter.measureWith(recorder("sort", steps), recorder("emit", steps));
        sorter.discardEvents();
        EventSorter.Queue q = sorter.queue((ts, data, ref) -> steps.add("event"));
        for (long ts : new long[] {5, 3, -1, 4}) {
            q.push(ts, 0, null);
        }
        assertEquals(3, sorter.pushed());
        sorter.drain();
        assertEquals(List.of("emit started", "sort started", "sort stopped", "emit stopped"), steps);
        assertEquals(1, dropped);
    }

    private static Stopwatch recorder(String step, List<String> steps) {
        return new Stopwatch() {
            @Override
            public void start() {
                steps.add(step + " started");
            }

            @Override
            public void stop() {
                steps.add(step + " stopped");
            }
        };
    }
}
