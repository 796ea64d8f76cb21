package traceglass.render.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.marks.DataLoss;
import traceglass.store.time.TimeSpan;

/// Time ranges with lost data, indexed so that painting visits only ranges that are distinct on the screen.
public final class LossIndex {

    public static final LossIndex NONE = new LossIndex(List.of());

    /// Time ranges in ascending order that neither overlap nor touch.
    ///
    /// @param start start of each, ns
    /// @param end end of each, ns
    public record Lane(long[] start, long[] end) {

        static final Lane EMPTY = new Lane(new long[0], new long[0]);

        /// Returns the index of the first range that ends after a time in ns, or the number of ranges.
        public int after(long ts) {
            int i = Arrays.binarySearch(end, ts);
            return i < 0 ? -i - 1 : i + 1;
        }

        public int size() {
            return start.length;
        }
    }

    private final List<DataLoss> byStart;
    private final long longest;
    private final Lane anyLane;
    private final Lane everywhere;
    private final Map<String, Lane> byTrack = new HashMap<>();

    /// @param losses all losses, in any order
    public LossIndex(List<DataLoss> losses) {
        byStart = losses.stream()
                .sorted((a, b) -> Long.compare(a.start(), b.start()))
                .toList();
        longest = byStart.stream().mapToLong(DataLoss::durNs).max().orElse(0);
        anyLane = lane(byStart);
        everywhere = lane(byStart.stream().filter(DataLoss::isEverywhere).toList());
        Map<String, List<DataLoss>> lossesOfTrack = new HashMap<>();
        for (DataLoss loss : byStart) {
            loss.tracks()
                    .forEach(key -> lossesOfTrack
                            .computeIfAbsent(key, _ -> new ArrayList<>())
                            .add(loss));
        }
        lossesOfTrack.forEach((key, list) -> byTrack.put(key, lane(list)));
    }

    private static Lane lane(List<DataLoss> sorted) {
        long[] start = new long[sorted.size()];
        long[] end = new long[sorted.size()];
        int n = 0;
        for (DataLoss loss : sorted) {
            if (n > 0 && loss.start() <= end[n - 1]) {
                end[n - 1] = Math.max(end[n - 1], loss.end());
            } else {
                start[n] = loss.start();
                end[n++] = loss.end();
            }
        }
        return n == 0 ? Lane.EMPTY : new Lane(Arrays.copyOf(start, n), Arrays.copyOf(end, n));
    }

    public boolean isEmpty() {
        return byStart.isEmpty();
    }

    /// All time ranges with losses, in ascending order.
    public List<TimeSpan> spans() {
        List<TimeSpan> spans = new ArrayList<>();
        for (int i = 0; i < anyLane.size(); i++) {
            spans.add(new TimeSpan(anyLane.start[i], anyLane.end[i]));
        }
        return spans;
    }

    /// Time ranges with losses of any kind.
    public Lane any() {
        return anyLane;
    }

    /// Time ranges with losses that may affect any track.
    public Lane everywhere() {
        return everywhere;
    }

    /// Time ranges with losses of this track or group only.
    public Lane of(String key) {
        return byTrack.getOrDefault(key, Lane.EMPTY);
    }

    /// Keys of the tracks and groups with losses that affect only them.
    public Set<String> tracks() {
        return byTrack.keySet();
    }

    /// Returns the losses that touch a span of time, earliest first.
    ///
    /// @param keys keys of the track and its groups; null for all tracks
    public List<DataLoss> within(long from, long to, List<String> keys) {
        List<DataLoss> losses = new ArrayList<>();
        for (int i = firstFrom(from - longest);
                i < byStart.size() && byStart.get(i).start() <= to;
                i++) {
            DataLoss loss = byStart.get(i);
            if (loss.end() >= from
                    && (keys == null || loss.isEverywhere() || keys.stream().anyMatch(loss.tracks()::contains))) {
                losses.add(loss);
            }
        }
        return losses;
    }

    private int firstFrom(long ts) {
        int low = 0;
        int high = byStart.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byStart.get(middle).start() < ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
