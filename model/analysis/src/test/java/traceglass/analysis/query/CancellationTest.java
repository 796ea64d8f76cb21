package traceglass.analysis.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private final Cancellation cancellation = new Cancellation();
    private final List<String> done = new ArrayList<>();

    @Test
    void cancelsOnlyTheCurrentWorkAndOnlyOnce() {
        cancellation.onCancel(() -> done.add("first"));
        cancellation.onCancel(() -> done.add("second"));
        assertFalse(cancellation.isCanceled());
        cancellation.cancel();
        cancellation.cancel();
        assertTrue(cancellation.isCanceled());
        assertEquals(List.of("second"), done);
    }

    @Test
    void workThatStartsAfterTheEndIsCanceledAtOnce() {
        cancellation.cancel();
        cancellation.onCancel(() -> done.add("late"));
        cancellation.onCancel(null);
        assertEquals(List.of("late"), done);
    }
}
