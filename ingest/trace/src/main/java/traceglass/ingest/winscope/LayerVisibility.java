package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.winscope.ActiveBufferProto;
import traceglass.protos.winscope.ColorProto;
import traceglass.protos.winscope.DisplayProto;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersSnapshotProto;

/// Computes which layers of a snapshot are visible, which layers occlude or cover them, and why the others are
/// invisible.
final class LayerVisibility {

    /// Visibility of one layer; other layers are given by id, uppermost first.
    record VisibilityState(
            boolean isVisible,
            List<String> reasons,
            List<Integer> occludedBy,
            List<Integer> partlyOccludedBy,
            List<Integer> coveredBy) {}

    private final LayersSnapshotProto snapshot;
    private final Layers layers;
    private final boolean withoutComposition;
    private final List<LayerProto> opaque = new ArrayList<>();
    private final List<LayerProto> translucent = new ArrayList<>();
    private final Map<Integer, VisibilityState> states = new HashMap<>();

    LayerVisibility(LayersSnapshotProto snapshot, Layers layers) {
        this.snapshot = snapshot;
        this.layers = layers;
        withoutComposition = !snapshot.hasExcludesCompositionState() || snapshot.getExcludesCompositionState();
        for (LayerProto layer : layers.bottomToTop().reversed()) {
            states.put(layer.getId(), computeVisibility(layer));
        }
    }

    /// Returns the visibility of the layer; null if it is not drawn.
    VisibilityState of(int layerId) {
        return states.get(layerId);
    }

    private VisibilityState computeVisibility(LayerProto layer) {
        boolean isVisible = isVisibleAlone(layer);
        List<Integer> occluding = new ArrayList<>();
        List<Integer> partly = new ArrayList<>();
        List<Integer> covering = new ArrayList<>();
        if (isVisible) {
            Rect crop = displayCrop(layer);
            for (LayerProto upperLayer : opaque) {
                if (upperLayer.getLayerStack() != layer.getLayerStack()) {
                    continue;
                }
                if (contains(upperLayer, layer, crop)) {
                    isVisible = false;
                    occluding.add(upperLayer.getId());
                } else if (overlaps(upperLayer, layer, crop)) {
                    partly.add(upperLayer.getId());
                }
            }
            for (LayerProto upperLayer : translucent) {
                if (upperLayer.getLayerStack() == layer.getLayerStack() && overlaps(upperLayer, layer, crop)) {
                    covering.add(upperLayer.getId());
                }
            }
            (isOpaque(layer) ? opaque : translucent).add(layer);
        }
        return new VisibilityState(
                isVisible, isVisible ? List.of() : reasons(layer, !occluding.isEmpty()), occluding, partly, covering);
    }

    private boolean isVisibleAlone(LayerProto layer) {
        if (layers.isHiddenByParent(layer)
                || Layers.isHidden(layer)
                || !layer.hasColor()
                || layer.getColor().getA() <= 0) {
            return false;
        }
        if (isBufferEmpty(layer) && !hasEffects(layer)) {
            return false;
        }
        // Without composition data, the bounds are used in place of the visible region.
        return withoutComposition
                ? layer.hasBounds() && !Rect.of(layer.getBounds()).isEmpty()
                : !isVisibleRegionEmpty(layer);
    }

    private List<String> reasons(LayerProto layer, boolean isOccluded) {
        List<String> reasons = new ArrayList<>();
        if (Layers.isHidden(layer)) {
            reasons.add("flag is hidden");
        }
        if (layers.isHiddenByParent(layer)) {
            reasons.add("hidden by parent " + layer.getParent());
        }
        if (isBufferEmpty(layer)) {
            reasons.add("buffer is empty");
        }
        if (isTransparent(layer)) {
            reasons.add("alpha is 0");
        }
        if (!layer.hasBounds() || Rect.of(layer.getBounds()).isEmpty()) {
            reasons.add("bounds is 0x0");
            if (isTransparent(layer) || !isColor(layer.getColor())) {
                reasons.add("crop is 0x0");
            }
        }
        if (!Layers.transform(layer).isValid()) {
            reasons.add("transform is invalid");
        }
        if (isBufferEmpty(layer) && !hasEffects(layer) && layer.getBackgroundBlurRadius() <= 0) {
            reasons.add("does not have color fill, shadow or blur");
        }
        if (layer.hasVisibleRegion() && isVisibleRegionEmpty(layer)) {
            reasons.add("visible region calculated by Composition Engine is empty");
        }
        if (!layer.hasVisibleRegion() && !withoutComposition) {
            reasons.add("null visible region");
        }
        if (isOccluded) {
            reasons.add("occluded");
        }
        return reasons;
    }

    /// Returns the area shown by the layer's display; empty if no display shows it.
    private Rect displayCrop(LayerProto layer) {
        Rect crop = Rect.EMPTY;
        for (DisplayProto display : snapshot.getDisplaysList()) {
            if (display.getLayerStack() == layer.getLayerStack() && display.hasLayerStackSpaceRect()) {
                crop = Layers.displayedArea(display);
            }
        }
        return crop;
    }

    private static boolean contains(LayerProto outer, LayerProto inner, Rect crop) {
        if (Transform.isInvalidRotation(outer.getTransform())) {
            return false;
        }
        Rect a = Layers.screenBounds(outer, crop);
        Rect b = Layers.screenBounds(inner, crop);
        return a != null && b != null && a.contains(Layers.corners(outer), b, Layers.corners(inner));
    }

    private static boolean overlaps(LayerProto one, LayerProto other, Rect crop) {
        Rect a = Layers.screenBounds(one, crop);
        Rect b = Layers.screenBounds(other, crop);
        return a != null && b != null && a.intersects(b);
    }

    private static boolean isBufferEmpty(LayerProto layer) {
        ActiveBufferProto b = layer.getActiveBuffer();
        return b.getFormat() <= 0 && b.getHeight() == 0 && b.getStride() == 0 && b.getWidth() == 0;
    }

    private static boolean isColor(ColorProto c) {
        return c.getR() >= 0 && c.getG() >= 0 && c.getB() >= 0;
    }

    private static boolean hasEffects(LayerProto layer) {
        return layer.getShadowRadius() > 0
                || layer.hasColor() && layer.getColor().getA() > 0 && isColor(layer.getColor());
    }

    private static boolean isTransparent(LayerProto layer) {
        float alpha = layer.getColor().getA();
        return !layer.hasColor() || alpha <= 0 && alpha > -1;
    }

    private static boolean isOpaque(LayerProto layer) {
        return layer.hasColor() && layer.getColor().getA() >= 1 && layer.getIsOpaque();
    }

    private static boolean isVisibleRegionEmpty(LayerProto layer) {
        return layer.getVisibleRegion().getRectList().stream()
                .allMatch(r -> Rect.of(r).isEmpty());
    }
}
