package traceglass.app.session;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.util.List;
import traceglass.store.text.DisplayText;

/// Texts of the open trace: errors of opening, groups of the user's own tracks, and scopes of the search.
final class SessionTexts {

    private SessionTexts() {}

    // ---- Opening

    static String cantShow(Path file, Exception error) {
        return tr("Can't show {0}: {1}", file, error.getMessage());
    }

    static String notEnoughMemory(Path file) {
        return tr("Not enough memory to open {0}. Start Traceglass with a larger --memory-limit.", file);
    }

    static String internalError(Path file, Throwable error) {
        return tr("Can't open {0} because of an internal error: {1}", file, error);
    }

    // ---- A running recording

    static String cantShowLive(String reason) {
        return tr("The timeline no longer grows: {0}. The recording continues.", reason);
    }

    // ---- Colors to choose from

    /// Names of [TraceNotes#COLORS], in order.
    static final List<String> COLORS =
            List.of(tr("Amber"), tr("Blue"), tr("Green"), tr("Violet"), tr("Red"), tr("Gray"));

    // ---- Tracks of the user

    static final String DEBUG = tr("Debug");
    static final String FORMULAS = tr("Formulas");

    static String tracks(int count) {
        return DisplayText.count(count, "track", "tracks");
    }

    // ---- Search

    static final String EVERYWHERE = tr("everywhere");
    static final String IN_SELECTION = tr("in the selection");
    static final String ON_TRACK = tr("on the track");
    static final String IN_VISIBLE_TIME = tr("in the visible time");

    static String onTrack(String track) {
        return tr("on {0}", track);
    }
}
