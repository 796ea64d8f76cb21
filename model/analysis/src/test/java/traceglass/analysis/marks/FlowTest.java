package traceglass.analysis.marks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Tests the point at which a flow arrow leaves a slice.
class FlowTest {

    @Test
    void arrowLeavesAtTheEndUnlessTheEndIsAfterTheArrival() {
        assertEquals(150, Flow.departure(100, 50, 200));
        assertEquals(150, Flow.departure(100, 50, 150), "the next slice begins where this one ends");
        assertEquals(100, Flow.departure(100, 50, 149), "from within a slice that goes on");
    }

    @Test
    void arrowLeavesAnUnfinishedSliceAtItsStart() {
        assertEquals(100, Flow.departure(100, -1, 200));
    }
}
