package traceglass.app.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.select.Selection;
import traceglass.app.panel.PanelFixture;

/// Saves a small trace in other formats from the window.
@ExtendWith(ApplicationExtension.class)
class ExportCommandsTest {

    @TempDir
    Path dir;

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        ExportCommands.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(
                stage,
                new VBox(
                        fixture.window.messages().notices(),
                        fixture.window.messages().status()),
                980,
                300);
    }

    @BeforeEach
    void waitUntilReady(FxRobot robot) {
        fixture.waitUntilReady();
    }

    private void save(String format, Path target) {
        run(ExportCommands.PREFIX + format, target);
    }

    private void run(String command, Path target) {
        fixture.dialogs.saveTo = target;
        PanelFixture.fx(() -> fixture.slot.host().commands().run(command));
        PanelFixture.await(
                () -> fixture.slot.host().commands().get(command).enabled().getAsBoolean());
    }

    @Test
    void savesTheTraceInEachKindOfFormat() throws Exception {
        Path json = dir.resolve("out.json");
        save("json", json);
        assertTrue(Files.readString(json).contains("\"name\":\"outer\""), Files.readString(json));
        assertTrue(fixture.window.messages().status().state().startsWith("Saved out.json"));
        Path database = dir.resolve("out.duckdb");
        save("duckdb", database);
        assertTrue(Files.size(database) > 10_000);
        Path folder = dir.resolve("out-csv");
        save("csv", folder);
        assertTrue(Files.readString(folder.resolve("slice.csv")).contains("outer"));
        assertEquals(List.of(), fixture.window.messages().notices().texts());
    }

    @Test
    void anUnsuitableFormatIsExplainedAndLeavesNoFile() throws Exception {
        save("systrace", dir.resolve("out.systrace"));
        assertEquals(
                List.of(
                        "Can't save out.systrace: the trace has no ftrace events, and a systrace file contains nothing else"),
                fixture.window.messages().notices().texts());
        save("text", dir.resolve("out.textproto"));
        assertTrue(
                fixture.window.messages().notices().texts().getFirst().contains("is not a Perfetto trace"),
                fixture.window.messages().notices().texts().toString());
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(0, files.count());
        }
    }

    private void select(String table, long id) {
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Event(table, id, 0, 0)));
    }

    @Test
    void onlyAProcessOfAPerfettoTraceIsSaved() {
        Path target = dir.resolve("out.pftrace");
        String command = "trace.cut.process";
        var saving = fixture.slot.host().commands().get(command).enabled();
        PanelFixture.fx(() -> fixture.slot.selection().set(Selection.NONE));
        assertFalse(saving.getAsBoolean());
        // The slice belongs to the process, but the trace has another format.
        select("slice", 0);
        run(command, target);
        assertTrue(
                fixture.window
                        .messages()
                        .notices()
                        .texts()
                        .getFirst()
                        .contains("other formats can only be cut by time range"),
                fixture.window.messages().notices().texts().toString());
        select("slice", 4711);
        run(command, target);
        assertEquals(
                List.of("Can't save out.pftrace: the selection does not belong to a process"),
                fixture.window.messages().notices().texts());
        assertFalse(Files.exists(target));
    }
}
