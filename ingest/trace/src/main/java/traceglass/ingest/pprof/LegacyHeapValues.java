package traceglass.ingest.pprof;

/// Values of a heap profile: objects and bytes in use and, if recorded, objects and bytes ever allocated.
///
/// @param rate mean number of bytes between two samples; 1 if every allocation was recorded
/// @param hasAllocations whether the allocations are recorded
record LegacyHeapValues(double rate, boolean hasAllocations) {

    private static final int NUMBERS = 4;

    /// Reads the header after `heap profile:`, `N: B [N: B] @ KIND/RATE`.
    static LegacyHeapValues parseHeader(LegacyText text) {
        long[] numbers = parseNumbers(text);
        text.expect('@');
        String kind = text.isInvalid() ? "" : text.remaining().strip();
        int slash = kind.indexOf('/');
        LegacyText rateText = new LegacyText(slash < 0 ? "" : kind.substring(slash + 1));
        double rate = rateText.readNumber();
        String form = slash < 0 ? kind : kind.substring(0, slash);
        if (form.equals("heap")) {
            // Go writes twice the sampling rate.
            rate /= 2;
        }
        boolean isSampled = form.equals("heap") || form.equals("heap_v2") || form.equals("heapz_v2");
        return new LegacyHeapValues(isSampled ? Math.max(1, rate) : 1, hasAllocations(numbers));
    }

    /// Reads `N: B [N: B]`.
    static long[] parseNumbers(LegacyText text) {
        long[] numbers = new long[NUMBERS];
        numbers[0] = text.readNumber();
        text.expect(':');
        numbers[1] = text.readNumber();
        text.expect('[');
        numbers[2] = text.readNumber();
        text.expect(':');
        numbers[3] = text.readNumber();
        text.expect(']');
        return numbers;
    }

    /// Returns whether allocation totals were recorded: if not, they are 0 or equal the values in use.
    static boolean hasAllocations(long[] numbers) {
        return (numbers[2] != numbers[0] || numbers[3] != numbers[1]) && (numbers[2] != 0 || numbers[3] != 0);
    }

    static long blockSize(long[] numbers) {
        return numbers[0] > 0 ? numbers[1] / numbers[0] : numbers[2] > 0 ? numbers[3] / numbers[2] : 0;
    }

    LegacyProfile.Type[] types() {
        return hasAllocations
                ? new LegacyProfile.Type[] {
                    new LegacyProfile.Type("alloc_objects", "count"),
                    new LegacyProfile.Type("alloc_space", "bytes"),
                    new LegacyProfile.Type("inuse_objects", "count"),
                    new LegacyProfile.Type("inuse_space", "bytes")
                }
                : new LegacyProfile.Type[] {
                    new LegacyProfile.Type("objects", "count"), new LegacyProfile.Type("space", "bytes")
                };
    }

    /// Returns the estimated values in the order of [#types].
    double[] estimate(long[] numbers) {
        double inUse = scale(numbers[0], numbers[1]);
        double allocated = scale(numbers[2], numbers[3]);
        return hasAllocations
                ? new double[] {
                    truncate(numbers[2] * allocated),
                    truncate(numbers[3] * allocated),
                    truncate(numbers[0] * inUse),
                    truncate(numbers[1] * inUse)
                }
                : new double[] {truncate(numbers[0] * inUse), truncate(numbers[1] * inUse)};
    }

    private double scale(long objects, long bytes) {
        return scale(objects, bytes, rate);
    }

    /// Returns the factor by which sampled values are multiplied. An allocation is sampled with a probability that
    /// depends on its size: 1 - exp(-size / rate).
    static double scale(long objects, long bytes, double rate) {
        return objects <= 0 || bytes <= 0 || rate <= 1 ? 1 : 1 / -Math.expm1(-((double) bytes / objects) / rate);
    }

    static double truncate(double value) {
        return (long) value;
    }
}
