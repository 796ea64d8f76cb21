package traceglass.ingest.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/// Compiles importers and packs them into jars.
final class JarBuilder {

    private JarBuilder() {}

    /// Writes a jar with classes of the package `example`.
    ///
    /// @param bodies alternating class names and class bodies of importers: `Name`, `body`, …
    static Path write(Path jar, String... bodies) throws IOException {
        Path sources = Files.createDirectories(jar.resolveSibling(jar.getFileName() + ".src"));
        List<String> services = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < bodies.length; i += 2) {
            services.add("example." + bodies[i]);
            files.add(Files.writeString(sources.resolve(bodies[i] + ".java"), source(bodies[i], bodies[i + 1])));
        }
        return pack(jar, files, String.join("\n", services));
    }

    /// Compiles sources and packs them together with the service file that lists the importers.
    static Path pack(Path jar, List<Path> sources, String services) throws IOException {
        Path classes = Files.createDirectories(jar.resolveSibling(jar.getFileName() + ".classes"));
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        sources.forEach(s -> arguments.add(s.toString()));
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        Files.createDirectories(jar.getParent());
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> paths = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                zip.write(Files.readAllBytes(file));
            }
            zip.putNextEntry(new ZipEntry(JarContent.SERVICES));
            zip.write(services.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    /// Returns the source of a class, with default implementations of the methods missing from the body.
    private static String source(String name, String body) {
        StringBuilder text = new StringBuilder("package example;\nimport traceglass.ingest.*;\n");
        text.append("public class ")
                .append(name)
                .append(" implements Importer {\n")
                .append(body);
        String[] defaults = {
            "String id()", "{ return \"of_" + name + "\"; }",
            "String displayName()", "{ return \"Format " + name + "\"; }",
            "int priority()", "{ return 1; }",
            "boolean sniff(byte[] head)", "{ return head.length > 2 && head[0] == 'P' && head[1] == 'L'; }",
            "void read(TraceInput input, ImportContext context) throws java.io.IOException, TraceProblem", "{}",
        };
        for (int i = 0; i < defaults.length; i += 2) {
            String method = defaults[i].substring(defaults[i].indexOf(' '), defaults[i].indexOf('('));
            if (!body.contains(method + "(")) {
                text.append("\npublic ").append(defaults[i]).append(defaults[i + 1]);
            }
        }
        return text.append("\n}\n").toString();
    }
}
