package traceglass.render.paint;

import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Tokens;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.AreaCheck;
import traceglass.render.scene.LabelBoxes;
import traceglass.render.scene.LabelText;
import traceglass.render.scene.PlacedRow;
import traceglass.render.surface.Glyphs;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.text.NumberText;

/// Paints the label column.
final class LabelPainter {

    /// Largest share of a label for [TrackNode#sideText]; the name is more important.
    private static final double MAX_FACTS_SHARE = .38;

    private final TimelineModel model;
    private final Pen pen;
    /// Edges of the part of the control in which labels are visible.
    private double visibleTop;
    private double visibleBottom;

    LabelPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    void paintBackground(double top, double bottom) {
        Tokens tokens = model.palette().tokens;
        double width = model.geometry().labelWidth();
        pen.rect(tokens.surface2(), 0, top, width, bottom - top);
        pen.rect(tokens.border(), width - 1, top, 1, bottom - top);
    }

    /// @param top top edge of the part of the control in which the rows are visible
    /// @param bottom its bottom edge
    void paint(List<PlacedRow> rows, LabelBoxes boxes, double top, double bottom) {
        visibleTop = top;
        visibleBottom = bottom;
        for (PlacedRow placed : rows) {
            paintLabel(placed.row(), placed.top(), placed.isPinned(), boxes);
        }
    }

    private void paintLabel(Row row, double top, boolean isPinned, LabelBoxes boxes) {
        Tokens tokens = model.palette().tokens;
        double width = model.geometry().labelWidth();
        boolean isGroup = row.node().isGroup() && !isPinned;
        boolean isHovered = isUnderPointer(row, isPinned);
        if (isGroup) {
            pen.rect(tokens.bg(), 0, top, width, row.height());
            if (row.isSummary()) {
                pen.rect(tokens.border(), width - 1, top, 1, row.height());
            }
        }
        if (isHovered) {
            pen.rect(tokens.hover(), 0, top, width - 1, row.height() - 1);
        }
        pen.rect(isGroup ? tokens.border() : tokens.grid(), 0, top + row.height() - 1, width - (isGroup ? 0 : 1), 1);
        if (boxes.hasCheckBox() && model.selection() instanceof TimelineSelection.Area area) {
            paintCheckBox(row, area, boxes, top);
        }
        double right = boxes.contentRight();
        if (isHovered && model.pointer().hover().isOnLabel()) {
            right = paintTools(row.node(), boxes, middle(row, top, isPinned), isPinned);
        } else {
            right = paintFacts(row, right, middle(row, top, isPinned));
        }
        if (isGroup && !isPinned) {
            paintGroup(row, top, right);
        } else {
            paintLeaf(row, top, right, isPinned);
        }
    }

    private boolean isUnderPointer(Row row, boolean isPinned) {
        return model.pointer().hover().isPinned() == isPinned
                && row.node().key().equals(model.pointer().hover().rowKey());
    }

    private double middle(Row row, double top, boolean isPinned) {
        // The second line of a pinned row is the path.
        boolean hasPath = isPinned && !row.path().isEmpty();
        boolean isTall =
                row.height() > model.px(24) && (row.node().kind().style().hasLabelOnTop() || hasPath);
        double middle = isTall ? top + model.px(12) : top + Math.floor((row.height() - 1) / 2);
        return row.height() > model.px(24) && (isPinned || !row.node().isGroup())
                ? clampToView(row, top, middle)
                : middle;
    }

    /// Keeps the label of a tall row in the visible part of the row.
    private double clampToView(Row row, double top, double middle) {
        double half = model.px(12);
        double from = Math.max(top, visibleTop) + half;
        double to = Math.min(top + row.height(), visibleBottom) - half;
        return middle < from
                ? Math.max(middle, Math.min(from, top + row.height() - half))
                : middle > to ? Math.min(middle, Math.max(to, top + half)) : middle;
    }

    private void paintGroup(Row row, double top, double right) {
        Tokens tokens = model.palette().tokens;
        TrackNode node = row.node();
        double middle = top + Math.floor((row.height() - 1) / 2);
        double x = model.px(10 + 12 * row.level());
        if (!node.children().isEmpty()) {
            Glyphs.draw(pen, row.isOpen() ? "down" : "right", x, middle - model.px(7), model.px(14), tokens.text());
        }
        x += model.px(19);
        Glyphs.draw(pen, node.icon(), x, middle - model.px(7.5), model.px(15), tokens.text2());
        boolean hasTools = isUnderPointer(row, false) && model.pointer().hover().isOnLabel();
        paintNameAndMarks(
                node,
                model.fonts().ui(12, Weight.SEMI_BOLD),
                tokens.text(),
                LabelText.ofHeader(model, row, right, hasTools),
                middle);
    }

    private void paintLeaf(Row row, double top, double right, boolean isPinned) {
        Tokens tokens = model.palette().tokens;
        double middle = middle(row, top, isPinned);
        if (isPinned) {
            Glyphs.draw(pen, "pin", model.px(10), middle - model.px(7), model.px(14), tokens.accent());
            double x = model.px(28);
            paintNameAndMarks(
                    row.node(),
                    model.fonts().ui(12),
                    tokens.text(),
                    LabelText.of(model, row.node(), Weight.NORMAL, x, right),
                    middle);
            pen.text(model.fonts().ui(11), tokens.text3(), row.path(), x, middle + model.px(16), right - x);
            return;
        }
        double x = model.px(33 + 12 * Math.max(0, row.level() - 1));
        if (row.hasShortLabel()) {
            pen.text(model.fonts().ui(12), tokens.text3(), TimelineViewTexts.SLICES, x, middle, right - x);
        } else {
            paintNameAndMarks(
                    row.node(),
                    model.fonts().ui(12),
                    tokens.text(),
                    LabelText.of(model, row.node(), Weight.NORMAL, x, right),
                    middle);
        }
    }

    private void paintNameAndMarks(TrackNode node, MeasuredFont font, int color, LabelText texts, double middle) {
        MeasuredFont small = LabelText.numberFont(model);
        MeasuredFont chip = LabelText.chipFont(model);
        double gap = LabelText.gap(model);
        double x = texts.left() + pen.text(font, color, node.name(), texts.left(), middle, texts.nameRoom()) + gap;
        if (!node.idText().isEmpty()) {
            x += pen.text(small, model.palette().tokens.text3(), node.idText(), x, middle, texts.right() - x) + gap;
        }
        for (String text : node.chips().subList(0, texts.chips())) {
            double width = chip.width(text) + LabelText.chipSpace(model);
            double height = Math.min(model.px(18), model.px(16));
            pen.fill(model.palette().tokens.surface3());
            pen.roundRect(pen.snap(x), Math.round(middle - height / 2), width, height, 4);
            pen.text(chip, model.palette().tokens.text2(), text, x + model.px(6), middle, width);
            x += width + gap;
        }
    }

    private double paintFacts(Row row, double right, double middle) {
        TrackNode node = row.node();
        if (node.isCounter()) {
            TrackEntry entry = model.frames().entry(node.key());
            if (entry != null && entry.index() instanceof CounterIndex index) {
                String value = valueAtPointer(index);
                double width = pen.textRight(
                        model.fonts().mono(11), model.palette().tokens.text3(), value, right, middle, right / 2);
                return right - width - model.px(8);
            }
        }
        if (node.sideText().isEmpty() || node.isGroup()) {
            return right;
        }
        double width = pen.textRight(
                model.fonts().ui(11),
                model.palette().tokens.text3(),
                node.sideText(),
                right,
                middle,
                right * MAX_FACTS_SHARE);
        return right - width - model.px(8);
    }

    /// Value under the pointer, or else the last visible one.
    private String valueAtPointer(CounterIndex index) {
        Geometry geometry = model.geometry();
        double x = Double.isNaN(model.pointer().x())
                ? geometry.timeWidth()
                : model.pointer().x() - geometry.timeX();
        int sample = index.at(model.viewport().timeAt(x, geometry.timeWidth()));
        CounterData data = index.data();
        return sample < 0 ? "–" : NumberText.compact(data.value()[sample], data.unit());
    }

    /// Returns the right edge of the remaining space.
    private double paintTools(TrackNode node, LabelBoxes boxes, double middle, boolean isPinned) {
        double size = boxes.size();
        double top = middle - size / 2;
        Tokens tokens = model.palette().tokens;
        Glyphs.draw(pen, "pin", boxes.pinLeft(), top, size, isPinned ? tokens.accent() : tokens.text2());
        Glyphs.draw(pen, "more", boxes.menuLeft(), top, size, tokens.text2());
        boolean hasHelp = model.tracks().hasHelp(node);
        if (hasHelp) {
            Glyphs.draw(pen, "help", boxes.helpLeft(), top, size, tokens.text2());
        }
        return (hasHelp ? boxes.helpLeft() : boxes.pinLeft()) - model.px(6);
    }

    private void paintCheckBox(Row row, TimelineSelection.Area area, LabelBoxes boxes, double top) {
        Tokens tokens = model.palette().tokens;
        AreaCheck check = AreaCheck.of(row.node(), area.trackKeys());
        double size = boxes.checkSize();
        double x = boxes.checkLeft();
        double y = Math.round(middle(row, top, false) - size / 2);
        if (check == AreaCheck.OFF) {
            pen.fill(tokens.surface());
            pen.roundRect(x, y, size, size, 3.5);
            pen.stroke(tokens.control(), 1.5);
            pen.frame(x, y, size, size, 3.5);
        } else {
            pen.fill(tokens.accent());
            pen.roundRect(x, y, size, size, 3.5);
            Glyphs.draw(pen, check == AreaCheck.ON ? "check" : "minus", x + 1.5, y + 1.5, size - 3, tokens.onAccent());
        }
    }
}
