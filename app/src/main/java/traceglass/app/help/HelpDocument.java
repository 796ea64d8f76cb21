package traceglass.app.help;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Separator;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocTarget;
import traceglass.app.docs.DocText;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.render.control.Tooltips;

/// A page of the documentation as nodes: headings, paragraphs, lists, tables and code.
final class HelpDocument extends VBox {

    private static final double MAX_WIDTH = 820;
    /// Minimum weight of a column of a table, in characters, before the weights are scaled to 100%.
    private static final int MIN_COLUMN_CHARS = 8;

    /// Maximum weight of a column of a table, in characters, before the weights are scaled to 100%.
    private static final int MAX_COLUMN_CHARS = 60;
    private static final double LINE_SPACING = 3;
    private static final String TEXT = "tg-doc-text";
    private static final String SQL = "sql";

    /// Actions of links and buttons on a page.
    interface Actions {
        void follow(DocTarget target);

        void copy(String text);

        /// Opens SQL in an editor.
        void openSql(String sql);

        /// Returns whether there is a trace to query.
        boolean canOpenSql();
    }

    private final DocPage page;
    private final Actions actions;
    private final Map<String, Node> headings = new HashMap<>();

    HelpDocument(DocPage page, Actions actions) {
        this.page = page;
        this.actions = actions;
        getStyleClass().add("tg-doc");
        setId("help-document");
        StyleSheets.setWidths(this, USE_COMPUTED_SIZE, USE_COMPUTED_SIZE, MAX_WIDTH);
        getChildren().setAll(blocks(page.root()));
    }

    DocPage page() {
        return page;
    }

    /// Returns the node of a heading, or null if the page has none with this id.
    @Nullable
    Node heading(String anchor) {
        return headings.get(anchor);
    }

    private List<Node> blocks(org.commonmark.node.Node parent) {
        List<Node> nodes = new ArrayList<>();
        for (var child = parent.getFirstChild(); child != null; child = child.getNext()) {
            // Comments are for the web site and for tests.
            if (!(child instanceof HtmlBlock)) {
                nodes.add(block(child));
            }
        }
        return nodes;
    }

    private Node block(org.commonmark.node.Node node) {
        return switch (node) {
            case Heading heading -> heading(heading);
            case Paragraph _ -> flow(node);
            case BulletList _ -> list(node, 0);
            case OrderedList ordered ->
                list(node, ordered.getMarkerStartNumber() == null ? 1 : ordered.getMarkerStartNumber());
            case FencedCodeBlock code -> code(code.getLiteral(), code.getInfo());
            case IndentedCodeBlock code -> code(code.getLiteral(), "");
            case TableBlock table -> table(table);
            case ThematicBreak _ -> new Separator();
            case BlockQuote _ -> styled(new VBox(8, blocks(node).toArray(Node[]::new)), "tg-doc-quote");
            default -> new VBox(8, blocks(node).toArray(Node[]::new));
        };
    }

    private Label heading(Heading heading) {
        Label label = new Label(DocText.of(heading));
        label.setWrapText(true);
        label.getStyleClass().add("tg-doc-h" + Math.min(heading.getLevel(), 3));
        page.anchor(heading).ifPresent(a -> headings.put(a, label));
        return label;
    }

    private TextFlow flow(org.commonmark.node.Node parent) {
        TextFlow flow = new TextFlow();
        flow.setMinWidth(0);
        flow.setLineSpacing(LINE_SPACING);
        addInline(parent, List.of(TEXT), flow);
        return flow;
    }

    private void addInline(org.commonmark.node.Node parent, List<String> styles, TextFlow flow) {
        for (var child = parent.getFirstChild(); child != null; child = child.getNext()) {
            switch (child) {
                case org.commonmark.node.Text text -> add(flow, text.getLiteral(), styles);
                case Code code ->
                    add(flow, code.getLiteral(), withStyle(withStyle(styles, Styles.MONO), "tg-doc-code"));
                case SoftLineBreak _ -> add(flow, " ", styles);
                case HardLineBreak _ -> add(flow, "\n", styles);
                case Emphasis _ -> addInline(child, withStyle(styles, "tg-doc-em"), flow);
                case StrongEmphasis _ -> addInline(child, withStyle(styles, "tg-doc-strong"), flow);
                case Link link -> {
                    Node shown = link(link, styles);
                    flow.getChildren().add(shown);
                    if (shown instanceof Hyperlink wide) {
                        wrapIfTooWide(wide, flow);
                    }
                }
                case HtmlInline _, Image _ -> {
                    // Pictures are on the web site; the window shows the program itself.
                }
                default -> addInline(child, styles, flow);
            }
        }
    }

    private static List<String> withStyle(List<String> styles, String style) {
        List<String> extended = new ArrayList<>(styles);
        extended.add(style);
        return extended;
    }

    private static void add(TextFlow flow, String words, List<String> styles) {
        Text text = new Text(words);
        text.getStyleClass().addAll(styles);
        flow.getChildren().add(text);
    }

    private Node link(Link link, List<String> styles) {
        String words = DocText.of(link);
        DocTarget target = DocTarget.of(page.id(), link.getDestination());
        if (target instanceof DocTarget.File) {
            // Files of the repository are not part of the program.
            Text text = new Text(words);
            text.getStyleClass().addAll(styles);
            return text;
        }
        Hyperlink shown = Links.of(words, () -> actions.follow(target));
        if (target instanceof DocTarget.Web(String address)) {
            Tooltips.set(shown, HelpPageTexts.COPY_ADDRESS + address);
        }
        shown.getStyleClass().add("tg-doc-link");
        return shown;
    }

    /// Wraps a link that is wider than the flow, which would truncate it.
    private static void wrapIfTooWide(Hyperlink link, TextFlow flow) {
        link.setWrapText(true);
        flow.widthProperty().addListener(_ -> {
            link.setPrefWidth(Region.USE_COMPUTED_SIZE);
            if (link.prefWidth(-1) > flow.getWidth()) {
                link.setPrefWidth(flow.getWidth());
            }
        });
    }

    private VBox list(org.commonmark.node.Node list, int first) {
        VBox items = new VBox(4);
        int number = first;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            Label marker = new Label(first == 0 ? "•" : number++ + ".");
            marker.setMinWidth(Region.USE_PREF_SIZE);
            marker.getStyleClass().add(Styles.TEXT_3);
            VBox content = new VBox(6, blocks(item).toArray(Node[]::new));
            content.setMinWidth(0);
            HBox.setHgrow(content, Priority.ALWAYS);
            HBox row = new HBox(8, marker, content);
            row.setAlignment(Pos.TOP_LEFT);
            items.getChildren().add(row);
        }
        return styled(items, "tg-doc-list");
    }

    private Node code(String text, String language) {
        String shown = text.stripTrailing();
        Label code = new Label(shown);
        code.getStyleClass().addAll(Styles.MONO, "tg-doc-block");
        code.setWrapText(true);
        code.setMaxWidth(Double.MAX_VALUE);
        HBox buttons = new HBox(4, ToolButton.of("copy", CommonTexts.COPY, "doc-copy", () -> actions.copy(shown)));
        if (SQL.equals(language) && actions.canOpenSql()) {
            buttons.getChildren()
                    .add(ToolButton.of("sql", HelpPageTexts.OPEN_SQL, "doc-sql", () -> actions.openSql(shown)));
        }
        return styled(new VBox(4, code, buttons), "tg-doc-code-box");
    }

    private GridPane table(TableBlock table) {
        GridPane grid = new GridPane(14, 6);
        List<Integer> widths = new ArrayList<>();
        int[] row = {0};
        for (var node = table.getFirstChild(); node != null; node = node.getNext()) {
            for (var line = node.getFirstChild(); line != null; line = line.getNext()) {
                if (line instanceof TableRow) {
                    addRow(grid, line, row[0]++, widths);
                }
            }
        }
        int total = widths.stream().mapToInt(Integer::intValue).sum();
        for (int width : widths) {
            ColumnConstraints column = new ColumnConstraints();
            column.setPercentWidth(100.0 * width / total);
            grid.getColumnConstraints().add(column);
        }
        return styled(grid, "tg-doc-table");
    }

    private void addRow(GridPane grid, org.commonmark.node.Node line, int row, List<Integer> widths) {
        int column = 0;
        for (var cell = line.getFirstChild(); cell != null; cell = cell.getNext()) {
            TextFlow flow = flow(cell);
            if (row == 0) {
                flow.getChildren().forEach(n -> n.getStyleClass().add("tg-doc-strong"));
            }
            GridPane.setValignment(flow, VPos.TOP);
            grid.add(flow, column, row);
            int width = Math.clamp(DocText.of(cell).length(), MIN_COLUMN_CHARS, MAX_COLUMN_CHARS);
            if (column < widths.size()) {
                widths.set(column, Math.max(widths.get(column), width));
            } else {
                widths.add(width);
            }
            column++;
        }
    }

    private static <N extends Node> N styled(N node, String style) {
        node.getStyleClass().add(style);
        return node;
    }
}
