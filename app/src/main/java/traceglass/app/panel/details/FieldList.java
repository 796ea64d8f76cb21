package traceglass.app.panel.details;

import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Grid of names and values with rows of 22 px. The name column is 112 px wide, or wider for longer names.
final class FieldList extends GridPane {

    private static final double LINE_HEIGHT = 22;
    private static final double MIN_NAMES_WIDTH = 112;
    private static final double MAX_NAMES_WIDTH = 190;
    /// Longer values may be truncated in a narrow column and get a tooltip.
    private static final int MAX_CHARS_WITHOUT_TOOLTIP = 20;

    private int lines;

    FieldList() {
        getStyleClass().add("tg-detail-fields");
        ColumnConstraints names = new ColumnConstraints();
        ColumnConstraints values =
                new ColumnConstraints(0, Region.USE_COMPUTED_SIZE, Double.MAX_VALUE, Priority.ALWAYS, HPos.LEFT, true);
        getColumnConstraints().addAll(names, values);
    }

    /// Adds a value in the UI font; ignored if null or empty.
    FieldList text(String name, String value) {
        return value == null || value.isEmpty() ? this : add(name, label(value));
    }

    /// Adds a number or time in monospace, followed by a muted remark.
    FieldList number(String name, String value, String remark) {
        Label v = label(value);
        v.getStyleClass().add(Styles.MONO);
        // A number is never truncated; a time of day may take two lines.
        v.setWrapText(true);
        if (remark.isEmpty()) {
            add(name, v);
            v.setMaxHeight(Region.USE_COMPUTED_SIZE);
            return this;
        }
        Label r = label(remark);
        r.getStyleClass().add(Styles.TEXT_3);
        HBox box = new HBox(8, v, r);
        // The remark is shortened first; if there is still too little space, the value takes more lines.
        box.widthProperty()
                .addListener((_, _, newValue) ->
                        v.setMinWidth(Math.min(Math.ceil(v.prefWidth(-1)), newValue.doubleValue())));
        add(name, box);
        box.setMaxHeight(Region.USE_COMPUTED_SIZE);
        return this;
    }

    FieldList number(String name, String value) {
        return number(name, value, "");
    }

    /// Adds a value as a link, followed by a muted remark; ignored if empty.
    FieldList link(String name, String value, String remark, Runnable action) {
        if (value.isEmpty()) {
            return this;
        }
        Node link = Links.of(value, action);
        if (remark.isEmpty()) {
            return add(name, link);
        }
        Label r = label(remark);
        r.getStyleClass().add(Styles.TEXT_3);
        HBox box = new HBox(8, link, r);
        return add(name, box);
    }

    FieldList link(String name, String value, Runnable action) {
        return link(name, value, "", action);
    }

    FieldList add(String name, Node value) {
        Label key = new NameLabel(name);
        double line = LINE_HEIGHT * StyleSheets.factor();
        key.setMinHeight(line);
        key.setMaxHeight(line);
        if (value instanceof Region r) {
            r.setMinHeight(line);
            r.setMaxHeight(line);
            if (!(r instanceof Label)) {
                r.setMinWidth(0);
            }
        }
        if (value instanceof HBox box) {
            box.setAlignment(Pos.CENTER_LEFT);
        }
        GridPane.setValignment(key, VPos.CENTER);
        add(key, 0, lines);
        add(value, 1, lines);
        lines++;
        return this;
    }

    private static Label label(String text) {
        Label l = new Label(DisplayText.oneLine(text));
        l.getStyleClass().add("tg-field-value");
        l.setMinWidth(0);
        if (l.getText().length() > MAX_CHARS_WITHOUT_TOOLTIP) {
            Tooltips.set(l, l.getText());
        }
        return l;
    }

    /// Name of a field. Long values leave it the space that it needs.
    private static final class NameLabel extends Label {

        NameLabel(String name) {
            super(DisplayText.oneLine(name));
            getStyleClass().addAll("tg-field-value", "tg-field-name");
            Tooltips.set(this, getText().length() > MAX_CHARS_WITHOUT_TOOLTIP ? getText() : null);
        }

        @Override
        protected double computeMinWidth(double height) {
            return computePrefWidth(height);
        }

        @Override
        protected double computePrefWidth(double height) {
            double factor = StyleSheets.factor();
            return Math.clamp(super.computePrefWidth(height), MIN_NAMES_WIDTH * factor, MAX_NAMES_WIDTH * factor);
        }
    }
}
