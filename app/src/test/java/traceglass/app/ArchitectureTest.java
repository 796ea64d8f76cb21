package traceglass.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the plan of the house: modules depend one way, and each knows only what it may. Looks at what the compiled
/// classes refer to.
class ArchitectureTest {

    /// A rule: classes below `packages` refer to none below `forbidden`.
    private record Rule(String packages, List<String> forbidden, String reason) {}

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "traceglass.protos",
                    List.of(
                            "traceglass.analysis",
                            "traceglass.ingest",
                            "traceglass.record",
                            "traceglass.render",
                            "traceglass.app"),
                    "protos holds the formats and nothing else"),
            new Rule(
                    "traceglass.analysis",
                    List.of("traceglass.ingest", "traceglass.record", "traceglass.render", "traceglass.app"),
                    "model is what the others build on"),
            new Rule(
                    "traceglass.analysis",
                    List.of("javafx"),
                    "what a trace is does not depend on how it is shown, and tests of it need no toolkit"),
            new Rule(
                    "traceglass.ingest",
                    List.of("traceglass.render", "traceglass.app"),
                    "importers do not know who shows their traces"),
            new Rule(
                    "traceglass.ingest",
                    List.of("javafx"),
                    "imports run on their own threads and on machines without a display"),
            new Rule(
                    "traceglass.record",
                    List.of("traceglass.render", "traceglass.app", "javafx"),
                    "recorders run without a window"),
            new Rule(
                    "traceglass.render",
                    List.of("traceglass.ingest", "traceglass.record", "traceglass.app"),
                    "drawing does not depend on where a trace came from"),
            new Rule(
                    "traceglass.render",
                    List.of("org.duckdb", "java.sql"),
                    "painters work on arrays that nobody writes; only the model talks to the database"),
            new Rule(
                    "traceglass.icons",
                    List.of(
                            "traceglass.analysis",
                            "traceglass.ingest",
                            "traceglass.render",
                            "traceglass.app",
                            "javafx"),
                    "icons are data"));

    @Test
    void dependenciesPointOneWay() throws Exception {
        Map<String, Set<String>> uses = uses();
        List<String> broken = new ArrayList<>();
        for (Rule rule : RULES) {
            uses.forEach((name, used) -> {
                if (within(name, rule.packages())) {
                    for (String u : used) {
                        for (String f : rule.forbidden()) {
                            if (within(u, f)) {
                                broken.add(name + " uses " + u + ": " + rule.reason());
                            }
                        }
                    }
                }
            });
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void seesTheClassesOfAllModules() throws Exception {
        Map<String, Set<String>> uses = uses();
        for (String module :
                List.of("traceglass.analysis", "traceglass.ingest", "traceglass.render", "traceglass.app")) {
            assertFalse(
                    uses.keySet().stream().noneMatch(n -> within(n, module)), "no class of " + module + " was found");
        }
    }

    private static boolean within(String name, String packages) {
        return name.startsWith(packages + ".");
    }

    /// Each class of ours, and the classes that its constant pool names.
    private static Map<String, Set<String>> uses() throws IOException, URISyntaxException {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (String module : List.of("icons", "model", "ingest", "render", "app")) {
            Path classes = moduleFolder(module).resolve("target/classes");
            if (!Files.isDirectory(classes)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                    ClassModel model = ClassFile.of().parse(file);
                    Set<String> used = new TreeSet<>();
                    for (PoolEntry entry : model.constantPool()) {
                        if (entry instanceof ClassEntry c) {
                            used.add(c.asInternalName()
                                    .replaceAll("^\\[+L?|;$", "")
                                    .replace('/', '.'));
                        }
                    }
                    uses.put(model.thisClass().asInternalName().replace('/', '.'), used);
                }
            }
        }
        return uses;
    }

    /// The tests of a module run in its folder; its siblings are beside it.
    private static Path moduleFolder(String module) throws URISyntaxException {
        Path testClasses = Path.of(ArchitectureTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return testClasses.getParent().getParent().resolveSibling(module);
    }
}
