package traceglass.app.cli.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.engine.fleet.FleetMetrics;
import traceglass.engine.summary.Summaries;
import traceglass.protos.processor.TraceSummarySpec;

/// Options that select metrics.
final class MetricFlags {

    @Option(names = "--spec", paramLabel = "FILE", description = FleetTexts.SPEC)
    List<Path> specs = List.of();

    @Option(names = "--metrics", paramLabel = "IDS", description = FleetTexts.METRICS)
    @Nullable
    String metrics;

    /// Reads the specifications, or returns the default one.
    List<TraceSummarySpec> read() throws Failure {
        if (specs.isEmpty()) {
            return List.of(FleetMetrics.defaults());
        }
        List<TraceSummarySpec> read = new ArrayList<>();
        for (Path file : specs) {
            try {
                read.add(Summaries.read(file.toString(), Files.readAllBytes(file)));
            } catch (IOException e) {
                throw new Failure(OutputTexts.cantRead(file, CommandOutput.reason(e)), e);
            }
        }
        return read;
    }

    /// Ids of the metrics, or null for all.
    @Nullable
    List<String> ids() {
        return metrics == null ? null : List.of(metrics.split(","));
    }
}
