package traceglass.ingest.spans.otlp;

import static traceglass.ingest.spans.otlp.OtlpAttributeTrees.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import traceglass.protos.foreign.otlp.ExponentialHistogramDataPointDecoder;
import traceglass.protos.foreign.otlp.ExponentialHistogramDecoder;
import traceglass.protos.foreign.otlp.GaugeDecoder;
import traceglass.protos.foreign.otlp.HistogramDataPointDecoder;
import traceglass.protos.foreign.otlp.HistogramDecoder;
import traceglass.protos.foreign.otlp.MetricDecoder;
import traceglass.protos.foreign.otlp.NumberDataPointDecoder;
import traceglass.protos.foreign.otlp.SumDecoder;
import traceglass.protos.foreign.otlp.SummaryDataPointDecoder;
import traceglass.protos.foreign.otlp.SummaryDecoder;

/// Reads metrics of OTLP as protobuf into the same maps that [traceglass.ingest.text.JsonTree] creates from the
/// equivalent JSON.
final class OtlpMetricTrees {

    private final OtlpAttributeTrees attributes;
    private final MetricDecoder metric = new MetricDecoder();
    private final GaugeDecoder gauge = new GaugeDecoder();
    private final SumDecoder sum = new SumDecoder();
    private final NumberDataPointDecoder number = new NumberDataPointDecoder();
    private final HistogramDecoder histogram = new HistogramDecoder();
    private final HistogramDataPointDecoder histogramPoint = new HistogramDataPointDecoder();
    private final ExponentialHistogramDecoder exponential = new ExponentialHistogramDecoder();
    private final ExponentialHistogramDataPointDecoder exponentialPoint = new ExponentialHistogramDataPointDecoder();
    private final SummaryDecoder summary = new SummaryDecoder();
    private final SummaryDataPointDecoder summaryPoint = new SummaryDataPointDecoder();

    OtlpMetricTrees(OtlpAttributeTrees attributes) {
        this.attributes = attributes;
    }

    Map<String, Object> metric(byte[] bytes, int from, int size) {
        metric.decode(bytes, from, size);
        Map<String, Object> tree = tree("name", metric.name());
        tree.put("unit", metric.unit());
        if (metric.hasGauge()) {
            metric.gauge(gauge);
            tree.put("gauge", data(gauge.dataPointsCount(), i -> number(gauge.dataPoints(i, number)), 0));
        }
        if (metric.hasSum()) {
            metric.sum(sum);
            tree.put(
                    "sum",
                    data(sum.dataPointsCount(), i -> number(sum.dataPoints(i, number)), sum.aggregationTemporality()));
        }
        if (metric.hasHistogram()) {
            metric.histogram(histogram);
            tree.put(
                    "histogram",
                    data(
                            histogram.dataPointsCount(),
                            i -> histogramPoint(histogram.dataPoints(i, histogramPoint)),
                            histogram.aggregationTemporality()));
        }
        if (metric.hasExponentialHistogram()) {
            metric.exponentialHistogram(exponential);
            tree.put(
                    "exponentialHistogram",
                    data(
                            exponential.dataPointsCount(),
                            i -> exponentialPoint(exponential.dataPoints(i, exponentialPoint)),
                            exponential.aggregationTemporality()));
        }
        if (metric.hasSummary()) {
            metric.summary(summary);
            tree.put(
                    "summary",
                    data(summary.dataPointsCount(), i -> summaryPoint(summary.dataPoints(i, summaryPoint)), 0));
        }
        return tree;
    }

    private static Map<String, Object> data(int count, IntFunction<Object> point, int temporality) {
        List<Object> points = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            points.add(point.apply(i));
        }
        Map<String, Object> tree = tree("dataPoints", points);
        tree.put("aggregationTemporality", (long) temporality);
        return tree;
    }

    private Map<String, Object> number(NumberDataPointDecoder point) {
        Map<String, Object> tree = tree("timeUnixNano", point.timeUnixNano());
        if (point.hasAsDouble()) {
            tree.put("asDouble", point.asDouble());
        }
        if (point.hasAsInt()) {
            tree.put("asInt", point.asInt());
        }
        tree.put("attributes", attributes.list(point.attributesCount(), point::attributes));
        tree.put("flags", (long) point.flags());
        return tree;
    }

    private Map<String, Object> histogramPoint(HistogramDataPointDecoder point) {
        return distribution(
                point.timeUnixNano(),
                point.count(),
                point.hasSum() ? point.sum() : null,
                attributes.list(point.attributesCount(), point::attributes));
    }

    private Map<String, Object> exponentialPoint(ExponentialHistogramDataPointDecoder point) {
        return distribution(
                point.timeUnixNano(),
                point.count(),
                point.hasSum() ? point.sum() : null,
                attributes.list(point.attributesCount(), point::attributes));
    }

    private Map<String, Object> summaryPoint(SummaryDataPointDecoder point) {
        return distribution(
                point.timeUnixNano(),
                point.count(),
                point.hasSum() ? point.sum() : null,
                attributes.list(point.attributesCount(), point::attributes));
    }

    private static Map<String, Object> distribution(long time, long count, Double sum, List<Object> attributes) {
        Map<String, Object> tree = tree("timeUnixNano", time);
        tree.put("count", count);
        if (sum != null) {
            tree.put("sum", sum);
        }
        tree.put("attributes", attributes);
        return tree;
    }
}
