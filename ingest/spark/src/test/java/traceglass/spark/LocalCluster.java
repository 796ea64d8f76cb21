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

/// A standalone Spark cluster on the loopback address. Runs a master and workers as processes with this class path.
final class LocalCluster implements AutoCloseable {

    private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://127\\.0\\.0\\.1:\\d+)");
    private static final long START_TIMEOUT_MS = 120_000;

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String url;

    /// @param folder folder for files of the processes
    /// @param workers number of workers
    LocalCluster(Path folder, int workers) throws IOException, InterruptedException {
        this.folder = folder;
        // Workers look for jars here; the executors get the class path of this process.
        Files.createDirectories(folder.resolve("home/jars"));
        boolean isRunning = false;
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
            isRunning = true;
        } finally {
            if (!isRunning) {
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
        long end = System.nanoTime() + START_TIMEOUT_MS * 1_000_000;
        while (System.nanoTime() < end && processes.getLast().isAlive()) {
            Matcher matcher = pattern.matcher(Files.readString(log));
            if (matcher.find()) {
                return matcher;
            }
            Thread.sleep(50);
        }
        throw new IOException("The process did not start: " + Files.readString(log));
    }

    /// Returns the URL of the master.
    String url() {
        return url;
    }

    /// Kills a worker, to simulate a crash of its machine.
    ///
    /// @param number number of the worker, starting at 1
    void kill(int number) throws InterruptedException {
        Process worker = processes.get(number);
        // Executors are child processes of the worker.
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
