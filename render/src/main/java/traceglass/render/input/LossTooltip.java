package traceglass.render.input;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.DataLoss;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.MinimapScale;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeText;

/// Creates the tooltip text for lost data.
public final class LossTooltip {

    /// Distance in px at which a narrow range can still be hit.
    private static final double REACH = 2;

    private LossTooltip() {}

    /// Returns the text for the losses under a point of the minimap or of a track, or null if there are none.
    public static @Nullable TooltipText at(TimelineModel model, HitTest.Hit hit, double x) {
        if (model.marks().losses().isEmpty() || x < model.geometry().timeX()) {
            return null;
        }
        return switch (hit.part()) {
            case MINIMAP -> {
                MinimapScale scale = MinimapScale.of(model);
                yield text(model, scale.timeAt(x), scale.nsPerPx(), null);
            }
            case TRACK ->
                hit.row() == null
                        ? null
                        : text(
                                model,
                                model.timeAt(x),
                                model.viewport().nsPerPx(model.geometry().timeWidth()),
                                keys(model, hit.row().node().key()));
            default -> null;
        };
    }

    private static List<String> keys(TimelineModel model, String key) {
        List<String> keys = new ArrayList<>();
        for (String k = key; k != null; k = model.tracks().parent(k)) {
            keys.add(k);
        }
        return keys;
    }

    private static @Nullable TooltipText text(
            TimelineModel model, long ts, double nsPerPx, @Nullable List<String> keys) {
        long reach = (long) Math.ceil(REACH * nsPerPx);
        List<DataLoss> losses = model.marks().losses().within(ts - reach, ts + reach, keys);
        if (losses.isEmpty()) {
            return null;
        }
        DataLoss first = losses.getFirst();
        String time = model.times().format() == TimeFormat.TIMECODE
                ? TimeText.timestamp(first.start(), model.bounds().start())
                : model.times().time(first.start(), model.bounds().start());
        return new TooltipText(
                TimelineViewTexts.lost(first.description()),
                TimelineViewTexts.durationAndTime(model.times().duration(first.durNs()), time),
                TimelineViewTexts.withOtherLosses(losses.size() - 1, TimelineViewTexts.GAPS_MAY_BE_LOSS));
    }
}
