package traceglass.render.paint;

import java.util.List;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;

/// Paints the timeline: rows first, then everything on top of them, so that no clipping is needed.
public final class Painter {

    private final Scenes scenes;
    private final TimelineModel model;
    private final Pen pen;
    private final TrackPainter tracks;
    private final LabelPainter labels;
    private final HeaderPainter header;

    public Painter(Scenes scenes, Pen pen) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.pen = pen;
        tracks = new TrackPainter(model, pen);
        labels = new LabelPainter(model, pen);
        header = new HeaderPainter(model, pen);
    }

    public void paint() {
        Scene scene = scenes.scene();
        Geometry geometry = scene.geometry();
        model.painting().setBlankRows(0);
        model.painting().setUnknownMarkNs(Long.MAX_VALUE);
        model.painting().sharedRanges().clear();
        pen.cover(geometry.width(), geometry.height(), model.palette().tokens.surface());
        tracks.begin();
        paintRows(scene);
        paintSticky(scene);
        if (!scene.pinned().isEmpty()) {
            paintPinned(scene);
        }
        header.paint(scene);
        pen.finish();
    }

    private void paintRows(Scene scene) {
        Geometry geometry = scene.geometry();
        double top = geometry.tracksTop();
        tracks.paintBackground(scene, false);
        tracks.paint(scene.rows(), top, geometry.height());
        labels.paintBackground(top, geometry.height());
        labels.paint(scene.rows(), scene.labels(), scene.uncoveredTop(), geometry.height());
    }

    /// Keeps the headers of the open groups around the first visible row at the top, until the next header pushes
    /// them away.
    private void paintSticky(Scene scene) {
        Geometry geometry = scene.geometry();
        for (PlacedRow header : scene.sticky()) {
            pen.clip(0, geometry.tracksTop(), geometry.width(), geometry.tracksHeight());
            tracks.paint(List.of(header), geometry.tracksTop(), geometry.height());
            labels.paint(List.of(header), scene.labels(), geometry.tracksTop(), geometry.height());
            pen.unclip();
        }
    }

    private void paintPinned(Scene scene) {
        Geometry geometry = scene.geometry();
        double top = geometry.headerHeight();
        double bottom = geometry.tracksTop();
        pen.clip(0, top, geometry.width(), bottom - top);
        tracks.paintBackground(scene, true);
        tracks.paint(scene.pinned(), top, bottom);
        labels.paintBackground(top, bottom);
        labels.paint(scene.pinned(), scene.labels(), top, bottom);
        pen.rect(model.palette().tokens.borderStrong(), 0, bottom - 1, geometry.width(), 1);
        pen.unclip();
    }
}
