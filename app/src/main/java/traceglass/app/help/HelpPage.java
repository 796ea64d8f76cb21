package traceglass.app.help;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.docs.DocLibrary;
import traceglass.app.docs.DocPage;
import traceglass.app.docs.DocTarget;
import traceglass.app.docs.SchemaDocs;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Links;
import traceglass.app.ui.Page;
import traceglass.app.ui.ToolButton;

/// Page with the documentation. The documentation is read when the page is first shown; pages about the schema are
/// added when they have been generated.
public final class HelpPage implements Page {

    public static final String ID = "help";

    /// A position to which *Back* returns.
    private record Visit(String page, double position) {}

    private final TraceSlot slot;
    private final Messages messages;
    private final BorderPane root = new BorderPane();
    private final HelpContents contents = new HelpContents(this::open);
    private final ScrollPane scroll = new ScrollPane();
    private final Button back;
    private final Deque<Visit> visits = new ArrayDeque<>();
    private DocLibrary library = DocLibrary.of(List.of());
    private @Nullable HelpDocument document;
    private boolean isRequested;
    private boolean isComplete;

    public HelpPage(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        root.setId("help-page");
        StyleSheets.add(root, StyleSheets.HELP);
        root.setLeft(contents);
        back = ToolButton.of("chevron-left", HelpPageTexts.BACK, "docs-back", this::goBack);
        back.setDisable(true);
        HBox bar = new HBox(
                12,
                back,
                Links.of(
                        CommonTexts.KEYBOARD_SHORTCUTS,
                        () -> slot.host().commands().run("help.keys")),
                Links.of(CommonTexts.ALL_COMMANDS, () -> slot.host().commands().run("help.commands")));
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().add("tg-help-bar");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("tg-help-scroll");
        showMessage(HelpPageTexts.LOADING);
        BorderPane right = new BorderPane(scroll);
        right.setTop(bar);
        root.setCenter(right);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return HelpPageTexts.HELP;
    }

    @Override
    public String icon() {
        return "help";
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public boolean needsTrace() {
        return false;
    }

    @Override
    public boolean isComplete() {
        return !isRequested || isComplete;
    }

    @Override
    public void onShown() {
        contents.focusSearch();
        if (!isRequested) {
            isRequested = true;
            // Tables of an empty trace are created in a database, which must not occupy a virtual thread's carrier.
            Thread.ofPlatform().daemon().name("documentation").start(this::read);
        }
    }

    private void read() {
        try {
            DocLibrary bundled = DocLibrary.bundled();
            FxThread.later(() -> show(bundled, false));
            DocLibrary library = SchemaDocs.addTo(bundled);
            FxThread.later(() -> show(library, true));
        } catch (IOException | RuntimeException e) {
            System.getLogger(HelpPage.class.getName()).log(System.Logger.Level.WARNING, "reading the documentation", e);
            FxThread.later(() -> failed(e));
        }
    }

    private void failed(Exception e) {
        isComplete = true;
        if (document == null) {
            showMessage(HelpPageTexts.failed(String.valueOf(e.getMessage())));
        }
    }

    private void show(DocLibrary read, boolean isComplete) {
        library = read;
        this.isComplete = isComplete;
        contents.show(read);
        if (document == null) {
            library.page(DocLibrary.INDEX).ifPresent(index -> display(index, ""));
        }
    }

    private void showMessage(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("tg-empty");
        label.setWrapText(true);
        scroll.setContent(new StackPane(label));
    }

    /// Shows a page and scrolls to a heading.
    private void open(DocPage page, String anchor) {
        if (document != null) {
            visits.push(new Visit(document.page().id(), scroll.getVvalue()));
            back.setDisable(false);
        }
        display(page, anchor);
    }

    private void display(DocPage page, String anchor) {
        HelpDocument shown = document;
        if (shown == null || shown.page() != page) {
            shown = new HelpDocument(page, new PageActions());
            document = shown;
            VBox holder = new VBox(shown);
            holder.getStyleClass().add("tg-help-body");
            scroll.setContent(holder);
        }
        contents.mark(page);
        Node heading = shown.heading(anchor);
        scroll.applyCss();
        scroll.layout();
        scroll.setVvalue(heading == null ? 0 : scrollPosition(heading));
    }

    /// Returns the scroll bar value at which a node is at the top.
    private double scrollPosition(Node node) {
        Bounds content = scroll.getContent().getBoundsInLocal();
        Bounds bounds = scroll.getContent().sceneToLocal(node.localToScene(node.getBoundsInLocal()));
        double scrollableHeight =
                content.getHeight() - scroll.getViewportBounds().getHeight();
        return scrollableHeight <= 0 ? 0 : Math.clamp(bounds.getMinY() / scrollableHeight, 0, 1);
    }

    private void goBack() {
        if (!visits.isEmpty()) {
            Visit visit = visits.pop();
            back.setDisable(visits.isEmpty());
            library.page(visit.page).ifPresent(page -> {
                display(page, "");
                scroll.setVvalue(visit.position);
            });
        }
    }

    /// Actions of the links and buttons on a page.
    private final class PageActions implements HelpDocument.Actions {

        @Override
        public void follow(DocTarget target) {
            switch (target) {
                case DocTarget.Page(String id, String anchor) ->
                    library.page(id).ifPresent(page -> open(page, anchor));
                case DocTarget.Web(String address) -> {
                    copy(address);
                    messages.status().setState("check", HelpPageTexts.copied(address), "");
                }
                case DocTarget.File _ -> {
                    // Files are not shown as links.
                }
            }
        }

        @Override
        public void copy(String text) {
            ClipboardContent content = new ClipboardContent();
            content.putString(text);
            Clipboard.getSystemClipboard().setContent(content);
        }

        @Override
        public void openSql(String sql) {
            slot.navigation().navigator().openSql(sql, false);
        }

        @Override
        public boolean canOpenSql() {
            return slot.trace().session() != null;
        }
    }
}
