package traceglass.analysis.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.store.text.NumberText;

/// Reads a sample of a computed counter. Such samples are not stored in a table.
public final class ComputedSample {

    private ComputedSample() {}

    /// Returns the last sample at or before the time of the event. Blocks until the data of the track is loaded.
    ///
    /// @param node track of the counter
    /// @return empty if the track has no counter data or no sample up to that time
    public static Optional<ComputedSampleInfo> read(TrackDataSource tracks, TrackNode node, Selection.Event event)
            throws InterruptedException, ExecutionException {
        if (!(tracks.load(node).get() instanceof CounterData data)) {
            return Optional.empty();
        }
        int index = last(data, event.ts());
        if (index < 0) {
            return Optional.empty();
        }
        int n = data.size();
        List<String[]> inputs = new ArrayList<>();
        String formula = "";
        TrackKind.Formula source = node.kind().formula();
        if (source != null) {
            formula = source.expression();
            for (int i = 0; i < source.counters().size(); i++) {
                TrackNode counter = source.counters().get(i);
                if (uses(source, i) && tracks.load(counter).get() instanceof CounterData values) {
                    int inputIndex = last(values, event.ts());
                    inputs.add(new String[] {
                        (char) ('a' + i) + ", " + counter.name(),
                        inputIndex < 0 ? "" : NumberText.compact(values.value()[inputIndex], values.unit())
                    });
                }
            }
        }
        return Optional.of(new ComputedSampleInfo(
                node.key(),
                node.name(),
                data.ts()[index],
                data.value()[index],
                index == 0 ? null : data.value()[index] - data.value()[index - 1],
                index + 1 < n ? data.ts()[index + 1] - data.ts()[index] : null,
                data.unit(),
                formula,
                inputs));
    }

    private static boolean uses(TrackKind.Formula source, int counter) {
        try {
            return CounterFormula.of(source.expression(), source.counters().size())
                    .uses(counter);
        } catch (FormulaProblem e) {
            return false;
        }
    }

    /// Returns the index of the last sample at or before a time, or −1.
    private static int last(CounterData data, long ts) {
        int index = Arrays.binarySearch(data.ts(), ts);
        if (index < 0) {
            return -index - 2;
        }
        while (index + 1 < data.size() && data.ts()[index + 1] == ts) {
            index++;
        }
        return index;
    }
}
