package traceglass.analysis.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;

class ComputedSampleTest {

    private static final TrackNode VOLTS = TrackNode.of("v", new CounterTrack(1, "V"), "Volts");
    private static final TrackNode UNUSED = TrackNode.of("u", new CounterTrack(2, ""), "Unused");
    private static final TrackNode AMPERES = TrackNode.of("a", new CounterTrack(3, "A"), "Amperes");
    private static final TrackNode POWER =
            TrackNode.of("p", new FormulaCounter(List.of(VOLTS, UNUSED, AMPERES), "a * c", "W"), "Power");

    private final Map<TrackNode, TrackData> data = Map.of(
            VOLTS, counter("V", new long[] {10, 30}, 2, 3),
            AMPERES, counter("A", new long[] {20}, 5),
            POWER, counter("W", new long[] {20, 30, 30, 50}, 10, 14, 15, 9),
            UNUSED, SliceData.NONE);

    private static CounterData counter(String unit, long[] ts, double... values) {
        return new CounterData(new long[ts.length], ts, values, 0, 20, unit);
    }

    private Optional<ComputedSampleInfo> read(TrackNode node, long ts) throws Exception {
        return ComputedSample.read(
                n -> CompletableFuture.completedFuture(data.get(n)), node, new Selection.Event("computed", 0, ts, 0));
    }

    private static List<String> inputs(ComputedSampleInfo sample) {
        return sample.inputs().stream().map(i -> i[0] + ": " + i[1]).toList();
    }

    @Test
    void aSampleHasItsChangeItsDurationAndTheValuesItIsComputedFrom() throws Exception {
        ComputedSampleInfo first = read(POWER, 29).orElseThrow();
        assertEquals(20, first.ts());
        assertEquals(10, first.value());
        assertNull(first.delta());
        assertEquals(10, first.dur());
        assertEquals("a * c", first.formula());
        assertEquals(List.of("a, Volts: 2 V", "c, Amperes: 5 A"), inputs(first));
        ComputedSampleInfo second = read(POWER, 30).orElseThrow();
        assertEquals(15, second.value(), "the last one of that time");
        assertEquals(1, second.delta());
        assertEquals(20, second.dur());
        assertEquals(List.of("a, Volts: 3 V", "c, Amperes: 5 A"), inputs(second));
        assertNull(read(POWER, 1000).orElseThrow().dur());
    }

    @Test
    void thereIsNoSampleBeforeTheFirstOneOrOnOtherTracks() throws Exception {
        assertEquals(Optional.empty(), read(POWER, 19));
        assertEquals(Optional.empty(), read(UNUSED, 30));
    }
}
