package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.WindowScenario;

/// Tests that the first part of a large trace is shown until more of it is ready.
class TrackPreviewTest extends WindowScenario {

    private Path createLargeTrace() throws IOException {
        return createLargeTrace(
                "{\"ph\":\"X\",\"name\":\"step\",\"cat\":\"test\",\"pid\":10,\"tid\":11,\"ts\":%d,\"dur\":5}");
    }

    /// @param event format of an event, with its time
    private Path createLargeTrace(String event) throws IOException {
        Path file = folder.resolve("large.json");
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("[");
            String separator = "\n";
            for (int i = 0; i < 100_000; i++) {
                out.write(separator + event.formatted(10 * i));
                // Padding makes the file large but fast to read.
                out.write(i % 100 == 0 ? " ".repeat(24 << 10) : "");
                separator = ",\n";
            }
            out.write("]");
        }
        assertTrue(Files.size(file) > 24 << 20 && Files.size(file) < 64 << 20);
        return file;
    }

    private static Set<String> keys(TraceSession.Tracks tracks) {
        return tracks.roots().stream().map(TrackNode::key).collect(Collectors.toSet());
    }

    @Test
    void aPreviewIsReplacedByTheTraceAndItsSelectionIsCleared(FxRobot robot) throws Exception {
        Path file = createLargeTrace();
        List<TraceSession.Tracks> previews = new ArrayList<>();
        robot.interact(() -> {
            window.slot().trace().sessionProperty().addListener((_, _, session) -> {
                previews.add(session.tracks());
                window.slot().selection().set(new Selection.Event("slice", 7, 70_000, 5_000));
                session.tracksProperty().addListener((_, _, newValue) -> previews.add(newValue));
            });
        });
        open(robot, file);
        assertTrue(previews.getFirst().isPreview());
        assertFalse(previews.getLast().isPreview());
        assertTrue(keys(previews.getFirst()).stream().noneMatch(keys(previews.getLast())::contains));
        assertTrue(previews.getFirst().bounds().durNs()
                < previews.getLast().bounds().durNs());
        assertEquals(
                previews.getFirst().roots().getLast().name(),
                previews.getLast().roots().getLast().name());
        assertEquals(Selection.NONE, window.slot().selection().get());
    }

    @Test
    void aPreviewWithoutTracksIsNotShown(FxRobot robot) throws Exception {
        // Events of a process, but of none of its threads.
        Path file = createLargeTrace("{\"ph\":\"n\",\"name\":\"step\",\"cat\":\"test\",\"pid\":10,\"id\":1,\"ts\":%d}");
        List<TraceSession.Tracks> shown = new ArrayList<>();
        robot.interact(() -> window.slot().trace().sessionProperty().addListener((_, _, session) -> {
            shown.add(session.tracks());
            session.tracksProperty().addListener((_, _, newValue) -> shown.add(newValue));
        }));
        open(robot, file);
        assertFalse(shown.isEmpty());
        assertTrue(shown.stream().noneMatch(t -> t.isPreview() && t.roots().isEmpty()));
    }

    @Test
    void aPreviewDoesNotReplaceAnOpenTrace(FxRobot robot) throws Exception {
        TraceSession sample = open(robot, SampleFile.in(folder));
        List<TraceSession.Tracks> previews = new ArrayList<>();
        robot.interact(() -> window.slot().trace().sessionProperty().addListener((_, oldValue, session) -> {
            assertSame(sample, oldValue);
            previews.add(session.tracks());
        }));
        open(robot, createLargeTrace());
        assertEquals(1, previews.size());
        assertFalse(previews.getFirst().isPreview());
    }
}
