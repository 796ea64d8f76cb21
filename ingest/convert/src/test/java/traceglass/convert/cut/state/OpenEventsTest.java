package traceglass.convert.cut.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OpenEventsTest {

    @Test
    void matchesEventsInTheOrderOfTheirTimes() {
        OpenEvents events = new OpenEvents();
        events.begin("a", 10, 1);
        events.end("a", 50);
        events.begin("a", 60, 2);
        // Written by another CPU in the meantime.
        events.end("a", 30);
        events.begin("a", 40, 3);
        events.end("b", 5);
        events.begin("b", 6, 4);
        assertEquals("{2=0, 4=0}", open(events).toString());
    }

    @Test
    void matchesLikeAStackWithAnyLimit() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            OpenEvents events = new OpenEvents(8 + random.nextInt(40));
            List<Integer> stack = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                long ts = i * 1_000_000_000L;
                if (random.nextBoolean()) {
                    events.begin("k", ts, i);
                    stack.add(i);
                } else {
                    events.end("k", ts);
                    if (!stack.isEmpty()) {
                        stack.removeLast();
                    }
                }
            }
            TreeMap<Long, Integer> expected = new TreeMap<>();
            for (int i = 0; i < stack.size(); i++) {
                expected.put((long) stack.get(i), stack.size() - 1 - i);
            }
            assertEquals(expected, open(events));
        }
    }

    /// Returns the number of open events above each open event.
    private static TreeMap<Long, Integer> open(OpenEvents events) {
        TreeMap<Long, Integer> open = new TreeMap<>();
        events.forEach(open::put);
        return open;
    }
}
