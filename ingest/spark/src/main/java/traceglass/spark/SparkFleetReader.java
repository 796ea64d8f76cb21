package traceglass.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import traceglass.engine.fleet.FleetReader;
import traceglass.engine.fleet.source.ImportHeapLimit;

/// Reads each trace of an import in a separate task. The fleet must be in a folder that all machines share. Traces can
/// be in such folders or in any Hadoop file system.
final class SparkFleetReader implements FleetReader {

    private final JavaSparkContext spark;
    private final Broadcast<SerializableConfiguration> hadoop;
    private final long memory;

    /// @param memory memory limit for the databases of one process in bytes, or 0 for a share of its machine's
    ///     memory
    SparkFleetReader(JavaSparkContext spark, long memory) {
        this.spark = spark;
        this.memory = memory;
        hadoop = SerializableConfiguration.broadcast(spark.sc(), spark.hadoopConfiguration());
    }

    @Override
    public List<Found> find(String uri) throws IOException {
        List<Found> found = new ArrayList<>();
        for (FileStatus file : TraceFiles.find(uri, spark.hadoopConfiguration())) {
            found.add(new Found(file.getPath().toString(), file.getLen(), file.getModificationTime()));
        }
        if (found.isEmpty()) {
            throw new IOException("there is no such file");
        }
        return found;
    }

    @Override
    @SuppressWarnings("IllegalCatch") // Scala's methods throw checked exceptions that they don't declare.
    public Outcome read(Task task) throws IOException, InterruptedException {
        // Lambdas for tasks must not refer to this object, which is not serializable.
        Broadcast<SerializableConfiguration> settings = hadoop;
        long bytes = memory;
        try {
            return spark.parallelize(List.of(task), 1)
                    .map(t -> run(t, settings.value().value(), bytes))
                    .first();
        } catch (Exception e) {
            if (e instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IOException(
                    e instanceof SparkException && e.getMessage() != null
                            ? e.getMessage().lines().findFirst().orElse("")
                            : e.toString(),
                    e);
        }
    }

    private static Outcome run(Task task, Configuration hadoop, long memory) throws Exception {
        try (ImportHeapLimit.Reservation _ = ProcessLimits.HEAP.reserve(task.path(), task.bytes())) {
            return task.run((path, scratch) -> copy(path, scratch, hadoop), ProcessLimits.memoryOfTask(memory));
        }
    }

    /// Copies a trace into the folder of the fleet, whose disk needs space for the tables anyway.
    private static Path copy(String uri, Path scratch, Configuration hadoop) throws IOException {
        org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(uri);
        Path local = LocalTrace.localPath(source, hadoop);
        return local != null ? local : LocalTrace.copy(source, scratch, hadoop);
    }
}
