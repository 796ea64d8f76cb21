package traceglass.service.probe.process;

import traceglass.service.probe.files.LineCursor;

/// Times of `/proc/PID/stat`. The object is reused for the next process.
final class ProcessTimes {

    /// Clock ticks in these files are hundredths of a second on all architectures of Linux.
    private static final long NS_PER_TICK = 10_000_000;

    private static final int FIELDS_BETWEEN_NAME_AND_UTIME = 11;
    private static final int FIELDS_BETWEEN_STIME_AND_START = 6;

    private final LineCursor words = new LineCursor();
    private long userNs;
    private long kernelNs;
    private long startNs;

    /// Parses a file. The name, which is in parentheses, can itself contain parentheses, spaces and newlines.
    ///
    /// @return false if the file is incomplete
    boolean parse(byte[] text, int size) {
        if (!words.set(text, size).skipToLast(')') || !words.skipWords(FIELDS_BETWEEN_NAME_AND_UTIME)) {
            return false;
        }
        userNs = words.nextNumber() * NS_PER_TICK;
        kernelNs = words.nextNumber() * NS_PER_TICK;
        if (!words.skipWords(FIELDS_BETWEEN_STIME_AND_START) || !words.nextWord()) {
            return false;
        }
        startNs = words.number() * NS_PER_TICK;
        return true;
    }

    long userNs() {
        return userNs;
    }

    long kernelNs() {
        return kernelNs;
    }

    /// Returns the start time of the process since boot.
    long startNs() {
        return startNs;
    }
}
