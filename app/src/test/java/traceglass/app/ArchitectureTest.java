package traceglass.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Checks the architecture: modules depend in one direction and use only the modules listed here, and packages form
/// no cycles.
class ArchitectureTest {

    /// A module by its root package, and the modules it may use.
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("protos", List.of()),
            Map.entry("icons", List.of()),
            Map.entry("store", List.of("protos")),
            Map.entry("sql", List.of("protos", "store")),
            Map.entry("analysis", List.of("protos", "store", "sql")),
            Map.entry("ingest", List.of("protos", "store")),
            Map.entry("record", List.of("protos", "store", "service")),
            Map.entry("service", List.of("protos", "sdk")),
            Map.entry("convert", List.of("protos", "store", "sql", "ingest")),
            Map.entry("engine", List.of("protos", "store", "sql", "ingest")),
            Map.entry("spark", List.of("store", "engine")),
            Map.entry("sdk", List.of()),
            Map.entry("render", List.of("protos", "store", "sql", "analysis")));

    private static final Pattern SQL = Pattern.compile("\\bSELECT\\b");

    /// Files of the application that may contain SQL, each with its reason.
    private static final Map<String, String> SQL_ALLOWED = Map.of(
            "traceglass.app.bench.QueryBench", "its queries are measured",
            "traceglass.app.bench.StoreStages", "its queries are measured",
            "traceglass.app.cli.agent.AgentOutputTexts", "examples of SQL",
            "traceglass.app.cli.query.QueryTexts", "an example of SQL",
            "traceglass.app.mcp.McpTexts", "an example of SQL",
            "traceglass.app.cli.fleet.FleetTexts", "an example of SQL",
            "traceglass.app.shell.Performance", "keywords that start a query",
            "traceglass.app.shell.ShellCompleter", "SQL keywords for completion",
            "traceglass.app.start.TrainingRun", "typical queries, to be compiled ahead of time",
            "traceglass.app.tracks.TrackTreeTexts", "an example of SQL");

    /// Classes of a module that the application does not use, if they are built. Its libraries are large, so it
    /// is not on the class path.
    private static final Path SPARK = Path.of("../ingest/spark/target/classes");

    /// Packages of generated messages and decoders. They make up most of the classes, depend on each other only as
    /// their `.proto` files do, and take more time to read than all other classes.
    private static final Pattern GENERATED = Pattern.compile(".*/traceglass/protos/(?!decoder/)[^/]+/.*");

    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        Set<Location> locations = new HashSet<>(Locations.ofPackage("traceglass"));
        if (Files.isDirectory(SPARK)) {
            locations.add(Location.of(SPARK));
        }
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.matches(GENERATED))
                .importLocations(locations);
    }

    /// Releases a gigabyte, because later test classes run in the same process.
    @AfterAll
    static void releaseClasses() {
        classes = null;
    }

    @Test
    void modulesDependInOneDirection() {
        MAY_USE.forEach((module, used) -> {
            if (module.equals("spark") && !Files.isDirectory(SPARK)) {
                return;
            }
            List<String> allowed = new TreeSet<>(used)
                    .stream().map(m -> "traceglass." + m + "..").collect(Collectors.toList());
            allowed.add("traceglass." + module + "..");
            noClasses()
                    .that()
                    .resideInAPackage("traceglass." + module + "..")
                    .should()
                    .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("traceglass..")
                            .and(JavaClass.Predicates.resideOutsideOfPackages(allowed.toArray(String[]::new))))
                    .because(module + " uses only " + used + ", so that programs can depend on just this module")
                    .check(classes);
        });
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("traceglass.(**)")
                .should()
                .beFreeOfCycles()
                .because("a package in a cycle can be neither read nor tested by itself")
                .check(classes);
    }

    @Test
    void loggersAreOnlyCreatedToLog() {
        noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(
                        "traceglass.app..",
                        "traceglass.render..",
                        "traceglass.ingest..",
                        "traceglass.analysis..",
                        "traceglass.sql..",
                        "traceglass.store..")
                .should()
                .haveRawType(System.Logger.class)
                .because("the first logger takes 20 ms of every start: it searches all jars for a logging service")
                .check(classes);
    }

    @Test
    void onlyRenderAndAppUseJavaFx() {
        noClasses()
                .that()
                .resideOutsideOfPackages("traceglass.render..", "traceglass.app..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javafx..", "com.sun.javafx..", "org.controlsfx..", "atlantafx..")
                .because("the model of a trace does not depend on its display, and runs without one")
                .check(classes);
    }

    @Test
    void classesOfRenderFormNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass c) {
                        return c.getPackageName().startsWith("traceglass.render")
                                ? SliceIdentifier.of(topLevel(c))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "classes of render";
                    }
                })
                .should()
                .beFreeOfCycles()
                .because("model, layout, scene, painters, operations, controllers and view depend in one direction")
                .check(classes);
    }

    @Test
    void scenesAndControllersDoNotUseJavaFx() {
        String[] packages = Stream.of(
                        "scene", "box", "mark", "model", "action", "input", "color", "font", "frame", "item", "layout",
                        "seek", "text", "time", "tree")
                .map(p -> "traceglass.render." + p + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "javafx..", "com.sun.javafx..", "traceglass.render.surface..", "traceglass.render.paint..")
                .because(
                        "the shown elements, their positions, and the effects of the pointer and keys are tested without a window")
                .check(classes);
    }

    @Test
    void renderDoesNotUseTheDatabase() {
        noClasses()
                .that()
                .resideInAPackage("traceglass.render..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.duckdb..")
                .because("painters use arrays that are not modified")
                .check(classes);
    }

    @Test
    void importersAndRecordersRunNoQueries() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "traceglass.ingest..",
                        "traceglass.record..",
                        "traceglass.service..",
                        "traceglass.convert..",
                        "traceglass.protos..",
                        "traceglass.icons..")
                // The only importer with lazy rows reads the messages that the store has kept.
                .and()
                .doNotHaveSimpleName("WinscopeDefaults")
                // Tables and the databases of other tools are read with the drivers of their formats;
                // these readers do not depend on the store.
                .and()
                .resideOutsideOfPackage("traceglass.ingest.database..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.duckdb..")
                .because("only store, sql and analysis access the database")
                .check(classes);
    }

    /// The application queries through `TraceQueries`; even the types of a lambda must not refer to JDBC.
    @Test
    void theApplicationDoesNotUseJdbc() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (JavaClass c : classes.that(JavaClass.Predicates.resideInAPackage("traceglass.app.."))) {
            try (InputStream in = c.getSource().orElseThrow().getUri().toURL().openStream()) {
                if (new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains("java/sql")) {
                    found.add(topLevel(c));
                }
            }
        }
        assertEquals(Set.of(), found);
    }

    /// Queries belong to the subjects in analysis; files that may contain SQL are named above with their reasons.
    @Test
    void theApplicationContainsNoSql() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        Path sources = Path.of("src/main/java");
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".java"))::iterator) {
                if (Files.readString(file)
                        .lines()
                        .anyMatch(l ->
                                !l.strip().startsWith("//") && SQL.matcher(l).find())) {
                    String name = sources.relativize(file).toString().replace('/', '.');
                    found.add(name.substring(0, name.length() - ".java".length()));
                }
            }
        }
        assertEquals(new TreeSet<>(SQL_ALLOWED.keySet()), found);
    }

    private static String topLevel(JavaClass c) {
        return c.getName().replaceAll("\\$.*", "");
    }

    @Test
    void everyClassHasAModule() {
        classes()
                .that()
                .resideInAPackage("traceglass..")
                .should()
                .resideInAnyPackage(MAY_USE.keySet().stream()
                        .map(m -> "traceglass." + m + "..")
                        .collect(Collectors.collectingAndThen(Collectors.toList(), l -> {
                            l.add("traceglass.app..");
                            return l.toArray(String[]::new);
                        })))
                .because("a new root package must be listed with the modules that it may use")
                .check(classes);
    }

    @Test
    void noClassNameIsUsedTwice() {
        Map<String, TreeSet<String>> packagesByName = new TreeMap<>();
        for (JavaClass c : classes) {
            // Messages are named as the formats name them, and several formats have a Trace or a Frame.
            boolean isMessage = c.getPackageName().startsWith("traceglass.protos.");
            if (c.isTopLevelClass() && !isMessage && !c.getSimpleName().equals("package-info")) {
                packagesByName
                        .computeIfAbsent(c.getSimpleName(), n -> new TreeSet<>())
                        .add(c.getPackageName());
            }
        }
        packagesByName.values().removeIf(p -> p.size() < 2);
        assertEquals(Map.of(), packagesByName, "class names must be unique over all modules");
    }

    @Test
    void readsTheClassesOfAllModules() {
        for (String module : MAY_USE.keySet()) {
            assertTrue(
                    classes.stream().anyMatch(c -> c.getPackageName().startsWith("traceglass." + module)),
                    () -> "no class of " + module + " was found");
        }
    }
}
