package traceglass.app.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the launcher chooses options with which the virtual machine starts.
@DisabledOnOs(OS.WINDOWS)
class LaunchOptionsTest {

    private static final Path PACKAGING = Path.of(System.getProperty("basedir", "."), "..", "packaging")
            .toAbsolutePath()
            .normalize();
    private static final String MAIN = "traceglass.app.start.Main";

    /// Variables from which options are read.
    private static final List<String> VARIABLES = List.of("TRACEGLASS_JVM", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    @TempDir
    Path folder;

    /// Creates a sparse file of a size.
    private String trace(String name, long bytes) throws IOException {
        Path file = folder.resolve(name);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(bytes);
        }
        return file.toString();
    }

    /// Returns the options for a command line, followed by the main class and the arguments.
    private static List<String> options(String jvm, String... arguments) throws IOException, InterruptedException {
        return options(Map.of("TRACEGLASS_JVM", jvm), arguments);
    }

    private static List<String> options(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                "sh",
                "-c",
                "set -u; options=$0/jvm; . \"$0/launch-options\"; printf '%s\\n' \"$@\"",
                PACKAGING.toString()));
        line.addAll(List.of(arguments));
        return Arrays.asList(output(process(line, environment), 0).split("\n"));
    }

    private static ProcessBuilder process(List<String> line, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        VARIABLES.forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        return builder;
    }

    private static String output(ProcessBuilder builder, int exitCode) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }

    /// Starts a virtual machine with the options for a command line.
    private static void start(String jvm, String... arguments) throws IOException, InterruptedException {
        start(Map.of("TRACEGLASS_JVM", jvm), arguments);
    }

    private static void start(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = options(environment, arguments);
        int main = all.indexOf(MAIN);
        assertEquals(List.of(arguments), all.subList(main + 1, all.size()));
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(all.subList(0, main));
        line.add("-version");
        String output = output(process(line, environment), 0);
        assertTrue(output.contains("version"), output);
    }

    private static long heap(List<String> options) {
        String last = options.stream()
                .filter(o -> o.startsWith("-Xmx"))
                .reduce((a, b) -> b)
                .orElseThrow(() -> new AssertionError("no -Xmx in " + options));
        return Long.parseLong(last.substring(4, last.length() - 1));
    }

    @Test
    void startsForEveryKindOfCommand() throws IOException, InterruptedException {
        String small = trace("small.json", 1 << 20);
        String large = trace("large trace.json", 200L << 20);
        for (String file : List.of(small, large)) {
            start("", "query", file, "SELECT 1");
            start("", "query", "--memory-limit", "256M", file, "SELECT 1");
            start("", "convert", "json", file, "-o", "-");
            start("", file);
            start("", "screenshot", file);
            start("", "serve", file);
        }
        start("");
    }

    @Test
    void startsWithASmallHeapChosenByTheUser() throws IOException, InterruptedException {
        String large = trace("large.json", 200L << 20);
        for (String jvm : List.of("-Xmx100m", "-Xmx64m", "-Xmx3g -Dx=y", "-XX:+UseSerialGC -Xmx80m")) {
            start(jvm, "query", large, "SELECT 1");
            start(jvm, "convert", "json", large, "-o", "-");
            start(jvm, large);
        }
        List<String> options = options("-Xmx100m", "query", large, "SELECT 1");
        assertEquals(100, heap(options), options::toString);
        // With a smaller initial heap, the virtual machine reports an error about the AOT cache and exits.
        assertTrue(options.contains("-Xms64m"), options::toString);
    }

    @Test
    void startsWithASmallHeapSetByAnyOptionOrVariable() throws IOException, InterruptedException {
        String large = trace("large.pftrace", 200L << 20);
        start("-XX:MaxHeapSize=100m", "query", large, "SELECT 1");
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            for (String options : List.of("-Xmx100m", "-XX:MaxHeapSize=200m")) {
                start(Map.of(variable, options), "query", large, "SELECT 1");
                start(Map.of(variable, options), "convert", "json", large, "-o", "-");
            }
        }
    }

    @Test
    void conversionsOfHugeTracesHaveALargerHeapUnlessALimitIsSet() throws IOException, InterruptedException {
        String large = trace("large.json", 200L << 20);
        String huge = trace("huge.json", 4L << 30);
        long defaultHeap = heap(options("", "convert", "json", large, "-o", "-"));
        assertTrue(defaultHeap >= 128 && defaultHeap <= 300, () -> defaultHeap + " MB");
        long heap = heap(options("", "convert", "json", huge, "-o", "-"));
        assertTrue(heap >= 1024 && heap <= 3072, () -> heap + " MB");
        long limited = heap(options("", "convert", "json", "--memory-limit", "512M", huge, "-o", "-"));
        assertTrue(limited <= 400, () -> limited + " MB");
    }

    @Test
    void doesNotOverwriteVariablesOfTheLauncher() throws IOException, InterruptedException {
        String script = "options=$0/jvm home=a target=b jars=c start=d jdk=e self=f; . \"$0/launch-options\"; "
                + "echo $home $target $jars $start $jdk $self";
        for (String trace : List.of(trace("large.json", 200L << 20), trace("large.pftrace", 200L << 20))) {
            List<String> line = List.of("sh", "-c", script, PACKAGING.toString(), "query", trace, "SELECT 1");
            assertEquals("a b c d e f", output(process(line, Map.of()), 0).strip());
        }
    }

    @Test
    void derivesTheHeapFromTheMemoryLimit() throws IOException, InterruptedException {
        String large = trace("large.json", 50L << 20);
        long smallHeap = heap(options("", "query", "--memory-limit", "256M", large, "SELECT 1"));
        long heap = heap(options("", "query", "--memory-limit=2G", large, "SELECT 1"));
        assertTrue(smallHeap >= 90 && smallHeap <= 256 / 2, () -> smallHeap + " MB");
        assertTrue(heap >= 800 && heap <= 1024, () -> heap + " MB");
        assertFalse(options("", "query", large, "SELECT 1").stream().anyMatch(o -> o.startsWith("-Xmx")));
    }
}
