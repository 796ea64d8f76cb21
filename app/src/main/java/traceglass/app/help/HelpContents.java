package traceglass.app.help;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import traceglass.app.docs.DocGroup;
import traceglass.app.docs.DocHit;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Styles;

/// Left column of the help page: a search field above the table of contents or the search results.
final class HelpContents extends VBox {

    private static final int MAX_HITS = 40;

    /// Shows a page.
    interface Opener {
        void open(DocPage page, String anchor);
    }

    private final Opener opener;
    private final FilterField search;
    private final VBox list = new VBox(1);
    private final Map<Node, DocPage> items = new HashMap<>();
    private DocLibrary library = DocLibrary.of(List.of());
    private @Nullable DocPage shownPage;

    HelpContents(Opener opener) {
        this.opener = opener;
        getStyleClass().add("tg-help-contents");
        search = new FilterField("docs-search", HelpPageTexts.SEARCH, _ -> fill());
        search.field().setOnAction(_ -> openFirst());
        list.setId("docs-list");
        ScrollPane scroll = new ScrollPane(list);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(search, scroll);
    }

    void show(DocLibrary newLibrary) {
        library = newLibrary;
        fill();
    }

    /// Highlights the page that is shown.
    void mark(@Nullable DocPage page) {
        shownPage = page;
        items.forEach(
                (node, p) -> node.pseudoClassStateChanged(Styles.SELECTED, page != null && p.id().equals(page.id())));
    }

    void focusSearch() {
        search.field().requestFocus();
        search.field().selectAll();
    }

    private String query() {
        return search.field().getText().strip();
    }

    private void openFirst() {
        library.search(query(), 1).forEach(this::open);
    }

    /// Opens a hit: a page at its top, or at a heading below it.
    private void open(DocHit hit) {
        opener.open(hit.page(), hit.section().level() == 1 ? "" : hit.section().anchor());
    }

    private void fill() {
        list.getChildren().clear();
        items.clear();
        if (query().isEmpty()) {
            library.page(DocLibrary.INDEX).ifPresent(this::addPage);
            for (DocGroup group : library.contents()) {
                Label title = new Label(group.title());
                title.getStyleClass().addAll(Styles.SECTION, "tg-help-group");
                list.getChildren().add(title);
                group.pages().forEach(this::addPage);
            }
        } else {
            List<DocHit> hits = library.search(query(), MAX_HITS);
            hits.forEach(this::addHit);
            if (hits.isEmpty()) {
                Label none = new Label(HelpPageTexts.NO_MATCHES);
                none.getStyleClass().add(Styles.TEXT_3);
                list.getChildren().add(none);
            }
        }
        mark(shownPage);
    }

    private void addPage(DocPage page) {
        Label title = new Label(page.title());
        title.setWrapText(true);
        Node item = item(page.title(), () -> opener.open(page, ""), title);
        item.setId("docs-page-" + page.id());
        items.put(item, page);
    }

    private void addHit(DocHit hit) {
        Label title = new Label(HelpPageTexts.hit(hit));
        title.setWrapText(true);
        title.getStyleClass().add("tg-help-hit");
        Label excerpt = new Label(hit.excerpt());
        excerpt.setWrapText(true);
        excerpt.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        item(HelpPageTexts.hit(hit), () -> open(hit), title, excerpt);
    }

    private Node item(String text, Runnable action, Label... labels) {
        VBox item = new VBox(labels);
        item.getStyleClass().add("tg-help-item");
        item.setAccessibleRole(AccessibleRole.BUTTON);
        item.setAccessibleText(text);
        item.setFocusTraversable(true);
        item.setOnMouseClicked(_ -> action.run());
        item.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                action.run();
                e.consume();
            }
        });
        list.getChildren().add(item);
        return item;
    }
}
