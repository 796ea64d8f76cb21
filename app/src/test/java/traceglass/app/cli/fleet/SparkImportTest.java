package traceglass.app.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.io.Failure;

/// Tests the process that the import starts; the import itself is tested with Spark in `ingest/spark`.
class SparkImportTest {

    @TempDir
    private Path home;

    @Test
    void withoutSparkTheMessageExplainsHowToInstallIt() {
        assumeTrue(System.getenv("SPARK_HOME") == null);
        String error = CommandRun.of("fleet", "import", home, "-o", home.resolve("fleet"), "--spark=local[2]")
                .assertExitCode(1)
                .err();
        assertTrue(error.contains("Set SPARK_HOME to its folder"), error);
    }

    @Test
    void aFolderWithoutSparkIsNotASparkHome() throws IOException {
        Files.createDirectories(home.resolve("jars"));
        Files.createFile(home.resolve("jars/other.jar"));
        assertThrows(Failure.class, () -> command(Map.of("SPARK_HOME", home.toString())));
    }

    @Test
    void theJarsOfSparkSufficeWithoutItsScripts() throws IOException, Failure {
        Files.createDirectories(home.resolve("jars"));
        Files.createFile(home.resolve("jars/spark-core_2.13-4.2.0.jar"));
        List<String> command = command(Map.of("SPARK_HOME", home.toString()));
        assertTrue(command.contains("org.apache.spark.deploy.SparkSubmit"), command::toString);
        assertTrue(command.contains(home.resolve("jars").resolve("*").toString()), command::toString);
    }

    @Test
    void theJarOfTheDataSourceIsRequired() throws IOException {
        Files.createDirectories(home.resolve("jars"));
        Files.createFile(home.resolve("jars/spark-core_2.13-4.2.0.jar"));
        Map<String, String> environment = Map.of("SPARK_HOME", home.toString());
        assertTrue(assertThrows(Failure.class, () -> SparkImport.command("local[2]", List.of(), environment, null))
                .getMessage()
                .contains("packaging/spark-jar"));
    }

    private static List<String> command(Map<String, String> environment) throws Failure {
        List<String> command = SparkImport.command(
                "spark://host:7077", List.of("--fleet", "/f", "runs"), environment, Path.of("a.jar"));
        assertEquals(
                List.of("traceglass.spark.FleetImportJob", "a.jar", "--fleet", "/f", "runs"),
                command.subList(command.size() - 5, command.size()));
        return command;
    }

    @Test
    void returnsTheExitCodeOfSpark() throws IOException, Failure {
        assumeTrue(home.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path script = home.resolve("bin/spark-submit");
        Files.createDirectories(script.getParent());
        Files.writeString(
                script,
                "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$SPARK_TEST_OUT\"; exit 7\n"
                        .replace("$SPARK_TEST_OUT", home.resolve("arguments").toString()));
        assertTrue(script.toFile().setExecutable(true));
        Path jar = Files.createFile(home.resolve("traceglass-spark.jar"));
        Map<String, String> environment = Map.of("SPARK_HOME", home.toString(), "TRACEGLASS_SPARK_JAR", jar.toString());
        assertEquals(7, SparkImport.run("spark://host:7077", List.of("--fleet", "/f", "a b"), environment));
        assertEquals(
                List.of(
                        "--master",
                        "spark://host:7077",
                        "--name",
                        "traceglass fleet import",
                        "--class",
                        "traceglass.spark.FleetImportJob",
                        jar.toString(),
                        "--fleet",
                        "/f",
                        "a b"),
                Files.readAllLines(home.resolve("arguments")));
    }
}
