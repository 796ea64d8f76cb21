package traceglass.convert.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MemoryStateTest {

    private static final int ANON = 1;

    private final MemoryState memory = new MemoryState(4);

    private Set<Long> keptIds() {
        Set<Long> ids = new TreeSet<>();
        memory.finish((ts, id) -> {
            assertEquals(10 * id, ts);
            ids.add(id);
        });
        return ids;
    }

    @Test
    void keepsTheLastValueOfEachOwnerAndItsOwner() {
        memory.handleCurrent(10, 1, 70, 5, ANON);
        memory.handleOther(20, 2, 5, ANON);
        memory.handleCurrent(40, 4, 71, 5, ANON);
        // These events are in another bundle.
        memory.handleOther(30, 3, 5, ANON);
        memory.handleOther(50, 5, 5, ANON);
        assertEquals(Set.of(1L, 3L, 4L, 5L), keptIds());
        assertEquals(Set.of(1L, 3L, 4L, 5L), keptIds());
    }

    @Test
    void ignoresMemoryOfThreadsThatEnded() {
        memory.handleCurrent(10, 1, 70, 5, ANON);
        memory.onEnded(15, 70);
        memory.handleOther(20, 2, 5, ANON);
        assertEquals(Set.of(1L), keptIds());
    }

    @Test
    void attributesUnnamedMemoryToTheThread() {
        memory.handleCurrent(10, 1, 70, 0, ANON);
        memory.handleCurrent(20, 2, 71, 0, ANON);
        memory.handleOther(30, 3, 0, ANON);
        assertEquals(Set.of(1L, 2L), keptIds());
    }
}
