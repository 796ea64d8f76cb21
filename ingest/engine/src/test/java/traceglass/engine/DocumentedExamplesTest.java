package traceglass.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compiles and runs the Java examples of the documentation page and of doc comments, replacing the files in them with
/// a small trace.
class DocumentedExamplesTest {

    private static final Path PAGE = Path.of("../../packaging/docs/engine.md");
    private static final Path SOURCES = Path.of("src/main/java/traceglass/engine");
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final String PROLOGUE = """
            import java.nio.file.*;
            import java.sql.*;
            import java.util.*;
            import traceglass.engine.*;
            import traceglass.engine.fleet.*;
            import traceglass.engine.summary.*;

            public class Example%d {
                public static void main(String... args) throws Exception {
            """;

    @TempDir
    private Path folder;

    private static List<String> examples() throws IOException {
        List<Path> files = new ArrayList<>(List.of(PAGE));
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            sources.filter(f -> f.toString().endsWith(".java")).sorted().forEach(files::add);
        }
        List<String> examples = new ArrayList<>();
        for (Path file : files) {
            String text = Files.readString(file).replaceAll("(?m)^ *///? ?", "");
            Matcher example = EXAMPLE.matcher(text);
            while (example.find()) {
                examples.add(example.group(1));
            }
        }
        return examples;
    }

    @Test
    void examplesCompileAndRun() throws Exception {
        Path trace = Files.writeString(folder.resolve("trace.json"), """
                [{"ph": "X", "pid": 7, "tid": 8, "name": "example load", "ts": 100, "dur": 50000},
                 {"ph": "X", "pid": 7, "tid": 8, "name": "example parse", "ts": 60000, "dur": 1000}]\
                """);
        Path spec = Files.writeString(
                folder.resolve("metrics.textproto"),
                "metric_spec { id: \"slices\" value: \"dur\" query { simple_slices {} } }");
        List<String> examples = examples();
        assertTrue(examples.size() > 3, "examples: " + examples.size());
        List<String> arguments = new ArrayList<>(
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"));
        for (int i = 0; i < examples.size(); i++) {
            String code = examples.get(i)
                    .replace("/path/to/trace.pftrace", trace.toString())
                    .replace("trace.pftrace", trace.toString())
                    .replace("other.pftrace", trace.toString())
                    .replace("metrics.textproto", spec.toString())
                    .replace("benchmarks.fleet", folder.resolve("fleet").toString())
                    .replace("runs/", trace.toString())
                    .replace("/folder", folder.resolve("kept").toString());
            Path source = folder.resolve("Example" + i + ".java");
            Files.writeString(source, PROLOGUE.formatted(i) + code + "    }\n}\n");
            arguments.add(source.toString());
        }
        ByteArrayOutputStream diagnostics = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, diagnostics, diagnostics, arguments.toArray(String[]::new));
        assertEquals(0, code, diagnostics.toString(StandardCharsets.UTF_8));
        run(examples.size());
    }

    private void run(int examples) throws Exception {
        PrintStream before = System.out;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, DocumentedExamplesTest.class.getClassLoader())) {
            for (int i = 0; i < examples; i++) {
                ByteArrayOutputStream printed = new ByteArrayOutputStream();
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                loader.loadClass("Example" + i)
                        .getMethod("main", String[].class)
                        .invoke(null, (Object) new String[0]);
                assertTrue(printed.size() > 0, "example " + i + " prints nothing");
            }
        } finally {
            System.setOut(before);
        }
    }
}
