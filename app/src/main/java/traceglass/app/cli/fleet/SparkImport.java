package traceglass.app.cli.fleet;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.app.io.Failure;

/// Starts the import of a fleet in a Spark cluster: the class `FleetImportJob` of Traceglass's jar for Spark, with
/// `spark-submit`. Spark itself is not part of this program.
final class SparkImport {

    /// Environment variable with the folder of Spark.
    private static final String HOME = "SPARK_HOME";

    /// Environment variable with the path of the jar.
    private static final String JAR = "TRACEGLASS_SPARK_JAR";

    private static final String JOB = "traceglass.spark.FleetImportJob";

    private SparkImport() {}

    /// Runs the job, which inherits standard output and standard error.
    ///
    /// @param master URL of the cluster
    /// @return exit code of the job
    static int run(String master, List<String> arguments, Map<String, String> environment) throws Failure {
        List<String> command = command(master, arguments, environment, jar(environment));
        Process process = null;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            // The classes need at least the version of Java that runs this program.
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            process = builder.start();
            return process.waitFor();
        } catch (IOException e) {
            throw new Failure(FleetTexts.sparkFailed(String.valueOf(e.getMessage())), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(FleetTexts.sparkFailed("interrupted"), e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    /// Returns the command that runs the job.
    ///
    /// @param jar jar with the job, or null if it was not found
    static List<String> command(
            String master, List<String> arguments, Map<String, String> environment, @Nullable Path jar) throws Failure {
        List<String> command = new ArrayList<>(submitCommand(environment));
        if (jar == null) {
            throw new Failure(FleetTexts.NEEDS_SPARK_JAR);
        }
        command.addAll(List.of("--master", master, "--name", "traceglass fleet import", "--class", JOB));
        command.add(jar.toString());
        command.addAll(arguments);
        return command;
    }

    /// Returns the start of the command: `spark-submit`, or the Java command it would run if there are only jars.
    private static List<String> submitCommand(Map<String, String> environment) throws Failure {
        String home = environment.get(HOME);
        if (home == null || home.isBlank()) {
            throw new Failure(FleetTexts.NEEDS_SPARK);
        }
        Path script = Path.of(home, "bin", "spark-submit");
        if (Files.isExecutable(script)) {
            return List.of(script.toString());
        }
        Path jars = Path.of(home, "jars");
        if (files(jars, "spark-core_.*\\.jar").isEmpty()) {
            throw new Failure(FleetTexts.NEEDS_SPARK);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                jars.resolve("*").toString(),
                "org.apache.spark.deploy.SparkSubmit");
    }

    /// Finds the jar: the one in the environment variable, else one next to this program, else the one of the
    /// build.
    private static @Nullable Path jar(Map<String, String> environment) throws Failure {
        String configured = environment.get(JAR);
        if (configured != null && !configured.isBlank()) {
            Path jar = Path.of(configured).toAbsolutePath();
            if (!Files.isRegularFile(jar)) {
                throw new Failure(FleetTexts.NEEDS_SPARK_JAR);
            }
            return jar;
        }
        for (Path folder = programFolder(); folder != null; folder = folder.getParent()) {
            for (Path candidate : List.of(folder, folder.resolve("packaging/target"))) {
                List<Path> found = files(candidate, "traceglass-spark-.*\\.jar");
                if (!found.isEmpty()) {
                    return found.getLast();
                }
            }
        }
        return null;
    }

    private static @Nullable Path programFolder() {
        CodeSource source = SparkImport.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI()).getParent();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /// Returns the files in a folder whose names match, sorted by name; empty if the folder can't be read.
    private static List<Path> files(Path folder, String name) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().matches(name))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
