package traceglass.app.panel.details;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.theme.StyleSheets;

/// Details of an event in columns: fields, related data, and on the right the arguments. Without arguments, the right
/// column shows related events if the window is wide enough; otherwise they are below the related data.
final class DetailColumns extends HBox {

    private static final double FIELDS_WIDTH = 430;
    /// Width of the fields in a window with more room than the other columns use.
    private static final double MAX_FIELDS_WIDTH = 600;
    private static final double MIN_FIELDS_WIDTH = 300;
    private static final double RIGHT_WIDTH = 470;
    private static final double MIN_RIGHT_WIDTH = 320;
    /// Wider columns make it hard to match a name with its number.
    private static final double MAX_MIDDLE_WIDTH = 760;
    /// Padding of a column on the left and right.
    private static final double PADDING = 28;

    private final Region left;
    private final VBox middleColumn;
    private final Region middle;
    private final VBox sideColumn = column();
    private final Region rightColumn;
    private final List<Node> mainNodes;
    private final List<Node> sideNodes;

    /// Creates columns.
    ///
    /// @param fields fields of the event
    /// @param main data related to the event
    /// @param side related events
    DetailColumns(List<Node> fields, List<Node> main, List<Node> side) {
        VBox first = column();
        first.getChildren().setAll(List.copyOf(fields));
        left = scrolling(first);
        HBox.setHgrow(left, Priority.SOMETIMES);
        mainNodes = List.copyOf(main);
        sideNodes = List.copyOf(side);
        middleColumn = column();
        middle = scrolling(middleColumn);
        middle.getStyleClass().add("tg-details-middle");
        HBox.setHgrow(middle, Priority.ALWAYS);
        rightColumn = scrolling(sideColumn);
        rightColumn.getStyleClass().add("tg-details-middle");
        rightColumn.setId("details-aside");
        setRightWidths(rightColumn);
        for (List<Node> nodes : List.of(mainNodes, sideNodes)) {
            nodes.forEach(n -> {
                if (n instanceof Region r) {
                    r.setMaxWidth(MAX_MIDDLE_WIDTH * StyleSheets.factor());
                }
            });
        }
        getStyleClass().add("tg-details");
    }

    private static VBox column() {
        VBox box = new VBox();
        box.getStyleClass().add("tg-details-column");
        return box;
    }

    private static Region scrolling(VBox content) {
        ScrollPane scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMinWidth(0);
        return scroll;
    }

    private static void setRightWidths(Region column) {
        StyleSheets.setWidths(column, MIN_RIGHT_WIDTH, RIGHT_WIDTH, Double.MAX_VALUE);
        HBox.setHgrow(column, Priority.SOMETIMES);
    }

    /// Arranges the columns.
    ///
    /// @param args the arguments if they are shown here, or null
    /// @param isWide whether there is room for a third column
    void arrange(Region args, boolean isWide) {
        boolean hasThirdColumn = args == null && isWide && !mainNodes.isEmpty() && !sideNodes.isEmpty();
        middleColumn.getChildren().setAll(mainNodes);
        sideColumn.getChildren().clear();
        (hasThirdColumn ? sideColumn : middleColumn).getChildren().addAll(sideNodes);
        getChildren().setAll(left);
        // Without other columns, the fields take all the width, for long values.
        boolean isAlone = args == null && mainNodes.isEmpty() && sideNodes.isEmpty();
        boolean hasRightColumn = hasThirdColumn || args != null;
        StyleSheets.setWidths(
                left,
                MIN_FIELDS_WIDTH,
                isAlone ? MAX_MIDDLE_WIDTH : FIELDS_WIDTH,
                isAlone ? MAX_MIDDLE_WIDTH : hasRightColumn ? MAX_FIELDS_WIDTH : FIELDS_WIDTH);
        // The middle column grows first. The other columns get the space that it does not use, so that there is no
        // gap.
        StyleSheets.setWidths(
                middle, 0, Region.USE_COMPUTED_SIZE, hasRightColumn ? MAX_MIDDLE_WIDTH + PADDING : Double.MAX_VALUE);
        if (!middleColumn.getChildren().isEmpty()) {
            getChildren().add(middle);
        }
        if (hasThirdColumn) {
            getChildren().add(rightColumn);
        } else if (args != null) {
            setRightWidths(args);
            getChildren().add(args);
        }
    }
}
