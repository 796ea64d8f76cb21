package traceglass.app.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.trace.Trace;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Merges the open trace with another one in the window.
@ExtendWith(ApplicationExtension.class)
class MergeFormTest {

    private static final int REALTIME = 1;
    private static final int BOOTTIME = 6;

    @TempDir
    static Path dir;

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) throws IOException {
        fixture.open(trace("phone.pftrace", "phone", 10_000, 900_000));
        ExportCommands.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(
                stage,
                new VBox(
                        fixture.window.messages().notices(),
                        fixture.window.messages().status()),
                980,
                600);
    }

    /// Writes a trace with one slice.
    ///
    /// @param realtime real time of the clock snapshot at the start; 0 for none
    private static Path trace(String file, String name, long boottime, long realtime) throws IOException {
        Trace.Builder trace = Trace.newBuilder();
        if (realtime != 0) {
            var snapshot = trace.addPacketBuilder()
                    .setTimestamp(boottime)
                    .setTrustedPacketSequenceId(1)
                    .getClockSnapshotBuilder();
            snapshot.addClocksBuilder().setClockId(BOOTTIME).setTimestamp(boottime);
            snapshot.addClocksBuilder().setClockId(REALTIME).setTimestamp(realtime);
        }
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .getTrackDescriptorBuilder()
                .setUuid(5)
                .setName("track");
        for (TrackEvent.Type type : List.of(TrackEvent.Type.TYPE_SLICE_BEGIN, TrackEvent.Type.TYPE_SLICE_END)) {
            trace.addPacketBuilder()
                    .setTimestamp(boottime + (type == TrackEvent.Type.TYPE_SLICE_BEGIN ? 100 : 5000))
                    .setTrustedPacketSequenceId(1)
                    .getTrackEventBuilder()
                    .setType(type)
                    .setTrackUuid(5)
                    .setName(name);
        }
        return Files.write(dir.resolve(file), trace.build().toByteArray());
    }

    private void merge(Path other) {
        fixture.waitUntilReady();
        fixture.dialogs.file = other;
        PanelFixture.fx(() -> fixture.slot.host().commands().run(MergeWithTrace.ID));
    }

    private static List<String> slices(Path file) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query("SELECT name || ' ' || ts AS s FROM slice ORDER BY ts", cursor -> {
                while (cursor.next()) {
                    rows.add(cursor.getString(0));
                }
            });
        }
        return rows;
    }

    private static String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    @Test
    void showsTheAlignmentAndMergesWithTheChosenOffset(FxRobot robot) throws Exception {
        // The clock snapshot is 5 µs later in boot time, and 5.04 µs later in real time.
        merge(trace("watch.pftrace", "watch", 15_000, 905_040));
        PanelFixture.await(() -> robot.lookup("#merge-form").tryQuery().isPresent());
        assertEquals(
                "Aligned by the clock BOOTTIME. Remaining difference: up to 40 ns.", text(robot, "#merge-alignment"));
        TextField offset = robot.lookup("#merge-offset").queryAs(TextField.class);
        assertEquals("+0 ns", offset.getText());
        assertTrue(robot.lookup("#merge-reset").queryAs(Button.class).isDisabled());
        robot.clickOn("#merge-nudge1000").clickOn("#merge-nudge1000");
        assertEquals("+2 µs", offset.getText());
        assertEquals("The second trace is moved by +2 µs.", text(robot, "#merge-moved"));
        robot.clickOn("#merge-reset");
        assertEquals("+0 ns", offset.getText());
        PanelFixture.fx(() -> offset.setText("soon"));
        assertTrue(robot.lookup("#merge-save").queryAs(Button.class).isDisabled());
        assertEquals("Can't read “soon” as an offset. Examples: +1.5 ms, -20 µs.", text(robot, "#merge-moved"));
        PanelFixture.fx(() -> offset.setText("-1.5 us"));
        Path target = dir.resolve("merged.pftrace");
        fixture.dialogs.saveTo = target;
        robot.clickOn("#merge-save");
        PanelFixture.await(() ->
                fixture.slot.host().commands().get(MergeWithTrace.ID).enabled().getAsBoolean());
        // The form fades out.
        PanelFixture.await(() -> robot.lookup("#merge-form").tryQuery().isEmpty());
        assertEquals(List.of(), fixture.window.messages().notices().texts());
        assertEquals(List.of("phone 10100", "watch 13600"), slices(target));
    }

    @Test
    void tracesWithoutACommonClockBeginTogether(FxRobot robot) throws Exception {
        Path other = dir.resolve("bare.pftrace");
        Files.write(
                other,
                Trace.parseFrom(Files.readAllBytes(trace("bare.pftrace", "bare", 500, 0)))
                        .toByteArray());
        merge(other);
        PanelFixture.await(() -> robot.lookup("#merge-form").tryQuery().isPresent());
        assertTrue(text(robot, "#merge-alignment").startsWith("The traces have no clock in common."));
        // The first timestamps of the traces are 600 and 10000.
        assertEquals(
                "+9.4 µs",
                robot.lookup("#merge-offset").queryAs(TextField.class).getText());
        robot.clickOn("#merge-cancel");
        PanelFixture.await(() -> robot.lookup("#merge-form").tryQuery().isEmpty());
    }

    @Test
    void tracesInOtherFormatsAreRejectedWithTheReason() throws Exception {
        Path json = Files.writeString(dir.resolve("other.json"), "{\"traceEvents\":[]}");
        merge(json);
        PanelFixture.await(() -> !fixture.window.messages().notices().texts().isEmpty());
        String notice = fixture.window.messages().notices().texts().getFirst();
        assertTrue(notice.startsWith(json + " is not a Perfetto trace"), notice);
    }
}
