package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ThreadStateWordsTest {

    @Test
    void spellsOutTheLettersOfTheKernel() {
        assertEquals("Running", ThreadStateWords.of("Running", null));
        assertEquals("Runnable", ThreadStateWords.of("R", null));
        assertEquals("Runnable (Preempted)", ThreadStateWords.of("R+", null));
        assertEquals("Uninterruptible Sleep", ThreadStateWords.of("D", null));
        assertEquals("Uninterruptible Sleep (IO)", ThreadStateWords.of("D", true));
        assertEquals("Uninterruptible Sleep (non-IO) + Wake Kill", ThreadStateWords.of("DK", false));
        assertEquals("Exit (Zombie)", ThreadStateWords.of("Z", null));
        assertEquals("Initialized", ThreadStateWords.of("Initialized", null));
        assertEquals("Unknown", ThreadStateWords.of(null, null));
    }
}
