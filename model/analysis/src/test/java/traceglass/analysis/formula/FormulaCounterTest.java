package traceglass.analysis.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;

/// Tests a counter that is computed from others.
class FormulaCounterTest {

    /// Reads each counter as one sample whose value is the number in its name, and records the requested counters.
    private static final class NumericNames implements TrackReadContext {

        private final List<String> requested = new ArrayList<>();

        @Override
        public TrackData dataOf(TrackNode other) {
            requested.add(other.name());
            return new CounterData(
                    new long[] {1}, new long[] {5}, new double[] {Double.parseDouble(other.name())}, 0, 0, "");
        }

        @Override
        public long traceEnd() {
            return 10;
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> factory) {
            return factory.get();
        }

        @Override
        public void ensure(String derivedTable) {}

        @Override
        public void forEachRow(String sql, Row row) {
            throw new AssertionError(sql);
        }
    }

    private static FormulaCounter counter(String expression) {
        List<TrackNode> nodes = List.of("10", "3", "2").stream()
                .map(n -> TrackNode.of(n, new CounterTrack(1, ""), n))
                .toList();
        return new FormulaCounter(nodes, expression, "W");
    }

    @Test
    void lettersReferToTheCountersInOrder() throws Exception {
        CounterData data = (CounterData) counter("a - b * c").read(new NumericNames());
        assertArrayEquals(new double[] {4}, data.value());
        assertEquals("W", data.unit());
    }

    @Test
    void readsOnlyTheCountersInTheFormula() throws Exception {
        NumericNames names = new NumericNames();
        counter("a / c").read(names);
        assertEquals(List.of("10", "2"), names.requested);
    }
}
