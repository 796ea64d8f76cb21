package traceglass.app.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopOrDiscardTest {

    @Test
    void aSecondInterruptWithinASecondIsIgnored() {
        List<String> done = new ArrayList<>();
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
        StopOrDiscard interrupts = new StopOrDiscard(() -> done.add("stop"), () -> done.add("discard"), clock::get);
        interrupts.onInterrupt();
        assertEquals(List.of("stop"), done);
        clock.addAndGet(999_999_999);
        interrupts.onInterrupt();
        assertEquals(List.of("stop"), done);
        clock.addAndGet(1);
        interrupts.onInterrupt();
        assertEquals(List.of("stop", "discard"), done);
    }
}
