package traceglass.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.source.FleetLabels;

/// Tests the data source in a cluster of a master and two workers, which are separate processes.
class TraceglassClusterTest {

    private static final int TRACES = 24;
    private static final String SQL = "SELECT name, count(*) AS n, max(dur) AS longest FROM slice GROUP BY name";

    @TempDir
    private Path folder;

    /// Records which executors have finished tasks or were removed.
    private static final class Progress extends SparkListener {

        private final Set<String> executors = ConcurrentHashMap.newKeySet();
        private final Set<String> removed = ConcurrentHashMap.newKeySet();
        private final CountDownLatch tasksOnBoth = new CountDownLatch(2);
        private final CountDownLatch lost = new CountDownLatch(1);

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            if (end.taskInfo().successful()) {
                if (executors.add(end.taskInfo().executorId())) {
                    tasksOnBoth.countDown();
                }
            }
        }

        @Override
        public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
            removed.add(event.executorId());
            lost.countDown();
        }
    }

    @Test
    void aQueryReturnsAllRowsAlthoughAWorkerIsKilled() throws Exception {
        Fleet fleet = importedTraces();
        try (LocalCluster cluster = new LocalCluster(folder, 2);
                ExecutorService driver = Executors.newSingleThreadExecutor();
                SparkSession spark = SparkRows.session(cluster.url())
                        .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                        .config("spark.executor.memory", "512m")
                        .config("spark.executor.cores", "1")
                        .config("spark.cores.max", "2")
                        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                        .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
                        .getOrCreate()) {
            Progress progress = new Progress();
            spark.sparkContext().addSparkListener(progress);
            // Creates a task for each trace.
            Dataset<Row> rows = spark.read()
                    .format("traceglass")
                    .option("query", SQL)
                    .option("maxPartitionBytes", "1")
                    .option("pattern", "{group}-{run}.json")
                    .load(folder.resolve("runs").toString());
            Future<List<String>> result = driver.submit(() -> SparkRows.of(rows.drop("trace_path", "trace_id")));
            assertTrue(progress.tasksOnBoth.await(300, TimeUnit.SECONDS), "a worker completed no task");
            assertTrue(!result.isDone(), "the query ended before the worker was killed");
            cluster.kill(2);
            assertEquals(expected(fleet), result.get(300, TimeUnit.SECONDS));
            assertTrue(progress.lost.await(60, TimeUnit.SECONDS), "no executor was lost");
            assertEquals(1, progress.removed.size());
        }
    }

    private Fleet importedTraces() throws IOException {
        Path runs = folder.resolve("runs");
        for (int i = 0; i < TRACES; i++) {
            SparkTraces.write(runs, "g" + i % 3 + "-" + i + ".json", 1000 + i, 2000 + i);
        }
        Fleet fleet = Fleet.create(folder.resolve("fleet"));
        fleet.add(new FleetImport(List.of(runs.toString()), FleetLabels.of(null, "{group}-{run}.json"), 2, 0, null));
        return fleet;
    }

    /// Returns the rows of the fleet without trace ids, which depend on the order of the import.
    private static List<String> expected(Fleet fleet) {
        return SparkRows.of(fleet.queryEach(SQL, FleetRun.onAll())).stream()
                .map(r -> r.replaceFirst("^\\[\\d+, ", "["))
                .sorted()
                .toList();
    }
}
