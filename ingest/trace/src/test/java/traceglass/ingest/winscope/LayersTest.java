package traceglass.ingest.winscope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.protos.winscope.ActiveBufferProto;
import traceglass.protos.winscope.ColorProto;
import traceglass.protos.winscope.FloatRectProto;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersProto;
import traceglass.protos.winscope.LayersSnapshotProto;

class LayersTest {

    private static LayersSnapshotProto snapshot(LayerProto.Builder... layers) {
        LayersProto.Builder builder = LayersProto.newBuilder();
        for (LayerProto.Builder layer : layers) {
            builder.addLayers(layer);
        }
        return LayersSnapshotProto.newBuilder().setLayers(builder).build();
    }

    private static LayerProto.Builder layer(int id, int parent, int z) {
        LayerProto.Builder b = LayerProto.newBuilder().setId(id).setZ(z);
        return parent > 0 ? b.setParent(parent) : b;
    }

    /// Returns a layer with a buffer that covers these bounds.
    private static LayerProto.Builder bufferLayer(
            int id, int z, boolean isOpaque, float left, float top, float right, float bottom) {
        FloatRectProto.Builder bounds = FloatRectProto.newBuilder()
                .setLeft(left)
                .setTop(top)
                .setRight(right)
                .setBottom(bottom);
        return layer(id, 0, z)
                .setBounds(bounds)
                .setScreenBounds(bounds)
                .setColor(ColorProto.newBuilder().setA(1))
                .setIsOpaque(isOpaque)
                .setActiveBuffer(ActiveBufferProto.newBuilder().setWidth(1).setHeight(1));
    }

    private static List<Integer> order(LayersSnapshotProto snapshot) {
        return new Layers(snapshot)
                .bottomToTop().stream().map(LayerProto::getId).toList();
    }

    @Test
    void drawsChildrenBelowZeroBehindTheirParent() {
        assertEquals(
                List.of(4, 1, 3, 2, 5),
                order(snapshot(layer(1, 0, 0), layer(2, 1, 2), layer(3, 1, 1), layer(4, 1, -1), layer(5, 0, 1))));
    }

    @Test
    void drawsALayerRelativeToALayerOtherThanItsParent() {
        assertEquals(
                List.of(1, 2, 3),
                order(snapshot(layer(1, 0, 0), layer(2, 0, 1), layer(3, 1, 5).setZOrderRelativeOf(2))));
    }

    @Test
    void acceptsACyclicTree() {
        LayersSnapshotProto circle = snapshot(layer(1, 2, 0), layer(2, 1, 0), layer(3, 0, 0));
        assertEquals(List.of(3), order(circle));
        assertFalse(new Layers(circle).isHiddenByParent(circle.getLayers().getLayers(0)));
        assertNull(new LayerVisibility(circle, new Layers(circle)).of(1));
    }

    @Test
    void aLayerBehindAnOpaqueOneIsInvisible() {
        LayersSnapshotProto s = snapshot(bufferLayer(1, 0, true, 0, 0, 10, 10), bufferLayer(2, 1, true, 0, 0, 20, 20));
        LayerVisibility.VisibilityState below = new LayerVisibility(s, new Layers(s)).of(1);
        assertFalse(below.isVisible());
        assertEquals(List.of(2), below.occludedBy());
        assertEquals(List.of("occluded"), below.reasons());
    }

    @Test
    void partlyCoveredLayersAreVisibleAndReportIt() {
        LayersSnapshotProto s = snapshot(
                bufferLayer(1, 0, true, 0, 0, 10, 10),
                bufferLayer(2, 1, true, 5, 5, 20, 20),
                bufferLayer(3, 2, false, 0, 0, 3, 3));
        LayerVisibility.VisibilityState below = new LayerVisibility(s, new Layers(s)).of(1);
        assertTrue(below.isVisible());
        assertEquals(List.of(2), below.partlyOccludedBy());
        assertEquals(List.of(3), below.coveredBy());
    }

    @Test
    void reportsTheParentThatHidesALayer() {
        LayersSnapshotProto s = snapshot(
                layer(1, 0, 0).setFlags(1), bufferLayer(2, 0, true, 0, 0, 5, 5).setParent(1));
        assertEquals(
                List.of("hidden by parent 1"),
                new LayerVisibility(s, new Layers(s)).of(2).reasons());
    }

    @Test
    void roundCornersDoNotHideTheLayerBehindThem() {
        Rect outer = new Rect(0, 0, 100, 100);
        Rect.Corners round = new Rect.Corners(20, 20, 20, 20);
        assertTrue(outer.contains(Rect.Corners.SQUARE, outer, Rect.Corners.SQUARE));
        assertFalse(outer.contains(round, outer, Rect.Corners.SQUARE));
        assertTrue(outer.contains(round, outer, round));
    }

    @Test
    void aTransformAndItsInverseCancelOut() {
        Rect r = new Rect(3, 4, 10, 20);
        for (int type : new int[] {0, 0x400, 0x300, 0x700}) {
            Transform t = Transform.ofType(type, 7, -2);
            assertTrue(r.isCloseTo(t.inverse().apply(t.apply(r))), () -> "type " + Integer.toHexString(type));
        }
        assertFalse(new Transform(0, 0, 0, 0, 0, 0).isValid());
    }
}
