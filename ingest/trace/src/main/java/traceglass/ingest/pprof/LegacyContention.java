package traceglass.ingest.pprof;

/// Values of profiles with `AMOUNT COUNT @ ADDRESSES` lines: lock delays, and Java heaps.
final class LegacyContention {

    private static final double NANOS_PER_SECOND = 1e9;
    /// Mean number of bytes between two samples of Java's heap profiler.
    private static final double JAVA_HEAP_RATE = 512 << 10;

    private final boolean isHeap;
    private boolean isJava;
    private String unit = "nanoseconds";
    private double cyclesPerSecond;
    private long period;

    /// @param isHeap whether the amounts are sizes of objects in bytes
    LegacyContention(boolean isHeap) {
        this.isHeap = isHeap;
    }

    /// Reads a line `KEY = VALUE`.
    void readHeader(String line) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            return;
        }
        String value = line.substring(equals + 1).strip();
        switch (line.substring(0, equals).strip()) {
            case "cycles/second" -> cyclesPerSecond = new LegacyText(value).readNumber();
            case "sampling period" -> period = new LegacyText(value).readNumber();
            case "format" -> isJava = value.equals("java");
            case "resolution" -> unit = value;
            default -> {}
        }
    }

    boolean isJava() {
        return isJava;
    }

    LegacyProfile.Type[] types() {
        return isHeap
                ? new LegacyProfile.Type[] {
                    new LegacyProfile.Type("inuse_objects", "count"), new LegacyProfile.Type("inuse_space", "bytes")
                }
                : new LegacyProfile.Type[] {
                    new LegacyProfile.Type("contentions", "count"), new LegacyProfile.Type("delay", unit)
                };
    }

    /// Returns the values in the order of [#types].
    ///
    /// @param amount cycles, or bytes of objects
    double[] estimate(long amount, long count) {
        if (isHeap) {
            double scale = LegacyHeapValues.scale(count, amount, JAVA_HEAP_RATE);
            return new double[] {LegacyHeapValues.truncate(count * scale), LegacyHeapValues.truncate(amount * scale)};
        }
        if (period <= 0) {
            return new double[] {count, amount};
        }
        double perNano = cyclesPerSecond > 0 ? cyclesPerSecond / NANOS_PER_SECOND : 1;
        return new double[] {(double) count * period, LegacyHeapValues.truncate(amount * (double) period / perNano)};
    }

    long blockSize(long amount, long count) {
        return isHeap && count > 0 ? amount / count : 0;
    }
}
