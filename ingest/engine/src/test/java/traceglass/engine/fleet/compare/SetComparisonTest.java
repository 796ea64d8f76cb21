package traceglass.engine.fleet.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;
import traceglass.store.text.Json;

class SetComparisonTest {

    private static final FleetMetric TIME =
            new FleetMetric("time", "process=app", "TIME_NANOS", Polarity.LOWER_IS_BETTER);

    private static Map<String, Double> values(double... values) {
        Map<String, Double> byTrace = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            byTrace.put("trace" + i, values[i]);
        }
        return byTrace;
    }

    private static Map<String, Double> random(Random random, int count, double mean, double deviation) {
        return values(random.doubles(count)
                .map(_ -> mean + deviation * random.nextGaussian())
                .toArray());
    }

    private static SetComparison compare(FleetMetric metric, Map<String, Double> before, Map<String, Double> after) {
        return SetComparison.of(
                "main", "change", Map.of(metric, before), Map.of(metric, after), SetComparison.Limits.defaults());
    }

    @Test
    void computesExactStatisticsForSmallSets() {
        // Two-sided Mann-Whitney test of disjoint sets of 5 and 5 values: 2 / C(10, 5).
        MetricChange change = compare(TIME, values(1, 2, 3, 4, 5), values(6, 7, 8, 9, 10))
                .changes()
                .getFirst();
        assertEquals(2 / 252.0, change.p(), 1e-12);
        assertEquals(1, change.effect());
        assertEquals(5, change.difference());
        assertEquals(5 / 3.0, change.relative(), 1e-12);
        assertEquals(3, change.before().median());
        assertEquals(4.6, change.before().quantile(0.9), 1e-12);
        assertTrue(change.low() <= 5 && change.high() >= 5, change::toString);
    }

    @Test
    void theDirectionOfARegressionFollowsThePolarity() {
        Random random = new Random(1);
        Map<String, Double> low = random(random, 30, 100, 5);
        Map<String, Double> high = random(random, 30, 120, 5);
        FleetMetric speed = new FleetMetric("speed", "", "COUNT_PER_SECOND", Polarity.HIGHER_IS_BETTER);
        FleetMetric size = new FleetMetric("size", "", "BYTES", Polarity.NONE);
        assertEquals(MetricChange.Verdict.REGRESSION, verdict(compare(TIME, low, high)));
        assertEquals(MetricChange.Verdict.IMPROVEMENT, verdict(compare(TIME, high, low)));
        assertEquals(MetricChange.Verdict.REGRESSION, verdict(compare(speed, high, low)));
        assertEquals(MetricChange.Verdict.CHANGE, verdict(compare(size, low, high)));
    }

    private static MetricChange.Verdict verdict(SetComparison comparison) {
        return comparison.changes().getFirst().verdict();
    }

    @Test
    void equalSetsAndFewTracesShowNoDifference() {
        assertEquals(
                MetricChange.Verdict.SAME, verdict(compare(TIME, values(0, 0, 0, 0, 0, 0), values(0, 0, 0, 0, 0, 0))));
        assertEquals(MetricChange.Verdict.TOO_FEW, verdict(compare(TIME, values(1, 1), values(100, 100))));
        assertEquals(MetricChange.Verdict.TOO_FEW, verdict(compare(TIME, values(1), values(100))));
    }

    /// In each of 20 random data sets, one of 50 metrics has a regression of 5%, which is found with its size.
    /// In all data sets together, at most one unchanged metric is reported.
    @Test
    void findsASmallRegressionAndHardlyAnyFalseOnes() {
        long falseRegressions = 0;
        for (int draw = 0; draw < 20; draw++) {
            Random random = new Random(draw);
            Map<FleetMetric, Map<String, Double>> before = new LinkedHashMap<>();
            Map<FleetMetric, Map<String, Double>> after = new LinkedHashMap<>();
            for (int m = 0; m < 50; m++) {
                FleetMetric metric = new FleetMetric("m" + m, "", "TIME_NANOS", Polarity.LOWER_IS_BETTER);
                before.put(metric, random(random, 60, 1000, 40));
                after.put(metric, random(random, 60, m == 7 ? 1050 : 1000, 40));
            }
            SetComparison comparison = SetComparison.of("a", "b", before, after, SetComparison.Limits.defaults());
            MetricChange first = comparison.changes().getFirst();
            assertEquals("m7", first.metric().id());
            assertEquals(MetricChange.Verdict.REGRESSION, first.verdict());
            assertEquals(0.05, first.relative(), 0.03);
            assertTrue(first.low() > 0 && first.low() < 60 && first.high() > 40, first::toString);
            falseRegressions += comparison.changes().stream()
                    .filter(c -> c.verdict() != MetricChange.Verdict.SAME
                            && !c.metric().id().equals("m7"))
                    .count();
        }
        assertTrue(falseRegressions <= 1, "false regressions: " + falseRegressions);
    }

    @Test
    void metricsOfFewTracesDoNotHideOthers() {
        Random random = new Random(4);
        Map<FleetMetric, Map<String, Double>> before = new LinkedHashMap<>();
        Map<FleetMetric, Map<String, Double>> after = new LinkedHashMap<>();
        before.put(TIME, random(random, 10, 100, 1));
        after.put(TIME, random(random, 10, 200, 1));
        for (int i = 0; i < 2000; i++) {
            FleetMetric rare = new FleetMetric("rare" + i, "", "", Polarity.NONE);
            before.put(rare, values(1));
            after.put(rare, values(2));
        }
        SetComparison comparison = SetComparison.of("a", "b", before, after, SetComparison.Limits.defaults());
        assertEquals(MetricChange.Verdict.REGRESSION, verdict(comparison));
        assertEquals(
                MetricChange.Verdict.TOO_FEW, comparison.changes().getLast().verdict());
    }

    @Test
    void outliersAreListedFromTheFurthest() {
        Sample sample = Sample.of(values(10, 11, 12, 10, 11, 12, 90, 11, 500));
        assertEquals(List.of("trace8", "trace6"), sample.outliers());
        assertEquals(List.of(), Sample.of(values(1, 2, 3, 900)).outliers());
    }

    @Test
    void metricsOfOneSetAreListedSeparately() {
        FleetMetric other = new FleetMetric("other", "", "", Polarity.NONE);
        SetComparison comparison = SetComparison.of(
                "a", "b", Map.of(TIME, values(1)), Map.of(other, values(2)), SetComparison.Limits.defaults());
        assertEquals(List.of(TIME), comparison.onlyBefore());
        assertEquals(List.of(other), comparison.onlyAfter());
        assertTrue(ReportFormat.TEXT.write(List.of(comparison)).contains("Only in b"));
    }

    @Test
    void reportsAreValidForAnyTraceNames() throws Exception {
        FleetMetric metric = new FleetMetric(
                "slice_time", "name=<a href=\"x\">|\u001b[31m`*_\u202e", "TIME_NANOS", Polarity.LOWER_IS_BETTER);
        Random random = new Random(2);
        SetComparison comparison = compare(metric, random(random, 20, 1e6, 1e4), random(random, 20, 2e6, 1e4));
        for (ReportFormat format : ReportFormat.values()) {
            // JSON contains the original names, with control characters escaped.
            boolean isJson = format == ReportFormat.JSON;
            assertTrue(
                    format.write(List.of(comparison)).chars().noneMatch(c -> c == 0x1b || c == 0x202e && !isJson),
                    format::name);
        }
        var xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ReportFormat.JUNIT.write(List.of(comparison, comparison)))));
        assertEquals("1", ((Element) xml.getElementsByTagName("testsuite").item(0)).getAttribute("failures"));
        assertEquals(2, xml.getElementsByTagName("failure").getLength());
        Map<?, ?> json = (Map<?, ?>) Json.read(ReportFormat.JSON.write(List.of(comparison, comparison)));
        List<?> all = (List<?>) json.get("comparisons");
        assertEquals(2, all.size());
        assertEquals(1L, ((Map<?, ?>) all.getFirst()).get("regressions"));
        String markdown = ReportFormat.MARKDOWN.write(List.of(comparison));
        assertTrue(markdown.contains("&lt;a href") && markdown.contains("+99.6%"), markdown);
        assertTrue(
                ReportFormat.TEXT.write(List.of(comparison)).contains("1 regression"),
                ReportFormat.TEXT.write(List.of(comparison)));
    }
}
