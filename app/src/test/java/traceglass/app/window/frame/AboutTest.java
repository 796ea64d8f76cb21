package traceglass.app.window.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.io.Version;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

@ExtendWith(ApplicationExtension.class)
class AboutTest {

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<groupId>([\\w.-]+)</groupId>\\s*<artifactId>([\\w.-]+)</artifactId>\\s*<version>([^<]+)</version>\\s*(<scope>(?:test|provided)</scope>)?");

    @TempDir
    static Path folder;

    private WindowFixture fixture;

    @Start
    void start(Stage primary) {
        fixture = new WindowFixture(primary, folder, folder);
    }

    @AfterEach
    void closeTheWindow() throws Exception {
        FxToolkit.setupFixture(() -> fixture.close());
    }

    private Node sheet() {
        return fixture.window.root().lookup("#about");
    }

    @Test
    void theCommandShowsVersionLicenseJavaAndLibrariesAndEscapeClosesIt(FxRobot robot) throws Exception {
        robot.interact(() -> fixture.window.slot().host().commands().run("help.about"));
        var labels = sheet().lookupAll(".label").stream()
                .map(n -> ((Label) n).getText())
                .collect(Collectors.toSet());
        assertTrue(labels.contains(Version.text()), labels.toString());
        assertTrue(labels.contains("Apache License 2.0"), labels.toString());
        assertTrue(labels.contains(Runtime.version() + ", " + System.getProperty("java.vendor")), labels.toString());
        assertTrue(labels.contains("DuckDB"), labels.toString());
        robot.type(KeyCode.ESCAPE);
        WindowFixture.waitFor(() -> !sheet().isVisible());
    }

    @Test
    void theTextIsCopiedAndTheKeysOverlayLinksToIt(FxRobot robot) throws Exception {
        robot.interact(() -> fixture.window.slot().host().commands().run("help.keys"));
        robot.interact(() -> fixture.window.help().lookupAll(".hyperlink").stream()
                .map(javafx.scene.control.Hyperlink.class::cast)
                .filter(l -> l.getText().equals("About Traceglass"))
                .findFirst()
                .orElseThrow()
                .fire());
        WindowFixture.waitFor(() ->
                sheet() != null && sheet().isVisible() && !fixture.window.help().isVisible());
        WindowScenario.fire(robot, "#about-copy");
        String copied = FxSupply.get(() -> Clipboard.getSystemClipboard().getString());
        assertTrue(copied.startsWith("Traceglass\nVersion: " + Version.text() + "\n"), copied);
        assertTrue(copied.contains("JavaFX 26"), copied);
    }

    /// Transitive libraries, which the build files do not name.
    private static final Set<String> TRANSITIVE =
            Set.of("Commons Numbers", "Commons RNG", "Reactor Core", "Jackson 3 (databind)", "json-schema-validator");

    @Test
    void theLibrariesMatchThoseOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        // Several artifacts of a group have the same version and are one library.
        Set<List<String>> built = new HashSet<>();
        Matcher m = DEPENDENCY.matcher(
                pom.substring(pom.indexOf("<dependencyManagement>"), pom.indexOf("</dependencyManagement>")));
        while (m.find()) {
            if (m.group(4) == null && !m.group(1).equals("io.github.traceglass")) {
                String version = m.group(3);
                if (version.startsWith("${")) {
                    String property = version.substring(2, version.length() - 1);
                    version = pom.substring(
                            pom.indexOf("<" + property + ">") + property.length() + 2,
                            pom.indexOf("</" + property + ">"));
                }
                built.add(List.of(m.group(1), version));
            }
        }
        assertEquals(
                built.stream().map(b -> b.get(1)).sorted().toList(),
                About.libraries().stream()
                        .filter(l -> !TRANSITIVE.contains(l.name()))
                        .map(About.Library::version)
                        .sorted()
                        .toList(),
                built.toString());
    }
}
