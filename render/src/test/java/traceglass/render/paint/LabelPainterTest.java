package traceglass.render.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.render.font.MeasuredFont;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.Geometry;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.LabelText;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;
import traceglass.render.surface.Surface;
import traceglass.render.tree.TrackTree;

/// Paints labels without a window and checks their texts.
class LabelPainterTest {

    private static final double LABELS = 280;
    private static final String NAME = "com.example.a.process.with.a.rather.long.name:renderer";

    private final TimelineModel model = new TimelineModel();
    private final List<Drawn> texts = new ArrayList<>();

    private record Drawn(String text, double left, double right, double middle) {}

    @BeforeEach
    void showAnOpenGroup() {
        TrackTree tree = new TrackTree();
        TrackNode track = TrackNode.of("a", new SliceTrack(List.of(1L), 1), "a");
        tree.setRoots(List.of(new TrackNode(
                "group", TrackGroup.GROUP, NAME, "4242", List.of("main"), "", "3 tracks", true, List.of(track))));
        model.tracks().setParents(tree.parents());
        model.setLayout(tree.layout(model.theme(), _ -> 0));
        model.setGeometry(Geometry.of(1_400, 600, LABELS, -1, model.layout(), 1, false));
    }

    private Scene paint() {
        return paint(false);
    }

    private Scene paint(boolean isPinned) {
        InvocationHandler handler = (_, method, args) -> {
            if (method.getName().equals("text")) {
                double left = (double) args[2];
                double right = left + ((MeasuredFont) args[0]).width((String) args[1]);
                texts.add(new Drawn((String) args[1], left, right, (double) args[3]));
            }
            return method.getReturnType() == double.class ? (Object) 1.0 : null;
        };
        Surface surface = (Surface)
                Proxy.newProxyInstance(Surface.class.getClassLoader(), new Class<?>[] {Surface.class}, handler);
        Scene scene = TimelineBoxes.scenes(model).scene();
        new LabelPainter(model, new Pen(surface, 1))
                .paint(
                        isPinned ? scene.pinned() : scene.rows(),
                        scene.labels(),
                        isPinned ? scene.geometry().headerHeight() : scene.uncoveredTop(),
                        scene.geometry().height());
        return scene;
    }

    @Test
    void theNameOfAnOpenGroupExtendsIntoItsEmptyHeader() {
        Scene scene = paint();
        assertEquals(
                List.of(NAME, "4242", "main", "a"),
                texts.stream().map(Drawn::text).toList());
        assertTrue(texts.get(2).right() > LABELS, texts.toString());
        LabelText header = LabelText.ofHeader(
                model, scene.rows().getFirst().row(), scene.labels().contentRight(), false);
        assertEquals(texts.get(2).right() + LabelText.chipSpace(model) / 2, header.end(), 1);
    }

    @Test
    void theNameOfAPinnedGroupIsInTheMiddleOfItsRow() {
        TrackTree tree = new TrackTree();
        TrackNode track = TrackNode.of("a", new SliceTrack(List.of(1L), 1), "a");
        tree.setRoots(List.of(
                new TrackNode("group", TrackGroup.GROUP, NAME, "", List.of(), "", "3 tracks", true, List.of(track))));
        tree.setPinned("group", true);
        model.tracks().setParents(tree.parents());
        model.setLayout(tree.layout(model.theme(), _ -> 0));
        model.setGeometry(Geometry.of(1_400, 600, LABELS, -1, model.layout(), 1, false));
        PlacedRow pin = paint(true).pinned().getFirst();
        assertTrue(pin.row().path().isEmpty(), pin.row().path());
        Drawn name = texts.stream()
                .filter(t -> t.middle() > pin.top()
                        && t.middle() < pin.top() + pin.row().height())
                .findFirst()
                .orElseThrow();
        // Texts are placed by their baseline, which is a little below their middle.
        assertEquals(pin.top() + pin.row().height() / 2, name.middle(), 3.5);
    }

    @Test
    void theNameOfAGroupEndsBeforeTheButtonsOfItsLabel() {
        model.pointer().setHover(new Hover("group", false, true, -1, null, 0, 0, 0, 0, 0));
        Scene scene = paint();
        double buttons = scene.labels().pinLeft();
        for (Drawn drawn : texts.subList(0, texts.size() - 1)) {
            assertTrue(drawn.right() < buttons, drawn + " is over the buttons at " + buttons);
        }
    }

    /// Shows one track of many rows below its group, scrolled.
    private double labelOfATallRow(double scroll) {
        TrackTree tree = new TrackTree();
        TrackNode track = TrackNode.of("a", new SliceTrack(List.of(1L), 100), "a");
        tree.setRoots(List.of(
                new TrackNode("group", TrackGroup.GROUP, "group", "", List.of(), "", "", true, List.of(track))));
        model.tracks().setParents(tree.parents());
        model.setLayout(tree.layout(model.theme(), _ -> 100));
        model.setGeometry(Geometry.of(1_400, 600, LABELS, -1, model.layout(), 1, false));
        model.setScrollY(scroll);
        texts.clear();
        paint();
        return texts.stream()
                .filter(t -> t.text().equals("a"))
                .findFirst()
                .orElseThrow()
                .middle();
    }

    @Test
    void theLabelOfATallRowStaysInView() {
        double first = labelOfATallRow(0);
        Scene scrolled = TimelineBoxes.scenes(model).scene();
        assertTrue(
                scrolled.rows().getLast().row().height() > 1_000,
                "" + scrolled.rows().getLast().row().height());
        double later = labelOfATallRow(700);
        assertTrue(later > TimelineBoxes.scenes(model).scene().uncoveredTop(), later + " of " + first);
        assertTrue(later < 600, "" + later);
    }
}
