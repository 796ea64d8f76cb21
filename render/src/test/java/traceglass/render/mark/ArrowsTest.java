package traceglass.render.mark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Geometry;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Tests the positions of flows and wakeups. Needs no JavaFX toolkit.
class ArrowsTest {

    /// Two tracks with one slice each; only the first one is loaded.
    private static TimelineModel twoTracks(String... pinned) {
        TimelineModel model = new TimelineModel();
        model.setGeometry(new Geometry(1_200, 600, 200, 0, 1, false));
        model.setBounds(new TimeSpan(0, 1_000));
        model.setViewport(Viewport.at(0, 0, 1_000));
        TrackNode a = TrackNode.of("a", new SliceTrack(List.of(1L), 1), "a");
        TrackNode b = TrackNode.of("b", new SliceTrack(List.of(2L), 1), "b");
        TrackTree tree = new TrackTree();
        tree.setRoots(List.of(a, b));
        for (String key : pinned) {
            tree.setPinned(key, true);
        }
        model.setLayout(tree.layout(model.theme(), _ -> 1));
        model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, Long.MAX_VALUE));
        String[] names = {"x"};
        SliceData data = new SliceData(
                new int[] {0, 1},
                new long[] {7},
                new long[] {100},
                new long[] {300},
                new int[1],
                new int[1],
                new byte[1],
                names,
                names);
        model.frames().setSource(_ -> CompletableFuture.completedFuture(data), true);
        load(model, a);
        model.setSelection(new TimelineSelection.Event(new TrackItem("a", "slice", 7, 100, 300, "x", false)));
        return model;
    }

    private static List<FlowArrow> flows(Scene scene) {
        return scene.boxes(Layer.FLOWS, FlowArrow.class);
    }

    private static void load(TimelineModel model, TrackNode node) {
        for (int i = 0; i < 2; i++) {
            model.frames().request(List.of(node), List.of(), model.viewport(), 1_000, model.bounds());
            model.frames().drain();
        }
    }

    @Test
    void arrowsOfFlowsEndAtTheBoxesThatHitTestingFinds() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 100, true)), 0);
        Scenes scenes = TimelineBoxes.scenes(model);
        FlowArrow loading = flows(scenes.scene()).getFirst();
        assertFalse(loading.to().isExact());
        assertEquals(model.layout().row("b").height(), loading.to().height());
        load(model, model.layout().row("b").node());
        FlowArrow arrow = flows(scenes.scene()).getFirst();
        HitTest hits = new HitTest(scenes);
        for (EventBox end : List.of(arrow.from(), arrow.to())) {
            assertTrue(end.isExact());
            Hover hover = hits.hover(hits.at(end.left() + 1, end.middle()), end.left() + 1, end.middle());
            assertEquals(hover.left(), end.left());
            assertEquals(hover.top(), end.top());
            assertEquals(hover.width(), end.width());
            assertEquals(hover.height(), end.height());
        }
        assertEquals(arrow.from().left(), arrow.startX());
        assertEquals(arrow.to().left(), arrow.endX());
        DurationPill pill = Objects.requireNonNull(arrow.pill());
        assertTrue(pill.left() >= 200 && pill.left() + pill.width() <= 1_200, "the duration is outside");
    }

    @Test
    void anArrowThatLeavesAtTheEndOfASliceStartsAtItsBox() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, true)), 0);
        EventBox slice = flows(TimelineBoxes.scenes(model).scene()).getFirst().from();
        model.marks().setFlows(List.of(new Flow("a", 7, 300, "b", 7, 400, true)), 0);
        FlowArrow arrow = flows(TimelineBoxes.scenes(model).scene()).getFirst();
        assertEquals(slice, arrow.from());
        assertEquals(slice.middle(), arrow.startY());
        assertEquals(model.x(300), arrow.startX());
        model.marks().setFlows(List.of(new Flow("a", 7, 301, "b", 7, 400, true)), 0);
        assertFalse(flows(TimelineBoxes.scenes(model).scene()).getFirst().from().isExact());
    }

    @Test
    void onlyAFewArrowsShowTheirDurations() {
        TimelineModel model = twoTracks();
        Flow flow = new Flow("a", 7, 100, "b", 7, 200, false);
        model.marks().setFlows(Collections.nCopies(3, flow), 0);
        assertEquals(
                3,
                flows(TimelineBoxes.scenes(model).scene()).stream()
                        .filter(a -> a.pill() != null)
                        .count());
        model.marks().setFlows(Collections.nCopies(4, flow), 0);
        assertEquals(
                0,
                flows(TimelineBoxes.scenes(model).scene()).stream()
                        .filter(a -> a.pill() != null)
                        .count());
    }

    @Test
    void anArrowOutsideTheTimelineShowsNoDuration() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        assertNotNull(pill(model));
        model.setViewport(Viewport.at(600, 0, 300));
        assertNull(pill(model), "it is to the left");
        model.setViewport(Viewport.at(0, 0, 50));
        assertNull(pill(model), "it is to the right");
        model.setViewport(Viewport.at(200, 0, 50));
        assertNotNull(pill(model), "both ends are outside");
        model.setScrollY(500);
        assertNull(pill(model), "it is above");
    }

    @Test
    void anArrowBehindPinnedRowsShowsNoDuration() {
        TimelineModel model = twoTracks();
        model.setGeometry(new Geometry(1_200, 600, 200, 100, 1, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        assertTrue(Objects.requireNonNull(pill(model)).top() > model.geometry().tracksTop());
        model.setScrollY(60);
        FlowArrow arrow = flows(TimelineBoxes.scenes(model).scene()).getFirst();
        assertTrue(arrow.endY() > model.geometry().headerHeight(), "it is above the pinned rows");
        assertTrue(arrow.endY() < model.geometry().tracksTop(), "it is below the pinned rows");
        assertNull(arrow.pill());
    }

    /// Draws an arrow and returns the names of the drawing methods that were called; `clip` with its arguments.
    private static List<String> drawingCalls(FlowArrow arrow, TimelineModel model) {
        List<String> calls = new ArrayList<>();
        Drawing drawing = (Drawing) Proxy.newProxyInstance(
                ArrowsTest.class.getClassLoader(), new Class<?>[] {Drawing.class}, (proxy, method, args) -> {
                    boolean isClip = method.getName().equals("clip");
                    calls.add(method.getName() + (isClip ? Arrays.toString(args) : ""));
                    return method.getReturnType() == Drawing.class ? proxy : null;
                });
        arrow.paint(PaintContext.of(model), drawing);
        return calls;
    }

    @Test
    void outlinesOfFlowsAreClippedOnlyAtTheEdges() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        FlowArrow inside = flows(TimelineBoxes.scenes(model).scene()).getFirst();
        assertTrue(inside.from().isExact());
        List<String> calls = drawingCalls(inside, model);
        assertTrue(calls.contains("frame"), calls.toString());
        assertTrue(calls.stream().noneMatch(call -> call.startsWith("clip")), calls.toString());
        model.setViewport(Viewport.at(0, 150, 1_000));
        FlowArrow cut = flows(TimelineBoxes.scenes(model).scene()).getFirst();
        calls = drawingCalls(cut, model);
        assertTrue(calls.stream().anyMatch(call -> call.startsWith("clip")), calls.toString());
    }

    @Test
    void aFlowBetweenPinnedRowsStaysInThePinnedArea() {
        TimelineModel model = twoTracks("a", "b");
        double height = model.layout().pinned().getFirst().height();
        // The second pinned row is scrolled below the pinned area, to the position of the other rows.
        model.setGeometry(new Geometry(1_200, 600, 200, height + 4, 1, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        FlowArrow arrow = flows(TimelineBoxes.scenes(model).scene()).getFirst();
        assertTrue(arrow.endY() > model.geometry().tracksTop(), "its end is visible");
        List<String> calls = drawingCalls(arrow, model);
        String area = Arrays.toString(new double[] {200, model.geometry().headerHeight(), 1_000, height + 4});
        List<String> beforeCurve = calls.subList(0, calls.indexOf("curve"));
        assertTrue(
                beforeCurve.lastIndexOf("clip" + area) > beforeCurve.lastIndexOf("unclip"),
                "the curve leaves the area");
        DurationPill pill = Objects.requireNonNull(arrow.pill());
        assertTrue(pill.middle() < model.geometry().tracksTop(), "its duration is outside the pinned area");
        model.setPinnedScroll(500);
        assertNull(pill(model), "both rows are scrolled away");
    }

    @Test
    void aFlowToAPinnedRowThatIsScrolledAwayEndsAtTheEdgeOfThePinnedArea() {
        TimelineModel model = twoTracks("b");
        model.setGeometry(new Geometry(1_200, 600, 200, 4, 1, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        assertEquals(
                model.geometry().tracksTop(),
                flows(TimelineBoxes.scenes(model).scene()).getFirst().endY());
        model.setPinnedScroll(500);
        assertEquals(
                model.geometry().headerHeight(),
                flows(TimelineBoxes.scenes(model).scene()).getFirst().endY());
    }

    @Test
    void aFlowFromAPinnedRowEndsBelowThePinnedAreaIfItsOtherRowIsScrolledAway() {
        TimelineModel model = twoTracks("b");
        model.setGeometry(new Geometry(1_200, 600, 200, 100, 1, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        model.setScrollY(60);
        assertEquals(
                model.geometry().tracksTop(),
                flows(TimelineBoxes.scenes(model).scene()).getFirst().startY());
    }

    @Test
    void durationsGrowWithTheSizeOfText() {
        TimelineModel model = twoTracks();
        model.setTheme(new Theme(false, false, false, 1.5, false, true, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        model.marks().setWakeup(new Wakeup(50, 100, "b", "", "waker"));
        Scene scene = TimelineBoxes.scenes(model).scene();
        assertEquals(14, Objects.requireNonNull(flows(scene).getFirst().pill()).halfHeight());
        assertEquals(
                14,
                scene.boxes(Layer.WAKEUP, WakeupArrow.class).getFirst().pill().halfHeight());
    }

    @Test
    void durationsOfFlowsCoverTheOutlineOfTheSelectedEvent() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        DurationPill pill = Objects.requireNonNull(pill(model));
        assertTrue(pill.layer().compareTo(Layer.SELECTION) > 0);
        assertTrue(TimelineBoxes.scenes(model).scene().boxes(pill.layer()).contains(pill));
    }

    private static @Nullable DurationPill pill(TimelineModel model) {
        return flows(TimelineBoxes.scenes(model).scene()).getFirst().pill();
    }

    @Test
    void theArrowOfAWakeupStartsAtTheRowOfTheWaker() {
        TimelineModel model = twoTracks();
        model.marks().setWakeup(new Wakeup(50, 100, "b", "", "waker"));
        Scenes scenes = TimelineBoxes.scenes(model);
        WakeupArrow arrow =
                scenes.scene().boxes(Layer.WAKEUP, WakeupArrow.class).getFirst();
        HitTest hits = new HitTest(scenes);
        assertEquals(
                "a",
                Objects.requireNonNull(hits.at(arrow.runX(), arrow.y()).row())
                        .node()
                        .key());
        assertEquals(
                "b",
                Objects.requireNonNull(hits.at(arrow.wakeX(), arrow.wakerY()).row())
                        .node()
                        .key());
        assertTrue(arrow.hasWaker());
        assertEquals(50, model.timeAt(arrow.wakeX()));
        assertEquals(100, model.timeAt(arrow.runX()));
        model.setSelection(TimelineSelection.NOTHING);
        assertEquals(List.of(), scenes.scene().boxes(Layer.WAKEUP));
    }
}
