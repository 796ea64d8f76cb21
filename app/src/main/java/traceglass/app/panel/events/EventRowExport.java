package traceglass.app.panel.events;

import java.nio.file.Path;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.listing.EventExport;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.rows.DelimitedText;
import traceglass.analysis.rows.RowFiles;
import traceglass.app.context.Messages;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;

/// Saves rows of an event list to a file, or copies them to the clipboard.
///
/// @param messages reports the outcome
/// @param listing the list of events
record EventRowExport(Messages messages, EventListing listing) {

    /// Asks for a file and saves events.
    ///
    /// @param keys keys of the events
    void save(TraceSession session, long[] keys, RowFiles.Format format) {
        messages.dialogs()
                .chooseSave(
                        EventTexts.saveAs(listing, format.title()),
                        listing.id() + "." + format.extension(),
                        format.title(),
                        format.extension())
                .ifPresent(file -> save(session, keys, format, file));
    }

    private void save(TraceSession session, long[] keys, RowFiles.Format format, Path file) {
        messages.status().setState("export", EventTexts.SAVING, EventTexts.eventsSaved(listing, keys.length, file));
        session.queries()
                .submit(
                        listing.id() + "-export",
                        q -> {
                            if (!listing.requiredData().isEmpty()) {
                                session.ensure(listing.requiredData());
                            }
                            RowFiles.write(EventExport.rows(q, listing, keys), format, file);
                            return file;
                        },
                        done -> messages.status()
                                .setState(
                                        "check", CommonTexts.SAVED, EventTexts.eventsSaved(listing, keys.length, done)),
                        e -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "save-events",
                                        CommonTexts.cantWrite(file, EventTexts.firstLine(e))));
    }

    /// Copies events as text with tabs.
    ///
    /// @param keys keys of the events
    void copy(TraceSession session, long[] keys) {
        session.queries()
                .submit(
                        listing.id() + "-copy",
                        q -> {
                            // The header is included only for several rows.
                            return DelimitedText.writeTabs(EventExport.rows(q, listing, keys), keys.length > 1);
                        },
                        text -> {
                            ClipboardContent content = new ClipboardContent();
                            content.putString(keys.length == 1 ? text.stripTrailing() : text);
                            Clipboard.getSystemClipboard().setContent(content);
                            messages.status()
                                    .setState("check", CommonTexts.COPIED, EventTexts.events(listing, keys.length));
                        },
                        e -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "copy-events",
                                        EventTexts.cantCopyRows(EventTexts.firstLine(e))));
    }
}
