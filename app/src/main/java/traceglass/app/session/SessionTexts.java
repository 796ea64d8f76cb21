package traceglass.app.session;

import java.nio.file.Path;
import java.util.List;
import traceglass.store.text.DisplayText;

/// Texts of the open trace: errors of opening, groups of the user's own tracks, and scopes of the search.
final class SessionTexts {

    private SessionTexts() {}

    // ---- Opening

    static String cantShow(Path file, Exception error) {
        return "Can't show " + file + ": " + error.getMessage();
    }

    static String notEnoughMemory(Path file) {
        return "Not enough memory to open " + file + ". Start Traceglass with a larger --memory-limit.";
    }

    static String internalError(Path file, Throwable error) {
        return "Can't open " + file + " because of an internal error: " + error;
    }

    // ---- A running recording

    static String cantShowLive(String reason) {
        return "The timeline no longer grows: " + reason + ". The recording continues.";
    }

    // ---- Colors to choose from

    /// Names of [TraceNotes#COLORS], in their order.
    static final List<String> COLORS = List.of("Amber", "Blue", "Green", "Violet", "Red", "Gray");

    // ---- Tracks of the user

    static final String DEBUG = "Debug";
    static final String FORMULAS = "Formulas";

    static String tracks(int count) {
        return DisplayText.count(count, "track", "tracks");
    }

    // ---- Search

    static final String EVERYWHERE = "everywhere";
    static final String IN_SELECTION = "in the selection";
    static final String ON_TRACK = "on the track";
    static final String IN_VISIBLE_TIME = "in the visible time";

    static String onTrack(String track) {
        return "on " + track;
    }
}
