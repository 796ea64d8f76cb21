package traceglass.render.control;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.marks.DataLoss;
import traceglass.render.picture.PaintState;
import traceglass.render.scene.HitTest;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeText;

/// Creates the tooltip text for lost data.
public final class LossTooltip {

    /// Distance in px at which a narrow range can still be hit.
    private static final double REACH = 2;

    private LossTooltip() {}

    /// Returns the text for the losses under a point of the minimap or of a track, or null if there are none.
    public static TooltipText at(PaintState picture, HitTest.Hit hit, double x) {
        if (picture.losses.isEmpty() || x < picture.geometry.timeX()) {
            return null;
        }
        return switch (hit.part()) {
            case MINIMAP -> {
                double nsPerPx = picture.reach().durNs() / Math.max(1, picture.geometry.timeWidth());
                yield text(picture, picture.reach().start() + (x - picture.geometry.timeX()) * nsPerPx, nsPerPx, null);
            }
            case TRACK ->
                hit.row() == null
                        ? null
                        : text(
                                picture,
                                picture.viewport.timeAt(x - picture.geometry.timeX(), picture.geometry.timeWidth()),
                                picture.viewport.nsPerPx(picture.geometry.timeWidth()),
                                keys(picture, hit.row().node().key()));
            default -> null;
        };
    }

    private static List<String> keys(PaintState picture, String key) {
        List<String> keys = new ArrayList<>();
        for (String k = key; k != null; k = picture.parents.get(k)) {
            keys.add(k);
        }
        return keys;
    }

    private static TooltipText text(PaintState picture, double ts, double nsPerPx, List<String> keys) {
        long reach = (long) Math.ceil(REACH * nsPerPx);
        List<DataLoss> losses = picture.losses.within((long) ts - reach, (long) ts + reach, keys);
        if (losses.isEmpty()) {
            return null;
        }
        DataLoss first = losses.getFirst();
        String at = picture.times.format() == TimeFormat.TIMECODE
                ? TimeText.timestamp(first.start(), picture.bounds.start())
                : picture.times.time(first.start(), picture.bounds.start());
        return new TooltipText(
                TimelineViewTexts.lost(first.what()),
                TimelineViewTexts.lasting(picture.times.duration(first.durNs()), at),
                TimelineViewTexts.withOtherLosses(losses.size() - 1, TimelineViewTexts.GAPS_MAY_BE_LOSS));
    }
}
