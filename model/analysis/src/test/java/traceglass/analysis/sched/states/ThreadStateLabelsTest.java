package traceglass.analysis.sched.states;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ThreadStateLabelsTest {

    @Test
    void spellsOutTheLettersOfTheKernel() {
        assertEquals("Running", ThreadStateLabels.of("Running", null));
        assertEquals("Runnable", ThreadStateLabels.of("R", null));
        assertEquals("Runnable (Preempted)", ThreadStateLabels.of("R+", null));
        assertEquals("Uninterruptible Sleep", ThreadStateLabels.of("D", null));
        assertEquals("Uninterruptible Sleep (IO)", ThreadStateLabels.of("D", true));
        assertEquals("Uninterruptible Sleep (non-IO) + Wake Kill", ThreadStateLabels.of("DK", false));
        assertEquals("Exit (Zombie)", ThreadStateLabels.of("Z", null));
        assertEquals("Initialized", ThreadStateLabels.of("Initialized", null));
        assertEquals("Unknown", ThreadStateLabels.of(null, null));
    }
}
