package traceglass.render.scene;

import org.jspecify.annotations.Nullable;

/// Boxes of the check box and the buttons at the right edge of a label. They have the same positions in all labels.
///
/// @param labelWidth width of the label column, px
/// @param scale scale of text and rows
/// @param hasCheckBox whether labels have a check box, because tracks can be added to the selected area
public record LabelBoxes(double labelWidth, double scale, boolean hasCheckBox) {

    /// Control in a label.
    public enum Button {
        CHECK,
        MENU,
        PIN,
        HELP
    }

    private static final double MARGIN = 9;
    private static final double CHECK_SIZE = 14;
    private static final double CHECK_GAP = 7;
    private static final double SIZE = 15;
    private static final double GAP = 8;
    /// Distance to the left of a button at which it is still hit. To the right, it extends to the next button.
    private static final double HIT_DISTANCE = 3;

    private double px(double size) {
        return size * scale;
    }

    /// Right edge of the label's content.
    public double right() {
        return labelWidth - px(MARGIN);
    }

    public double checkSize() {
        return px(CHECK_SIZE);
    }

    public double checkLeft() {
        return right() - checkSize();
    }

    /// Right edge of the area to the left of the check box, or of the whole label without one.
    public double contentRight() {
        return hasCheckBox ? checkLeft() - px(CHECK_GAP) : right();
    }

    /// Width and height of a button.
    public double size() {
        return px(SIZE);
    }

    public double menuLeft() {
        return contentRight() - size();
    }

    public double pinLeft() {
        return contentRight() - 2 * size() - px(GAP);
    }

    public double helpLeft() {
        return pinLeft() - (size() + px(GAP));
    }

    /// Control at a position in a label, or null. Controls other than the check box are shown in the label under the
    /// pointer.
    ///
    /// @param hasHelp whether the label has a help button
    public @Nullable Button buttonAt(double x, boolean hasHelp) {
        double hitDistance = px(HIT_DISTANCE);
        if (hasCheckBox && x >= checkLeft() - hitDistance) {
            return Button.CHECK;
        }
        if (x >= menuLeft() - hitDistance) {
            return Button.MENU;
        }
        if (x >= pinLeft() - hitDistance) {
            return Button.PIN;
        }
        return hasHelp && x >= helpLeft() - hitDistance ? Button.HELP : null;
    }
}
