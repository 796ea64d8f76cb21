package traceglass.app.window.palette;

import java.util.List;
import traceglass.store.text.DisplayText;

/// Texts of the omnibox, in which users search and choose commands.
final class PaletteTexts {

    private PaletteTexts() {}

    // ---- Field

    static final String FIELD = "Search, or > for commands";
    /// Prompts of the search field without a trace, longest first.
    static final List<String> RECENT_PROMPTS =
            List.of("Search recent traces, “>” for commands", "Recent traces, “>” commands", "Search");
    /// Prompts of the search field with a trace, longest first.
    static final List<String> SEARCH_PROMPTS =
            List.of("Search slices, threads and logs, “>” for commands, “:” for SQL", "Search, “>” commands", "Search");

    static String searchOn(String scope) {
        return "Search " + DisplayText.oneLine(scope);
    }

    // ---- Hits

    static final String SEARCHING = "searching";
    static final String NO_MATCHES = "nothing found";
    static final String NO_COMMAND = "No command matches";
    static final String SCOPE = "Search scope: whole trace, selection, track chosen in its menu, or visible time";
    static final String PREVIOUS_HIT = "Previous result   Shift Enter";
    static final String NEXT_HIT = "Next result   Enter";
    static final String CLEAR = "Clear the search   Esc";

    /// @param index index of the current hit, negative for none
    /// @param hasMore whether there are more hits than these
    static String hits(int index, int size, boolean hasMore) {
        return (index < 0 ? "" : DisplayText.grouped(index + 1) + " / ")
                + DisplayText.grouped(size)
                + (hasMore ? "+" : "");
    }

    static String searchFailed(String text, String reason) {
        return "Search for “" + text + "” failed: " + reason;
    }

    // ---- Suggestions

    static final String RUN_AS_SQL = "Run as SQL";
    static final String CUT = "…";

    static String recent(String group) {
        return group + " · recent";
    }

    static String titleAndLocation(String title, String location) {
        return title + ", " + location;
    }
}
