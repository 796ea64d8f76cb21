package traceglass.analysis.formula;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.CounterData;

class CounterFormulaTest {

    private static CounterData counter(long[] ts, double... values) {
        return new CounterData(new long[ts.length], ts, values, 0, 0, "");
    }

    private static long[] times(long... ts) {
        return ts;
    }

    private static double value(String text, double... values) throws Exception {
        List<CounterData> counters = new ArrayList<>();
        for (double v : values) {
            counters.add(counter(times(5), v));
        }
        return CounterFormula.of(text, values.length).compute(counters, "").value()[0];
    }

    private static String problem(String text, int counters) {
        return assertThrows(FormulaProblem.class, () -> CounterFormula.of(text, counters), text)
                .getMessage();
    }

    @Test
    void productsBindTighterAndOperatorsAssociateToTheLeft() throws Exception {
        assertEquals(7, value("a + 2 * b", 1, 3));
        assertEquals(9, value("(a + 2) * b", 1, 3));
        assertEquals(2, value("a - b - 1", 6, 3));
        assertEquals(1, value("a / b / 2", 12, 6));
        assertEquals(-4, value("-a + b", 7, 3));
        assertEquals(-21, value("-a * b", 7, 3));
        assertEquals(5e9, value("a*1e9", 5));
        assertEquals(0.5, value(".5 * A", 1), "letters may be upper case");
    }

    @Test
    void acceptsTypographicSigns() throws Exception {
        assertEquals(10, value("a − b × 2 ÷ 1", 16, 3));
    }

    @Test
    void computesMinimumMaximumAndAbsoluteValue() throws Exception {
        assertEquals(2, value("min(a, b, 5)", 7, 2));
        assertEquals(9, value("max(a, b + 7)", 7, 2));
        assertEquals(5, value("abs(b - a)", 7, 2));
    }

    @Test
    void hasASampleWhereverAnInputHasOneOnceAllHaveAValue() throws Exception {
        CounterData a = counter(times(0, 10, 20, 20, 30), 1, 2, 3, 4, 5);
        CounterData b = counter(times(5, 20, 25), 10, 20, 30);
        CounterData sum = CounterFormula.of("a + b", 2).compute(List.of(a, b), "kHz");
        assertArrayEquals(times(5, 10, 20, 25, 30), sum.ts());
        assertArrayEquals(new double[] {11, 12, 24, 34, 35}, sum.value());
        assertEquals(11, sum.min());
        assertEquals(35, sum.max());
        assertEquals("kHz", sum.unit());
    }

    @Test
    void aRateIsTheChangePerSecondToTheNextSample() throws Exception {
        CounterData a = counter(times(0, 1_000_000_000L, 1_500_000_000L), 10, 30, 20);
        assertArrayEquals(
                new double[] {20, -20, -20},
                CounterFormula.of("rate(a)", 1).compute(List.of(a), "").value());
        assertArrayEquals(
                new double[] {20, -10, -10},
                CounterFormula.of("change(a)", 1).compute(List.of(a), "").value());
        assertArrayEquals(
                new double[] {30, 20, 10},
                CounterFormula.of("a + change(a)", 1).compute(List.of(a), "").value());
    }

    @Test
    void aDivisionByZeroIsUndefinedAndDoesNotAffectTheScale() throws Exception {
        CounterData a = counter(times(0, 1, 2), 4, 0, 8);
        CounterData ratio = CounterFormula.of("16 / a", 1).compute(List.of(a), "");
        assertTrue(Double.isNaN(ratio.value()[1]));
        assertEquals(2, ratio.min());
        assertEquals(4, ratio.max());
    }

    @Test
    void aCounterWithoutSamplesYieldsNoSamples() throws Exception {
        CounterData none = CounterFormula.of("a + b", 2).compute(List.of(counter(times(1), 1), counter(times())), "");
        assertEquals(0, none.size());
        assertEquals(0, none.max());
    }

    @Test
    void doesNotReadUnusedCounters() throws Exception {
        CounterFormula formula = CounterFormula.of("b * 2", 2);
        assertTrue(!formula.uses(0) && formula.uses(1));
        assertEquals(
                8,
                formula.compute(Arrays.asList(null, counter(times(1), 4)), "").value()[0]);
    }

    @Test
    void agreesWithAComputationAtEachTime() throws Exception {
        Random random = new Random(7);
        String[] texts = {
            "a + b - c",
            "a / b",
            "min(a, b, c) * 2 - abs(c)",
            "(a - b) / (c + 1)",
            "rate(a) + b",
            "a",
            "max(c, change(b)) - a * .25"
        };
        for (int round = 0; round < 400; round++) {
            String text = texts[round % texts.length];
            List<CounterData> counters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long[] ts = random.longs(random.nextInt(12), 0, 20).sorted().toArray();
                counters.add(counter(
                        ts, random.doubles(ts.length, -4, 4).map(Math::rint).toArray()));
            }
            CounterFormula formula = CounterFormula.of(text, 3);
            CounterData data = formula.compute(counters, "");
            TreeSet<Long> times = new TreeSet<>();
            for (int i = 0; i < 3; i++) {
                if (formula.uses(i)) {
                    Arrays.stream(counters.get(i).ts()).forEach(times::add);
                }
            }
            List<Long> ts = new ArrayList<>();
            List<Double> values = new ArrayList<>();
            for (long time : times) {
                Double expected = expectedValue(text, counters, time);
                if (expected != null) {
                    ts.add(time);
                    values.add(Double.isInfinite(expected) ? Double.NaN : expected);
                }
            }
            assertEquals(ts, Arrays.stream(data.ts()).boxed().toList(), text);
            assertEquals(values, Arrays.stream(data.value()).boxed().toList(), text);
        }
    }

    /// Computes the formula in Java at one time, or returns null if a counter that it uses has no value yet.
    private static Double expectedValue(String text, List<CounterData> counters, long time) {
        Double a = lastValue(counters.get(0), time);
        Double b = lastValue(counters.get(1), time);
        Double c = lastValue(counters.get(2), time);
        return switch (text) {
            case "a + b - c" -> a == null || b == null || c == null ? null : (Double) (a + b - c);
            case "a / b" -> a == null || b == null ? null : (Double) (a / b);
            case "min(a, b, c) * 2 - abs(c)" ->
                a == null || b == null || c == null ? null : (Double) (Math.min(Math.min(a, b), c) * 2 - Math.abs(c));
            case "(a - b) / (c + 1)" -> a == null || b == null || c == null ? null : (Double) ((a - b) / (c + 1));
            case "rate(a) + b" -> a == null || b == null ? null : (Double) (change(counters.get(0), time, true) + b);
            case "a" -> a;
            default ->
                a == null || b == null || c == null
                        ? null
                        : (Double) (Math.max(c, change(counters.get(1), time, false)) - a * .25);
        };
    }

    private static int index(CounterData data, long time) {
        int index = -1;
        for (int i = 0; i < data.size(); i++) {
            index = data.ts()[i] <= time ? i : index;
        }
        return index;
    }

    private static Double lastValue(CounterData data, long time) {
        int i = index(data, time);
        return i < 0 ? null : (Double) data.value()[i];
    }

    private static double change(CounterData data, long time, boolean perSecond) {
        int i = index(data, time);
        if (i + 1 >= data.size()) {
            i--;
        }
        if (i < 0 || data.ts()[i + 1] == data.ts()[i] && perSecond) {
            return 0;
        }
        double change = data.value()[i + 1] - data.value()[i];
        return perSecond ? change * 1e9 / (data.ts()[i + 1] - data.ts()[i]) : change;
    }

    @Test
    void derivesTheUnitFromThoseOfTheCounters() throws Exception {
        List<String> units = List.of("kHz", "kHz", "µWs", "");
        assertEquals("kHz", CounterFormula.of("a - b", 4).unit(units));
        assertEquals("kHz", CounterFormula.of("(a + b) / 2 + 5", 4).unit(units));
        assertEquals("kHz", CounterFormula.of("max(a, b, 0)", 4).unit(units));
        assertEquals("", CounterFormula.of("100 * a / b", 4).unit(units));
        assertEquals("µW", CounterFormula.of("rate(c)", 4).unit(units));
        assertEquals("kHz/s", CounterFormula.of("rate(a)", 4).unit(units));
        assertEquals("µWs", CounterFormula.of("change(c)", 4).unit(units));
        assertEquals("µWs/kHz", CounterFormula.of("c / a", 4).unit(units));
        assertEquals("1/kHz", CounterFormula.of("1 / a", 4).unit(units));
        assertEquals("kHz", CounterFormula.of("a * d", 4).unit(units));
        assertNull(CounterFormula.of("a + c", 4).unit(units), "the unit is unknown");
    }

    @Test
    void explainsErrors() {
        assertEquals("Type a formula, such as a − b.", problem("  ", 2));
        assertEquals("A counter, a number or “(” is missing after “a +”.", problem("a + ", 2));
        assertEquals("There is no counter “c”; there are a to b.", problem("a + c", 2));
        assertEquals("There is no counter “b”; there is only a.", problem("b", 1));
        assertEquals("An operator (+ − * /) is missing after “a”.", problem("a b", 2));
        assertEquals("A “)” is missing at the end.", problem("(a + b", 2));
        assertEquals("There is a “)” without a “(”.", problem("a + b)", 2));
        assertEquals("The formula uses no counter. Add the letter of one.", problem("1 + 2", 2));
        assertEquals("“1.2.3” is not a number.", problem("a * 1.2.3", 2));
        assertEquals("rate takes the letter of one counter, such as rate(a).", problem("rate(12)", 2));
        assertEquals("A “)” or an operator is missing before “+ b)”.", problem("rate(a + b)", 2));
        assertEquals("min takes at least two values, with commas between them.", problem("min(a)", 2));
        assertTrue(problem("sqrt(a)", 2).startsWith("“sqrt” is neither a counter nor a function."));
        assertEquals("The formula is nested too deeply.", problem("(".repeat(5_000) + "a", 1));
    }
}
