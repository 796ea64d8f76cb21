package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.protos.winscope.CornerRadiiProto;
import traceglass.protos.winscope.DisplayProto;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersSnapshotProto;
import traceglass.protos.winscope.TransformProto;

/// Layers of one snapshot of the compositor, by id and in drawing order, as described in the readme of SurfaceFlinger's
/// front end.
final class Layers {

    private static final int HIDDEN = 1;
    private static final int OFFSCREEN_ROOT = 0x7ffffffd;

    private final Map<Integer, LayerProto> byId = new HashMap<>();
    private final List<LayerProto> bottomToTop = new ArrayList<>();
    private final Map<Integer, List<Integer>> childrenByParent = new HashMap<>();
    private final Set<Integer> drawnLayers = new HashSet<>();

    Layers(LayersSnapshotProto snapshot) {
        List<Integer> roots = new ArrayList<>();
        for (LayerProto layer : snapshot.getLayers().getLayersList()) {
            if (!layer.hasId()) {
                continue;
            }
            byId.putIfAbsent(layer.getId(), layer);
            if (layer.getZOrderRelativeOf() > 0) {
                children(layer.getZOrderRelativeOf()).add(layer.getId());
            } else if (isRoot(layer)) {
                roots.add(layer.getId());
            } else if (layer.getParent() > 0) {
                children(layer.getParent()).add(layer.getId());
            }
        }
        roots.sort(byDepth());
        roots.forEach(this::draw);
    }

    private List<Integer> children(int parent) {
        return childrenByParent.computeIfAbsent(parent, p -> new ArrayList<>());
    }

    private Comparator<Integer> byDepth() {
        return Comparator.<Integer>comparingInt(id -> byId.get(id).getZ()).thenComparingInt(id -> id);
    }

    /// Adds a layer and its descendants in drawing order. Layers with a negative z are behind their parent, the
    /// others in front. Not recursive, because a damaged tree may be arbitrarily deep.
    private void draw(int root) {
        List<Integer> pending = new ArrayList<>(List.of(root));
        Set<Integer> expanded = new HashSet<>();
        while (!pending.isEmpty()) {
            int id = pending.removeLast();
            if (drawnLayers.contains(id)) {
                continue;
            }
            if (!expanded.add(id)) {
                drawnLayers.add(id);
                bottomToTop.add(byId.get(id));
                continue;
            }
            List<Integer> children = childrenByParent.getOrDefault(id, List.of());
            if (children.isEmpty()) {
                pending.add(id);
                continue;
            }
            children.sort(byDepth());
            for (int child : children.reversed()) {
                if (byId.get(child).getZ() >= 0) {
                    pending.add(child);
                }
            }
            pending.add(id);
            for (int child : children.reversed()) {
                if (byId.get(child).getZ() < 0) {
                    pending.add(child);
                }
            }
        }
    }

    /// Returns the layer with this id; null if there is none.
    LayerProto get(int id) {
        return byId.get(id);
    }

    /// Returns all layers that are drawn, lowest first.
    List<LayerProto> bottomToTop() {
        return Collections.unmodifiableList(bottomToTop);
    }

    static boolean isRoot(LayerProto layer) {
        return !layer.hasParent() || layer.getParent() == -1;
    }

    static boolean isHidden(LayerProto layer) {
        return (layer.getFlags() & HIDDEN) != 0 || layer.getId() == OFFSCREEN_ROOT;
    }

    /// Returns whether an ancestor of the layer is hidden.
    boolean isHiddenByParent(LayerProto layer) {
        Set<Integer> seen = new HashSet<>();
        for (LayerProto l = layer; !isRoot(l) && seen.add(l.getId()); ) {
            l = byId.get(l.getParent());
            if (l == null) {
                return false;
            }
            if (isHidden(l)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the bounds of the layer on its display, clipped to `crop`; null if unknown.
    static Rect screenBounds(LayerProto layer, Rect crop) {
        if (!layer.hasScreenBounds()) {
            return null;
        }
        Rect bounds = Rect.of(layer.getScreenBounds());
        return crop == null || crop.isEmpty() ? bounds : bounds.crop(crop);
    }

    static Transform transform(LayerProto layer) {
        double x = layer.getPosition().getX();
        double y = layer.getPosition().getY();
        if (!layer.hasTransform()) {
            return Transform.translation(x, y);
        }
        TransformProto t = layer.getTransform();
        if (Transform.isSimple(t.getType())) {
            return Transform.ofType(t.getType(), x, y);
        }
        // SurfaceFlinger swaps the names of the elements when it writes a layer's transform.
        return new Transform(t.getDsdx(), t.getDsdy(), x, t.getDtdx(), t.getDtdy(), y);
    }

    static Rect.Corners corners(LayerProto layer) {
        CornerRadiiProto radii = layer.getCornerRadii();
        boolean isRound = radii.getTl() > 0 || radii.getTr() > 0 || radii.getBl() > 0 || radii.getBr() > 0;
        double radius = layer.getCornerRadius();
        // The radii drawn by the app are added to the ones that SurfaceFlinger applies.
        return (isRound ? of(radii) : new Rect.Corners(radius, radius, radius, radius))
                .plus(of(layer.getEffectiveRadii()));
    }

    private static Rect.Corners of(CornerRadiiProto r) {
        return new Rect.Corners(r.getTl(), r.getTr(), r.getBl(), r.getBr());
    }

    /// Returns the part of its layer stack that a display shows.
    static Rect displayedArea(DisplayProto display) {
        return Rect.of(display.getLayerStackSpaceRect());
    }

    /// Returns the width and height of a display in its current rotation, at 0, 0.
    static Rect size(DisplayProto display) {
        double w = display.getSize().getW();
        double h = display.getSize().getH();
        return display.hasTransform()
                        && Transform.isRotated90(display.getTransform().getType())
                ? new Rect(0, 0, h, w)
                : new Rect(0, 0, w, h);
    }

    static Transform transform(DisplayProto display) {
        if (!display.hasTransform()) {
            return Transform.IDENTITY;
        }
        TransformProto t = display.getTransform();
        int type = t.getType();
        Transform rotated = Transform.isSimple(type)
                ? Transform.ofType(type, 0, 0)
                : new Transform(t.getDsdx(), t.getDtdx(), 0, t.getDtdy(), t.getDsdy(), 0);
        if (!t.hasType() || !display.hasLayerStackSpaceRect()) {
            return rotated;
        }
        // Rotating around the origin moves the content off the display; move it back, like Transform::set of libui.
        Rect shown = displayedArea(display);
        if (Transform.isRotated180(type)) {
            return rotated.movedBy(shown.w(), shown.h());
        }
        return Transform.isRotated90(type) ? rotated.movedBy(0, shown.h()) : rotated;
    }
}
