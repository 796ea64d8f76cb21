package traceglass.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A cluster of Spark's own kind on the loopback address: processes of a master and of workers, from the class path.
final class LocalCluster implements AutoCloseable {

    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://127\\.0\\.0\\.1:\\d+)");
    private static final long STARTED_MS = 120_000;

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String url;

    /// @param folder for files of the processes
    LocalCluster(Path folder, int workers) throws IOException, InterruptedException {
        this.folder = folder;
        // Workers look for jars here; the executors get the class path of this process.
        Files.createDirectories(folder.resolve("home/jars"));
        boolean isUp = false;
        try {
            Path masterLog = start("master", "org.apache.spark.deploy.master.Master", List.of());
            url = awaitLine(masterLog, MASTER).group(1);
            List<Path> logs = new ArrayList<>();
            for (int i = 1; i <= workers; i++) {
                Path work = folder.resolve("work-" + i);
                logs.add(start(
                        "worker-" + i,
                        "org.apache.spark.deploy.worker.Worker",
                        List.of("--cores", "1", "--memory", "1g", "--work-dir", work.toString(), url)));
            }
            for (Path log : logs) {
                awaitLine(log, Pattern.compile("Successfully registered with master"));
            }
            isUp = true;
        } finally {
            if (!isUp) {
                close();
            }
        }
    }

    private Path start(String name, String mainClass, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dlog4j2.configurationFile=log4j2-cluster.properties",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass,
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--webui-port",
                "0"));
        command.addAll(arguments);
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("local").toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        processes.add(builder.start());
        return log;
    }

    private Matcher awaitLine(Path log, Pattern pattern) throws IOException, InterruptedException {
        long end = System.nanoTime() + STARTED_MS * 1_000_000;
        while (System.nanoTime() < end && processes.getLast().isAlive()) {
            Matcher matcher = pattern.matcher(Files.readString(log));
            if (matcher.find()) {
                return matcher;
            }
            Thread.sleep(50);
        }
        throw new IOException("The process did not start: " + Files.readString(log));
    }

    /// URL of the master.
    String url() {
        return url;
    }

    /// Ends a worker at once, as a crash of its machine would.
    ///
    /// @param number from 1
    void kill(int number) throws InterruptedException {
        Process worker = processes.get(number);
        // Its executors are other processes.
        List<ProcessHandle> all = Stream.concat(worker.descendants(), Stream.of(worker.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        worker.waitFor();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = processes.reversed().stream()
                .flatMap(p -> Stream.concat(p.descendants(), Stream.of(p.toHandle())))
                .toList();
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle process : all) {
            try {
                process.onExit().get(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
                process.destroyForcibly();
            }
        }
    }
}
