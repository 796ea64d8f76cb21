package traceglass.convert.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.tracker.clock.ClockId;

/// Finds the relation between the times of a trace and of the first trace.
final class Alignments {

    private static final String NO_HOST_COUNTER =
            ", because one trace is from a guest, but the other has no snapshots of the host's CPU counter";

    /// Clocks that count since boot are compared only if, by the wall clocks, both traces are from the same boot.
    private static final long SAME_START_NS = 1_000_000_000L;

    private Alignments() {}

    /// Finds the relation from clocks or events that both traces contain.
    ///
    /// @param guestTscOffset guest's CPU counter minus the host's CPU counter
    /// @throws ConvertProblem if the traces have nothing in common
    static MergeAlignment find(
            String name, MergeScan main, MergeScan other, @Nullable String sharedEvent, long guestTscOffset)
            throws ConvertProblem {
        if (sharedEvent != null) {
            return bySharedEvent(name, main, other, sharedEvent);
        }
        boolean hasGuest = !main.guestPairs.isEmpty() || !other.guestPairs.isEmpty();
        if (!main.hostPairs.isEmpty() && !other.guestPairs.isEmpty()) {
            return byCounter(main.hostPairs, 0, other.guestPairs, guestTscOffset);
        }
        if (!main.guestPairs.isEmpty() && !other.hostPairs.isEmpty()) {
            return byCounter(main.guestPairs, guestTscOffset, other.hostPairs, 0);
        }
        MergeAlignment alignment = byClocks(main, other);
        if (alignment != null) {
            return hasGuest ? alignment.withMethod(alignment.method() + NO_HOST_COUNTER) : alignment;
        }
        if (hasGuest) {
            throw new ConvertProblem(
                    name + " can't be aligned: one trace is from a guest, but the other has no snapshots of the host's"
                            + " CPU counter",
                    "use " + offsetOption(name));
        }
        throw new ConvertProblem(
                name + " has no clock in common with the first trace",
                "use " + offsetOption(name) + " or --align with the name of an event that both have");
    }

    private static String offsetOption(String name) {
        return "--offset " + name + "=TIME";
    }

    private static MergeAlignment bySharedEvent(String name, MergeScan main, MergeScan other, String event)
            throws ConvertProblem {
        if (main.eventTimes.isEmpty() || other.eventTimes.isEmpty()) {
            throw new ConvertProblem(
                    (main.eventTimes.isEmpty() ? "the first trace" : name) + " has no event named '" + event + "'");
        }
        long offset = main.eventTimes.getFirst() - other.eventTimes.getFirst();
        int common = Math.min(main.eventTimes.size(), other.eventTimes.size());
        long residual = common == 1 ? -1 : 0;
        for (int i = 1; i < common; i++) {
            residual = Math.max(residual, Math.abs(other.eventTimes.get(i) + offset - main.eventTimes.get(i)));
        }
        return MergeAlignment.ofOffset(
                "first event '" + event + "' of both, " + common + " in common", offset, residual);
    }

    private static @Nullable MergeAlignment byClocks(MergeScan main, MergeScan other) {
        Long wall = offset(main, other, ClockId.REALTIME);
        Long boot = offset(main, other, ClockId.BOOTTIME);
        if (boot != null && (wall == null || Math.abs(boot - wall) < SAME_START_NS)) {
            return MergeAlignment.ofOffset("the clock BOOTTIME", boot, wall == null ? -1 : Math.abs(boot - wall));
        }
        if (wall != null) {
            return MergeAlignment.ofOffset("the clock REALTIME", wall, -1);
        }
        Long monotonic = offset(main, other, ClockId.MONOTONIC);
        return monotonic == null ? null : MergeAlignment.ofOffset("the clock MONOTONIC", monotonic, -1);
    }

    /// Returns the nanoseconds to add to times of the other trace so that a clock agrees, or null if a trace
    /// lacks it.
    private static @Nullable Long offset(MergeScan main, MergeScan other, int clock) {
        long[] a = main.clocks.get(clock);
        long[] b = other.clocks.get(clock);
        return a == null || b == null ? null : a[1] - a[0] - (b[1] - b[0]);
    }

    /// Relates two traces by readings of the CPU counter in both.
    private static MergeAlignment byCounter(
            List<ClockPair> main, long mainShift, List<ClockPair> other, long otherShift) throws ConvertProblem {
        ClockPair m1 = extreme(main, false);
        ClockPair m2 = extreme(main, true);
        ClockPair o1 = extreme(other, false);
        ClockPair o2 = extreme(other, true);
        if (m1.cpu() == m2.cpu() || o1.cpu() == o2.cpu()) {
            throw new ConvertProblem("the host and the guest need at least two readings of the CPU counter each");
        }
        double mainNs = (double) (m2.ns() - m1.ns()) / (m2.cpu() - m1.cpu());
        double otherNs = (double) (o2.ns() - o1.ns()) / (o2.cpu() - o1.cpu());
        long to = m1.ns() + Math.round((o1.cpu() - otherShift - (m1.cpu() - mainShift)) * mainNs);
        MergeAlignment found = new MergeAlignment("the CPU counter", o1.ns(), to, mainNs / otherNs, -1);
        long residual = 0;
        for (ClockPair pair : main) {
            residual = Math.max(residual, Math.abs(Math.round(m1.ns() + (pair.cpu() - m1.cpu()) * mainNs) - pair.ns()));
        }
        long otherResidual = 0;
        for (ClockPair pair : other) {
            otherResidual = Math.max(
                    otherResidual, Math.abs(Math.round(o1.ns() + (pair.cpu() - o1.cpu()) * otherNs) - pair.ns()));
        }
        return new MergeAlignment(found.method(), found.from(), found.to(), found.rate(), residual + otherResidual);
    }

    private static ClockPair extreme(List<ClockPair> pairs, boolean isLargest) {
        ClockPair found = pairs.getFirst();
        for (ClockPair pair : pairs) {
            if (isLargest ? pair.cpu() > found.cpu() : pair.cpu() < found.cpu()) {
                found = pair;
            }
        }
        return found;
    }
}
