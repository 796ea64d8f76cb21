package traceglass.ingest.tracker.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class TaskStateTest {

    private static String text(long raw, KernelVersion version) {
        return TaskState.text(TaskState.ofRaw(raw, version));
    }

    @Test
    void lowStateBitsAreTheSameInAllKernels() {
        for (KernelVersion v : new KernelVersion[] {null, new KernelVersion(4, 9), new KernelVersion(6, 1)}) {
            assertEquals("R", text(0, v));
            assertEquals("S", text(1, v));
            assertEquals("D", text(2, v));
            assertEquals("X", text(0x10, v));
        }
    }

    @Test
    void thePreemptionBitDependsOnTheVersion() {
        assertEquals("R+", text(0x800, null));
        assertEquals("R+", text(0x1000, new KernelVersion(4, 9)));
        assertEquals("R+", text(0x100, new KernelVersion(5, 10)));
    }

    @Test
    void uninterruptibleWithoutLoadIsIdle() {
        assertEquals("I", text(0x402, new KernelVersion(4, 9)));
        assertEquals("I", text(0x80, new KernelVersion(4, 14)));
        assertEquals("DK", text(0x82, new KernelVersion(4, 9)));
    }

    @Test
    void stateBitsUnknownToNewKernelsAreIgnored() {
        assertNull(text(0x200, new KernelVersion(4, 14)));
        assertEquals(TaskState.INVALID, TaskState.ofText("Q"));
    }

    @Test
    void stateLettersRoundTrip() {
        for (int raw : new int[] {0, 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x800, 0x402}) {
            String letters = text(raw, null);
            assertEquals(letters, TaskState.text(TaskState.ofText(letters)));
            assertEquals(raw, TaskState.toRaw44(TaskState.ofText(letters)));
        }
        assertEquals("DK", TaskState.text(TaskState.ofText("D|K")));
    }

    @Test
    void versionsAreReadOnlyFromReleasesOfLinux() {
        assertEquals(new KernelVersion(5, 10), KernelVersion.parse("Linux", "5.10.43-android12"));
        assertEquals(new KernelVersion(6, 1), KernelVersion.parse("Linux", "6.1"));
        assertNull(KernelVersion.parse("Darwin", "5.10.43"));
        assertNull(KernelVersion.parse("Linux", "next"));
        assertNull(KernelVersion.parse("Linux", "5.x"));
    }
}
