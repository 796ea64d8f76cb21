package traceglass.render.box;

import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeText;

/// Text of a tooltip.
///
/// @param name first line
/// @param numbers second line
/// @param secondary third line, possibly empty
public record TooltipText(String name, String numbers, String secondary) {

    /// Returns the text with the category of the event, if any, before the track.
    public TooltipText withCategory(String category) {
        return category.isEmpty()
                ? this
                : new TooltipText(
                        name, numbers, category + (secondary.isEmpty() ? "" : TimelineViewTexts.SEPARATOR + secondary));
    }

    public static TooltipText of(TimelineModel model, TrackNode node, Hover hover) {
        TrackItem item = hover.item();
        String time = model.times().format() == TimeFormat.TIMECODE
                ? TimeText.timestamp(item.ts(), model.bounds().start())
                : model.times().time(item.ts(), model.bounds().start());
        String track = node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
        if (node.isCounter()) {
            return new TooltipText(item.name(), TimelineViewTexts.since(time), track);
        }
        String name = item.name().isEmpty() ? TimelineViewTexts.NO_NAME : item.name();
        String numbers = item.isUnfinished()
                ? TimelineViewTexts.didNotEnd(time)
                : item.durNs() == 0
                        ? TimelineViewTexts.instant(time)
                        : TimelineViewTexts.durationAndTime(model.times().duration(item.durNs()), time);
        return new TooltipText(name, numbers, TimelineViewTexts.withOtherEvents(hover.otherCount(), track));
    }
}
