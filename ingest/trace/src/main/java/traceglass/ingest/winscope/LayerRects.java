package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.winscope.DisplayProto;
import traceglass.protos.winscope.InputWindowInfoProto;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersSnapshotProto;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;

/// Adds the rectangles of a snapshot's layers: where each is drawn and where it receives input, with their depth on the
/// display. Layers with unlimited bounds get no rectangle.
final class LayerRects {

    // Bits of `InputConfig`, of Android's libinput.
    private static final int NOT_TOUCHABLE = 1 << 3;
    private static final int IS_WALLPAPER = 1 << 6;
    private static final int SPY = 1 << 14;
    private static final Rect ANYWHERE = Rect.ofEdges(-50000, -50000, 50000, 50000);

    private final WinscopeRows rows;
    private final LayerVisibility visibility;
    private final Map<Integer, Rect> displays;
    private final Map<Integer, Transform> displayTransforms = new HashMap<>();
    private final List<Rect> unlimited = new ArrayList<>();
    private final Map<Integer, Integer> boundsDepth = new HashMap<>();
    private final Map<Integer, Integer> inputDepth = new HashMap<>();
    private final Map<Integer, Integer> boundsOfLayer = new HashMap<>();
    private final Map<Integer, Integer> inputOfLayer = new HashMap<>();

    /// @param displays area shown by each display, by layer stack
    LayerRects(
            WinscopeRows rows,
            LayersSnapshotProto snapshot,
            Layers layers,
            LayerVisibility visibility,
            Map<Integer, Rect> displays) {
        this.rows = rows;
        this.visibility = visibility;
        this.displays = displays;
        for (int stack : displays.keySet()) {
            boundsDepth.put(stack, 1);
            inputDepth.put(stack, 1);
        }
        findUnlimited(snapshot);
        snapshot.getDisplaysList().forEach(d -> displayTransforms.put(d.getLayerStack(), Layers.transform(d)));
        for (LayerProto layer : layers.bottomToTop()) {
            addBounds(layer);
            addInput(layer);
        }
    }

    /// Returns the row of the layer's bounds in the table of trace rects; NULL if it has none.
    int addBounds(int layerId) {
        return boundsOfLayer.getOrDefault(layerId, IntColumn.NULL);
    }

    /// Returns the row of the layer's input area.
    int addInput(int layerId) {
        return inputOfLayer.getOrDefault(layerId, IntColumn.NULL);
    }

    /// Determines the bounds that stand for unlimited bounds: SurfaceFlinger gives layers without bounds ten times the
    /// size of the largest display at the time they are created.
    private void findUnlimited(LayersSnapshotProto snapshot) {
        double w = 0;
        double h = 0;
        for (DisplayProto display : snapshot.getDisplaysList()) {
            Rect size = Layers.size(display);
            addUnlimited(size.w(), size.h());
            w = Math.max(w, size.w());
            h = Math.max(h, size.h());
        }
        if (snapshot.getDisplaysCount() > 0) {
            addUnlimited(w, h);
        }
    }

    private void addUnlimited(double w, double h) {
        unlimited.add(Rect.ofEdges(-w * 10, -h * 10, w * 10, h * 10));
        unlimited.add(Rect.ofEdges(-h * 10, -w * 10, h * 10, w * 10));
    }

    private boolean isAnywhere(Rect r) {
        return unlimited.stream().anyMatch(r::isCloseTo);
    }

    private void addBounds(LayerProto layer) {
        Rect onScreen = Layers.screenBounds(layer, null);
        if (onScreen == null) {
            return;
        }
        boolean isVisible = visibility.of(layer.getId()).isVisible();
        if (!isVisible && (isAnywhere(onScreen) || onScreen.isCloseTo(ANYWHERE))) {
            return;
        }
        Double opacity = layer.getColor().hasA()
                ? Double.valueOf(layer.getColor().getA())
                : isVisible ? Double.valueOf(0) : null;
        boolean hasBorder = layer.getBorderSettings().getStrokeWidth() > 0;
        int depth = boundsDepth.merge(layer.getLayerStack(), 1, Integer::sum) - 1;
        boundsOfLayer.put(
                layer.getId(),
                rows.traceRect(new WinscopeRows.TraceRect(
                        rows.rect(Rect.of(layer.getBounds())),
                        WinscopeRows.unsigned(layer.getLayerStack()),
                        depth,
                        false,
                        isVisible,
                        opacity,
                        rows.transform(Layers.transform(layer)),
                        hasBorder ? Double.valueOf(layer.getBorderSettings().getStrokeWidth()) : null,
                        WinscopeRows.unsigned(layer.getBorderSettings().getColor()))));
    }

    private void addInput(LayerProto layer) {
        if (!layer.hasInputWindowInfo()) {
            return;
        }
        InputWindowInfoProto info = layer.getInputWindowInfo();
        int stack = layer.getLayerStack();
        Transform transform = Layers.transform(layer);
        Transform inverse = transform.inverse();
        Transform displayTransform = displayTransforms.get(stack);
        // Frames are in display coordinates. Convert them back to layer space, to which the layer's transform applies.
        Rect frame = info.hasFrame() ? toLayer(Rect.of(info.getFrame()), displayTransform, inverse) : Rect.EMPTY;
        Rect display = displays.get(stack);
        boolean isCropped = display != null
                && (frame.isEmpty() || (info.getInputConfig() & IS_WALLPAPER) != 0 || isAnywhere(frame));
        if (isCropped) {
            frame = frame.crop(display);
        }
        boolean isVisible = info.hasVisible()
                ? info.getVisible()
                : visibility.of(layer.getId()).isVisible();
        int depth = inputDepth.merge(stack, 1, Integer::sum) - 1;
        int row = rows.traceRect(new WinscopeRows.TraceRect(
                rows.rect(frame),
                WinscopeRows.unsigned(stack),
                depth,
                (info.getInputConfig() & SPY) != 0,
                isVisible,
                null,
                rows.transform(transform),
                null,
                0));
        inputOfLayer.put(layer.getId(), row);
        for (Rect r : touchable(info, displayTransform, inverse, isCropped ? display : null)) {
            Table table = rows.context().storage().table(TableNames.WinscopeFillRegion.TABLE);
            int region = table.addRow();
            table.ints(TableNames.WinscopeFillRegion.TRACE_RECT_ID).set(region, row);
            table.ints(TableNames.WinscopeFillRegion.RECT_ID).set(region, rows.rect(r));
        }
    }

    /// Returns the touchable parts of a window: one empty rectangle if no part is touchable, an empty list if
    /// the whole window is.
    private static List<Rect> touchable(
            InputWindowInfoProto info, Transform displayTransform, Transform inverse, Rect crop) {
        List<Rect> region = new ArrayList<>();
        if ((info.getInputConfig() & NOT_TOUCHABLE) == 0) {
            if (!info.hasTouchableRegion()) {
                return region;
            }
            for (var r : info.getTouchableRegion().getRectList()) {
                Rect inLayer = toLayer(Rect.of(r), displayTransform, inverse);
                region.add(crop == null ? inLayer : inLayer.crop(crop));
            }
        }
        if (region.isEmpty()) {
            region.add(Rect.EMPTY);
        }
        return region;
    }

    private static Rect toLayer(Rect r, Transform displayTransform, Transform inverse) {
        return inverse.apply(displayTransform == null ? r : displayTransform.apply(r));
    }
}
