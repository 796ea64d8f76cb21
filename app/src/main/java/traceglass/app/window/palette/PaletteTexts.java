package traceglass.app.window.palette;

import static traceglass.store.language.Translations.tr;

import java.util.List;
import traceglass.store.text.DisplayText;

/// Texts of the omnibox, in which users search and choose commands.
final class PaletteTexts {

    private PaletteTexts() {}

    // ---- Field

    static final String FIELD = tr("Search, or > for commands");
    /// Prompts of the search field without a trace, longest first.
    static final List<String> RECENT_PROMPTS =
            List.of(tr("Search recent traces, “>” for commands"), tr("Recent traces, “>” commands"), tr("Search"));
    /// Prompts of the search field with a trace, longest first.
    static final List<String> SEARCH_PROMPTS = List.of(
            tr("Search slices, threads and logs, “>” for commands, “:” for SQL"),
            tr("Search, “>” commands"),
            tr("Search"));

    static String searchOn(String scope) {
        return tr("Search {0}", DisplayText.oneLine(scope));
    }

    // ---- Hits

    static final String SEARCHING = tr("searching");
    static final String NO_MATCHES = tr("nothing found");
    static final String NO_COMMAND = tr("No command matches");
    static final String SCOPE = tr("Search scope: whole trace, selection, track chosen in its menu, or visible time");
    static final String PREVIOUS_HIT = tr("Previous result   Shift Enter");
    static final String NEXT_HIT = tr("Next result   Enter");
    static final String CLEAR = tr("Clear the search   Esc");

    /// @param index index of the current hit, negative for none
    /// @param hasMore whether there are more hits than these
    static String hits(int index, int size, boolean hasMore) {
        return (index < 0 ? "" : DisplayText.grouped(index + 1) + " / ")
                + DisplayText.grouped(size)
                + (hasMore ? "+" : "");
    }

    static String searchFailed(String text, String reason) {
        return tr("Search for “{0}” failed: {1}", text, reason);
    }

    // ---- Suggestions

    static final String RUN_AS_SQL = tr("Run as SQL");
    static final String CUT = "…";

    static String recent(String group) {
        return tr("{0} · recent", group);
    }

    static String titleAndLocation(String title, String location) {
        return title + ", " + location;
    }
}
