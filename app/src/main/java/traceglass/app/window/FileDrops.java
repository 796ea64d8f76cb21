package traceglass.app.window;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import traceglass.app.context.OpenTrace;
import traceglass.app.ui.Notices;
import traceglass.app.window.opening.DropChoice;
import traceglass.app.window.pair.SecondTrace;

/// Handles files dragged onto the window: shows a drop frame while they are dragged and opens them when they are
/// dropped. The first file replaces the open trace or becomes the second trace; a second file becomes the second
/// trace. More files are offered for import as a fleet.
final class FileDrops {

    private final OpenTrace trace;
    private final Notices notices;
    private final StackPane root;
    private final TraceOpening opening;
    private final SecondTrace secondTrace;
    private final Region frame = new Region();
    private final DropChoice choice = new DropChoice();

    /// Installs the drag handlers on the window's content.
    FileDrops(OpenTrace trace, Notices notices, StackPane root, TraceOpening opening, SecondTrace secondTrace) {
        this.trace = trace;
        this.notices = notices;
        this.root = root;
        this.opening = opening;
        this.secondTrace = secondTrace;
        frame.getStyleClass().add("tg-drop-frame");
        frame.setMouseTransparent(true);
        frame.setVisible(false);
        root.addEventHandler(DragEvent.DRAG_OVER, this::dragOver);
        root.addEventHandler(DragEvent.DRAG_EXITED, e -> dragEnded());
        root.addEventHandler(DragEvent.DRAG_DROPPED, this::filesDropped);
    }

    /// Returns the nodes to show above everything else while files are dragged.
    List<Node> layers() {
        return List.of(frame, choice);
    }

    private void dragOver(DragEvent e) {
        if (e.getDragboard().hasFiles()) {
            e.acceptTransferModes(TransferMode.COPY);
            frame.setVisible(true);
            choice.show(trace.session() != null, root.getWidth(), e.getSceneX());
            e.consume();
        }
    }

    private void filesDropped(DragEvent e) {
        boolean opensSecond = choice.opensSecond();
        dragEnded();
        if (e.getDragboard().hasFiles()) {
            drop(e.getDragboard().getFiles().stream().map(File::toPath).toList(), opensSecond);
            e.setDropCompleted(true);
            e.consume();
        }
    }

    private void dragEnded() {
        frame.setVisible(false);
        choice.hide();
    }

    /// Opens dropped files.
    ///
    /// @param opensSecond whether the first file opens as the second trace
    void drop(List<Path> files, boolean opensSecond) {
        if (opensSecond && trace.session() != null) {
            secondTrace.open(files.getFirst(), ok -> {});
            reportIgnored(files, true);
        } else if (files.size() > 2) {
            opening.offer(files, () -> openFirst(files));
        } else if (!files.isEmpty()) {
            openFirst(files);
        }
    }

    private void openFirst(List<Path> files) {
        opening.open(files.getFirst(), ok -> {
            reportIgnored(files, false);
            if (ok && files.size() > 1) {
                secondTrace.open(files.get(1), also -> {});
            }
        });
    }

    /// Reports which of the dropped files were opened, once the traces that the banner belongs to are open.
    private void reportIgnored(List<Path> files, boolean opensSecond) {
        if (files.size() > (opensSecond ? 1 : 2)) {
            notices.show(
                    Notices.Severity.INFO,
                    "drop",
                    opensSecond ? WindowTexts.onlyFirstDropped(files) : WindowTexts.onlyTwoDropped(files));
        }
    }
}
