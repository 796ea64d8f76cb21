package traceglass.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Name;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import traceglass.app.testing.ProjectSources;

/// Limits the size of files, methods and packages. Exceptions are listed here with their reasons.
class SizeRulesTest {

    private static final int MAX_FILE_LINES = 600;
    private static final int MAX_METHOD_LINES = 60;
    private static final int MAX_PACKAGE_FILES = 30;

    private static final String GRAMMAR = "a switch over a grammar; each case is short, and they are read side by side";

    /// Methods that may be longer, by their class.
    private static final Map<String, String> LONG_METHODS = Map.of(
            "BuiltInImporters.create",
            "a list with a line for each format",
            "ItaniumLiterals.literal",
            GRAMMAR,
            "ItaniumExpressions.operator",
            GRAMMAR,
            "ItaniumTypes.typeWithinDepth",
            GRAMMAR,
            "MessageDecoder.merge",
            "runs for every message; one loop over its fields, which method calls would slow down",
            "ProtoCursor.next",
            "runs for every field; one switch over the wire format, which method calls would slow down",
            "RustParser.readType",
            GRAMMAR,
            "SystraceLine.parse",
            "runs for every line; one pass over its parts, which method calls would slow down");

    /// Files that may be longer, by their name.
    private static final Map<String, String> LONG_FILES = Map.of();

    /// Packages that may have more files, by their folder.
    private static final Map<String, String> LARGE_PACKAGES = Map.of();

    @Test
    void noFileIsTooLong() throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Path file : ProjectSources.files("main", "test")) {
            sizes.merge(file.getFileName().toString(), Files.readAllLines(file).size(), Math::max);
        }
        check("lines of a file", sizes, MAX_FILE_LINES, LONG_FILES);
    }

    @Test
    void noMethodIsTooLong() throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            for (Path root : ProjectSources.roots("main", "test")) {
                // One root at a time, because the trees of all files take too much memory.
                measure(manager.getJavaFileObjectsFromPaths(ProjectSources.filesBelow(root)), sizes);
            }
        }
        check("lines of a method", sizes, MAX_METHOD_LINES, LONG_METHODS);
    }

    @Test
    void noPackageIsTooLarge() throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Path file : ProjectSources.files("main", "test")) {
            if (!file.endsWith("package-info.java")) {
                sizes.merge(
                        ProjectSources.repository().relativize(file.getParent()).toString(), 1, Integer::sum);
            }
        }
        check("files of a package", sizes, MAX_PACKAGE_FILES, LARGE_PACKAGES);
    }

    @Test
    void readsTheSourcesOfAllModules() throws IOException {
        Set<String> modules = new TreeSet<>();
        for (Path root : ProjectSources.roots("main", "test")) {
            modules.add(ProjectSources.repository().relativize(root).toString());
        }
        for (String module : List.of(
                "model/store",
                "model/sql",
                "model/analysis",
                "ingest/trace",
                "ingest/record",
                "ingest/convert",
                "render",
                "app")) {
            assertTrue(modules.contains(module + "/src/main/java"), modules.toString());
            assertTrue(modules.contains(module + "/src/test/java"), modules.toString());
        }
    }

    @Test
    void measuresAMethodFromItsAnnotationsToItsEnd() throws IOException {
        Map<String, Integer> sizes = new TreeMap<>();
        measure(List.of(new Text("Sample", """
            class Sample {
                Sample() {}

                /// Not counted.
                @Deprecated
                void four() {
                    String text = "}";
                }

                static class Inner {
                    void three() {
                        Runnable r = () -> {};
                    }
                }
            }
            """)), sizes);
        assertEquals(Map.of("Sample.<init>", 1, "Sample.four", 4, "Sample.three", 3), sizes);
    }

    /// Fails for items over the limit that are not listed, and for listed items within the limit.
    private static void check(String unit, Map<String, Integer> sizes, int max, Map<String, String> exceptions) {
        Map<String, Integer> large = new TreeMap<>(sizes);
        large.values().removeIf(size -> size <= max);
        Set<String> unneeded = new TreeSet<>(exceptions.keySet());
        unneeded.removeAll(large.keySet());
        assertEquals(Set.of(), unneeded, unit + ": these exceptions are no longer needed");
        large.keySet().removeAll(exceptions.keySet());
        assertEquals(Map.of(), large, unit + ": more than " + max);
    }

    /// Stores the length of the longest method of each name in a file.
    private static void measure(Iterable<? extends JavaFileObject> files, Map<String, Integer> into)
            throws IOException {
        List<String> problems = new ArrayList<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        problem -> problems.add(problem.toString()),
                        List.of("-proc:none", "-Xlint:none"),
                        null,
                        files);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            new Methods(unit, positions, into).scan(unit, null);
        }
        assertEquals(List.of(), problems, "these files cannot be read");
    }

    /// Counts the lines of the methods in a file.
    private static final class Methods extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Map<String, Integer> into;
        private final String file;

        Methods(CompilationUnitTree unit, SourcePositions positions, Map<String, Integer> into) {
            this.unit = unit;
            this.positions = positions;
            this.into = into;
            String path = unit.getSourceFile().toUri().getPath();
            file = path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            Name name = method.getName();
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, method));
            long last = lines.getLineNumber(positions.getEndPosition(unit, method));
            into.merge(file + "." + name, (int) (last - first + 1), Math::max);
            return super.visitMethod(method, none);
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String name, String text) {
            super(URI.create("text:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
