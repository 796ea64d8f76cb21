package traceglass.app.window;

import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TraceLink;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.ui.bar.StatusBar;
import traceglass.render.TimelineView;
import traceglass.store.time.TimeSpan;

/// Copies a link to the current view: the trace, the visible time, the selection, and the SQL on the SQL page.
final class LinkCommand {

    private final TraceSlot slot;
    private final MainWindow window;
    private final TimelineView view;
    private final StatusBar status;

    LinkCommand(TraceSlot slot, MainWindow window, TimelineView view, StatusBar status) {
        this.slot = slot;
        this.window = window;
        this.view = view;
        this.status = status;
    }

    void register() {
        slot.host()
                .commands()
                .register(Command.of(
                        "trace.copylink",
                        CommandGroups.TRACE,
                        WindowTexts.COPY_LINK,
                        "link",
                        "",
                        this::isEnabled,
                        this::copy));
    }

    private boolean isEnabled() {
        TraceSession session = slot.trace().session();
        return session != null && session.isReady();
    }

    private void copy() {
        String link = link().text();
        ClipboardContent content = new ClipboardContent();
        content.putString(link);
        Clipboard.getSystemClipboard().setContent(content);
        status.setState("copy", CommonTexts.COPIED, link);
    }

    private TraceLink link() {
        Selection selection = slot.selection().get();
        Page page = window.pageProperty().get();
        String sql = page instanceof SqlOpener editor && !editor.text().isBlank() ? editor.text() : null;
        return new TraceLink(
                slot.trace().session().file().toAbsolutePath().normalize(),
                visible(),
                selection instanceof Selection.Area a ? TimeRange.of(new TimeSpan(a.start(), a.end())) : null,
                selection instanceof Selection.Event e && EventRef.isReferenceable(e.table())
                        ? new EventRef(e.table(), e.id())
                        : null,
                sql);
    }

    /// Returns the visible part of the trace, or null if none of it is visible.
    private TimeRange visible() {
        TimeSpan bounds = slot.trace().session().bounds();
        TimeSpan span = view.visibleSpanProperty().get();
        long start = Math.max(span.start(), bounds.start());
        long end = Math.min(span.end(), bounds.end());
        return start < end && start >= 0 ? TimeRange.of(new TimeSpan(start, end)) : null;
    }
}
