package traceglass.ingest.gotrace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;

/// A generation of a trace of version 2: about a second of events with the strings and stacks that they refer to.
final class GoGeneration {

    /// Ticks per second of Go on most systems, used if the batch with the frequency is missing.
    private static final long DEFAULT_FREQUENCY = 15_625_000;

    final long number;
    final GoStacks stacks;
    /// Event batches of each thread, in order.
    final Map<Long, List<Batch>> batches = new LinkedHashMap<>();
    final List<Sample> samples = new ArrayList<>();
    long frequency;
    /// The same moment in ticks, monotonic ns and wall-clock ns; null if unknown.
    long[] clocks;

    /// Batch of events of a thread.
    ///
    /// @param time ticks at the start
    record Batch(long time, byte[] data) {}

    record Sample(long time, long m, long p, long g, long stack) {}

    /// @param frequency ticks per second of the previous generation, 0 if there is none
    GoGeneration(long number, long frequency, ImportContext context) {
        this.number = number;
        this.frequency = frequency;
        stacks = new GoStacks(context);
    }

    GoTicks ticks() {
        return new GoTicks(frequency > 0 ? frequency : DEFAULT_FREQUENCY);
    }

    /// Adds a batch.
    ///
    /// @throws GoFormatException if the batch is damaged; the data before the damage has been added
    void add(long m, long time, byte[] data) {
        if (data.length == 0) {
            return;
        }
        GoCursor in = new GoCursor(data, 1);
        switch (data[0]) {
            case GoEventType.STRINGS -> readStrings(in);
            case GoEventType.STACKS -> readStacks(in);
            case GoEventType.CPU_SAMPLES -> readSamples(in);
            case GoEventType.FREQUENCY -> frequency = in.readNumber();
            case GoEventType.SYNC -> readSync(in, time);
            default -> batches.computeIfAbsent(m, key -> new ArrayList<>()).add(new Batch(time, data));
        }
    }

    private static void expect(GoCursor in, int type) {
        int actual = in.readByte();
        if (actual != type) {
            throw new GoFormatException("event type " + actual + " in a batch of type " + type);
        }
    }

    private void readStrings(GoCursor in) {
        while (in.hasMore()) {
            expect(in, GoEventType.STRING);
            stacks.addString(in.readNumber(), in.readString());
        }
    }

    private void readStacks(GoCursor in) {
        while (in.hasMore()) {
            expect(in, GoEventType.STACK);
            stacks.readStack(in, GoStacks.FIELDS);
        }
    }

    private void readSamples(GoCursor in) {
        while (in.hasMore()) {
            expect(in, GoEventType.CPU_SAMPLE);
            samples.add(
                    new Sample(in.readNumber(), in.readNumber(), in.readNumber(), in.readNumber(), in.readNumber()));
        }
    }

    private void readSync(GoCursor in, long time) {
        while (in.hasMore()) {
            int type = in.readByte();
            if (type == GoEventType.FREQUENCY) {
                frequency = in.readNumber();
            } else if (type == GoEventType.CLOCK_SNAPSHOT) {
                long ticks = time + in.readNumber();
                long mono = in.readNumber();
                long seconds = in.readNumber();
                long ns = in.readNumber();
                if (seconds >= 0 && seconds < 1L << 33) {
                    clocks = new long[] {ticks, mono, seconds * 1_000_000_000 + ns};
                }
            } else {
                throw new GoFormatException("event type " + type + " in a batch of clocks");
            }
        }
    }
}
