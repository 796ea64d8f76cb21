package traceglass.analysis.marks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Where the line of a flow leaves a slice.
class FlowTest {

    @Test
    void itLeavesAtTheEndUnlessThatIsAfterItArrives() {
        assertEquals(150, Flow.departure(100, 50, 200));
        assertEquals(150, Flow.departure(100, 50, 150), "the next slice begins where this one ends");
        assertEquals(100, Flow.departure(100, 50, 149), "from within a slice that goes on");
    }

    @Test
    void aSliceWithoutAnEndIsLeftAtItsStart() {
        assertEquals(100, Flow.departure(100, -1, 200));
    }
}
