package traceglass.app.window.stage;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.List;

/// Texts about windows on a screen, and messages of windows that are drawn to pictures or measured.
final class StageTexts {

    private StageTexts() {}

    // ---- Windows

    static final String COLOR_SCHEME = tr("Color scheme:");
    static final String SAVED_PICTURE = tr("Saved the picture");
    static final String LINK_WINDOWS = tr("Link or unlink the timelines of windows");
    static final String CHOOSE_WINDOWS = tr("Choose the windows to link");
    static final String LINKED = tr("Linked");
    static final String LINKED_WITH = tr("with other windows; Ctrl Alt S unlinks");
    static final String UNLINKED = tr("Unlinked");
    static final String UNLINKED_FROM = tr("from other windows");

    static String allWindows(int count) {
        return tr("All {0} windows", count);
    }

    static String thisWindowAnd(int number, String trace) {
        return tr("This window and window {0}: {1}", number, trace);
    }

    // ---- Windows without a screen

    static final String ONLY_TIMELINE_AS_SVG =
            tr("only the timeline can be drawn as SVG; write other pages to a PNG file");
    static final String INTERRUPTED = tr("interrupted");

    static String cantOpenHere(String reason) {
        return tr(
                "traceglass: can't open a window here. \"traceglass screenshot TRACE -o OUT.png\" "
                        + "draws to a file; query and info need no window. ({0})",
                reason);
    }

    static String cantOpenWindow(Throwable cause) {
        return tr("can't open the window: {0}", cause);
    }

    static String traceNotShown(long timeoutSeconds) {
        return tr("the trace was not shown within {0} s", timeoutSeconds);
    }

    static String cantDrawWindow(Throwable cause) {
        return tr("can't draw the window: {0}", cause);
    }

    static String pictureNotComplete(long timeoutSeconds) {
        return tr("the picture was not complete within {0} s", timeoutSeconds);
    }

    static String isFolder(Path folder) {
        return tr("{0} is a folder; choose a trace file in it, or import its traces as a fleet", folder);
    }

    static String joinNotices(List<String> notices) {
        return String.join(" ", notices);
    }

    static String noCompareSection(String name) {
        return tr("the compare page has no section '{0}'", name);
    }

    static String noPageOrTab(String name, List<String> pages, List<String> tabs) {
        return tr(
                "unknown page or tab '{0}'; pages and tabs: {1}, {2}",
                name, String.join(", ", pages), String.join(", ", tabs));
    }

    static String noCommand(String id) {
        return tr("unknown window command '{0}'", id);
    }

    static String commandNotAvailable(String id) {
        return tr("the command {0} is not available for this page and selection", id);
    }

    // ---- Importers

    static final String ALLOW = tr("Allow");
    static final String DONT_LOAD = tr("Don't load");

    static String allowImporters(String jar) {
        return tr("Allow the importers of {0}?", jar);
    }

    static String importersDetail(Path jar, List<String> classes) {
        return tr(
                "It contains importers for more formats: {0}. Its code can do anything that you can: "
                        + "read, change and delete your files, and use the network. Allow it only if you trust "
                        + "where it comes from. If the file changes, you will be asked again.\n\n{1}",
                String.join(", ", classes), jar);
    }

    static String cantSaveImporters(String reason) {
        return tr("Can't save the decision about importers: {0}", reason);
    }
}
