package traceglass.render.mark;

import java.util.List;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.AreaBox;
import traceglass.render.scene.BoxFactory;
import traceglass.render.scene.Scenes;

/// All kinds of boxes of a timeline, one line each. Those on the same layer are painted in this order.
public final class TimelineBoxes {

    /// The kinds of boxes.
    public static final List<BoxFactory> ALL = List.of(
            Stripe::place,
            LossBox::place,
            MinimapNote::place,
            MinimapHits::place,
            NoteBox::place,
            DashedLine::place,
            AreaBox::place,
            FlowPlacement::place,
            HiddenFlows::place,
            EventOutline::place,
            WakeupArrow::place,
            ScrollMark::place);

    private TimelineBoxes() {}

    /// Scenes of a timeline with all kinds of boxes.
    public static Scenes scenes(TimelineModel model) {
        return new Scenes(model, ALL);
    }
}
