package traceglass.render.scene;

import traceglass.analysis.track.TrackNode;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;

/// Name, number and chips of a label, from left to right. The name is cut first: number and chips are short, and
/// distinguish equal names.
///
/// @param left left edge of the name, px
/// @param right right edge of the room for all of them, px
/// @param nameRoom room for the name, px
/// @param chips number of chips for which there is room
/// @param end right edge of the last of them, px
public record LabelText(double left, double right, double nameRoom, int chips, double end) {

    /// Distance between the texts.
    private static final double GAP = 5;
    /// Space of a chip around its text.
    private static final double CHIP = 12;
    /// Room that chips leave to the name.
    private static final double NAME = 60;
    /// Left edge of the name in the header of a group at the top level, and the indentation of each level.
    private static final double HEADER_LEFT = 49;
    private static final double LEVEL = 12;
    /// Distance between the right edge of a header and its facts, and between those and the name.
    private static final double FACTS_RIGHT = 14;

    /// Places the texts of a label.
    ///
    /// @param weight weight of the name
    public static LabelText of(TimelineModel model, TrackNode node, Weight weight, double left, double right) {
        MeasuredFont chip = chipFont(model);
        double gap = gap(model);
        double marks = node.idText().isEmpty() ? 0 : numberFont(model).width(node.idText()) + gap;
        double room = right - left;
        int chips = 0;
        for (String text : node.chips()) {
            double width = chip.width(text) + chipSpace(model) + gap;
            if (marks + width > room - model.px(NAME)) {
                break;
            }
            marks += width;
            chips++;
        }
        double nameRoom = Math.max(0, room - marks);
        double name = Math.min(nameRoom, model.fonts().ui(12, weight).width(node.name()));
        return new LabelText(left, right, nameRoom, chips, left + name + marks);
    }

    /// Places the texts of the header of a group. The time area of the header of an open group is empty except for
    /// the facts at the far right, so its name may extend there if nothing else is on the right side of the label.
    ///
    /// @param right right edge of the room in the label column, px
    /// @param hasControls whether buttons or a check box follow
    public static LabelText ofHeader(TimelineModel model, Row row, double right, boolean hasControls) {
        boolean isFree = !row.isSummary() && !hasControls && !(model.selection() instanceof TimelineSelection.Area);
        double end = isFree ? Math.max(right, factsLeft(model, row) - model.px(FACTS_RIGHT)) : right;
        return of(model, row.node(), Weight.SEMI_BOLD, model.px(HEADER_LEFT + LEVEL * row.level()), end);
    }

    /// Left edge of the facts in the header of an open group, px.
    public static double factsLeft(TimelineModel model, Row row) {
        double width = model.fonts().ui(11).width(row.node().sideText());
        return factsRight(model) - width;
    }

    /// Right edge of the facts in the header of an open group, px.
    public static double factsRight(TimelineModel model) {
        return model.geometry().width() - model.px(FACTS_RIGHT);
    }

    /// Font of the number and the facts.
    public static MeasuredFont numberFont(TimelineModel model) {
        return model.fonts().ui(11);
    }

    public static MeasuredFont chipFont(TimelineModel model) {
        return model.fonts().ui(11, Weight.MEDIUM);
    }

    /// Distance between the texts, px.
    public static double gap(TimelineModel model) {
        return model.px(GAP);
    }

    /// Space of a chip around its text, px.
    public static double chipSpace(TimelineModel model) {
        return model.px(CHIP);
    }
}
