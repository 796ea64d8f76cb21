package traceglass.app.window.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.testing.BenchmarkTraces;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trackevent.TrackEvent;

/// Tests opening several traces as one timeline.
class FleetTimelineTest extends WindowScenario {

    private static boolean isShown(FxRobot robot, String id) {
        return robot.lookup(id).tryQuery().isPresent();
    }

    private static String label(FxRobot robot, String id) {
        return FxSupply.get(() -> robot.lookup(id).queryAs(Label.class).getText());
    }

    /// Drops traces on the window, and waits for the offer.
    private void drop(FxRobot robot, List<Path> files) throws Exception {
        robot.interact(() -> window.drop(files));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
    }

    private List<Path> runs() throws Exception {
        Path runs = folder.resolve("runs");
        BenchmarkTraces.write(runs, 4);
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private boolean isReady() {
        return window.slot().trace().session() != null
                && window.slot().trace().session().isReady();
    }

    private void openTimeline(FxRobot robot) throws Exception {
        fire(robot, "#fleet-offer-timeline");
        WindowFixture.waitFor(this::isReady);
        fixture.settle();
    }

    @Test
    void severalDroppedTracesOpenAsOneTimeline(FxRobot robot) throws Exception {
        List<Path> files = runs();
        drop(robot, files);
        openTimeline(robot);
        assertEquals("run-2.json and 3 more.tar", name());
        assertEquals(4, number("SELECT count(*) FROM slice WHERE name = 'measure'"));
        assertEquals("timeline", FxSupply.get(() -> window.pageProperty().get().id()));
        run(robot, "page.start");
        assertFalse(texts(robot, "#start-page").contains("run-2.json and 3 more.tar"));
    }

    @Test
    void openingAnotherTraceCancelsWritingATimeline(FxRobot robot) throws Exception {
        List<Path> files = runs();
        drop(robot, files);
        Path other = files.getLast();
        robot.interact(() -> {
            robot.lookup("#fleet-offer-timeline").queryAs(Button.class).fire();
            window.open(other);
        });
        WindowFixture.waitFor(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(t -> t.getName().equals("timeline"))
                && isReady());
        fixture.settle();
        assertEquals(other.getFileName().toString(), name());
        run(robot, "page.fleet");
        assertTrue(isShown(robot, "#fleet-offer"));
    }

    @Test
    void theArchiveOfATimelineIsDeletedWhenItIsClosed(FxRobot robot) throws Exception {
        List<Path> files = runs();
        drop(robot, files);
        openTimeline(robot);
        Path archive = FxSupply.get(() -> window.slot().trace().session().file());
        run(robot, "trace.reopen");
        WindowFixture.waitFor(this::isReady);
        fixture.settle();
        assertTrue(Files.exists(archive));
        robot.interact(() -> window.open(files.getFirst()));
        WindowFixture.waitFor(() -> name().equals(files.getFirst().getFileName().toString())
                && !Files.exists(archive)
                && !Files.exists(archive.getParent()));
    }

    private String name() {
        return FxSupply.get(() -> window.slot().trace().session().name());
    }

    /// Returns a trace without a snapshot of clocks.
    private static Trace trace(String event) {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder()
                .setTimestamp(1_000_000)
                .setTrustedPacketSequenceId(1)
                .getTrackEventBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setName(event);
        return trace.build();
    }

    @Test
    void aTimelineNamesTheFilesWithoutARelatedClock(FxRobot robot) throws Exception {
        List<Path> files = new ArrayList<>();
        Trace.Builder trace = trace("event").toBuilder();
        trace.addPacketBuilder()
                .getClockSnapshotBuilder()
                .addClocks(ClockSnapshot.Clock.newBuilder().setClockId(6).setTimestamp(1000))
                .addClocks(ClockSnapshot.Clock.newBuilder().setClockId(1).setTimestamp(501_000));
        files.add(Files.write(folder.resolve("a.pftrace"), trace.build().toByteArray()));
        for (String name : List.of("b.txt", "c.txt")) {
            files.add(Files.writeString(
                    folder.resolve(name),
                    "work   100/100   12.500000:     250000 cpu-clock:\n\t    7f1234 main (/bin/work)\n\n"));
        }
        drop(robot, files);
        openTimeline(robot);
        WindowFixture.waitFor(() -> FxSupply.get(
                        () -> window.context().messages().notices().texts())
                .contains("Events of b.txt, c.txt are missing: they share no clock with the other traces. traceglass"
                        + " merge can align them by an offset that you specify."));
    }

    @Test
    void tracesThatCantShareATimelineAreStillOfferedWithTheReason(FxRobot robot) throws Exception {
        List<Path> files = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            files.add(Files.write(folder.resolve(name + ".pftrace"), trace(name).toByteArray()));
        }
        drop(robot, files);
        fire(robot, "#fleet-offer-timeline");
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer-problem")
                && robot.lookup("#fleet-offer-problem").query().isVisible());
        String problem = label(robot, "#fleet-offer-problem");
        assertEquals(
                "These traces can't be opened as one timeline: b.pftrace has no clock in common with the first trace."
                        + " traceglass merge can align them by an offset that you specify.",
                problem);
        assertFalse(FxSupply.get(() -> window.slot().trace().session() != null));
    }
}
