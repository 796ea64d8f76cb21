package traceglass.spark;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetProgress;
import traceglass.engine.fleet.FleetTarget;
import traceglass.engine.fleet.source.FleetLabels;

/// Imports traces into a fleet on a cluster, for `spark-submit` in client mode:
///
/// ```
/// spark-submit --master spark://host:7077 --class traceglass.spark.FleetImportJob traceglass-spark-all.jar \
///     --fleet FLEET [--jobs N] [--memory BYTES] [--labels FILE] [--pattern PATTERN] SOURCE…
/// ```
///
/// `traceglass fleet import --spark` starts it. This process holds the lock of the fleet and adds the traces to
/// it; Spark's tasks read the traces and write their tables.
public final class FleetImportJob {

    private static final long REPORT_EVERY_MS = 10_000;

    private final List<String> sources = new ArrayList<>();
    private @Nullable Path fleet;
    private int jobs;
    private long memory;
    private @Nullable Path labels;
    private @Nullable String pattern;

    private FleetImportJob(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            if (!option.startsWith("--")) {
                sources.add(option);
                continue;
            }
            if (++i == arguments.size()) {
                throw new EngineException(option + " needs a value", null);
            }
            setOption(option, arguments.get(i));
        }
    }

    private void setOption(String option, String value) {
        try {
            switch (option) {
                case "--fleet" -> fleet = Path.of(value);
                case "--jobs" -> jobs = Integer.parseInt(value);
                case "--memory" -> memory = Long.parseLong(value);
                case "--labels" -> labels = Path.of(value);
                case "--pattern" -> pattern = value;
                default -> throw new EngineException("unknown option " + option, null);
            }
        } catch (NumberFormatException e) {
            throw new EngineException(option + ": " + value + " is not a number", e);
        }
    }

    /// Runs the import and exits the process with code 0 if all traces were imported, otherwise 1.
    public static void main(String[] arguments) {
        int code = 1;
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            code = run(spark, List.of(arguments), System.out, System.err);
        }
        System.exit(code);
    }

    /// Runs the import.
    ///
    /// @return exit code
    static int run(JavaSparkContext spark, List<String> arguments, PrintStream out, PrintStream err) {
        try {
            FleetImportJob job = new FleetImportJob(arguments);
            if (job.fleet == null || job.sources.isEmpty()) {
                throw new EngineException("specify --fleet and a source", null);
            }
            FleetImport.Result result;
            try (FleetTarget target = FleetTarget.at(job.fleet)) {
                result = job.add(target.fleet(), spark, err);
            }
            result.duplicates().forEach(d -> err.println(d.path() + ": " + d.reason()));
            out.println(result.summary(job.fleet));
            return result.failures().isEmpty() ? 0 : 1;
        } catch (EngineException e) {
            err.println(e.getMessage());
            return 1;
        }
    }

    private FleetImport.Result add(Fleet target, JavaSparkContext spark, PrintStream err) {
        int parallel = jobs > 0 ? jobs : Math.max(1, spark.defaultParallelism());
        FleetImport options = new FleetImport(sources, FleetLabels.of(labels, pattern), parallel, 0, new Progress(err));
        return target.add(options, new SparkFleetReader(spark, memory));
    }

    /// Prints the progress at intervals.
    private static final class Progress implements FleetProgress {

        private final PrintStream err;
        private long nextReportMs = REPORT_EVERY_MS;

        Progress(PrintStream err) {
            this.err = err;
        }

        @Override
        public boolean update(Step step) {
            if (step.elapsedMs() >= nextReportMs) {
                nextReportMs = step.elapsedMs() + REPORT_EVERY_MS;
                err.println(step.done() + " of " + step.total() + " traces, " + step.failed() + " failed");
            }
            return true;
        }

        @Override
        public void failed(FleetFailure failure) {
            err.println(failure.path() + ": " + failure.reason());
        }
    }
}
