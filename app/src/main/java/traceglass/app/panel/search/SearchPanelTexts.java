package traceglass.app.panel.search;

import static traceglass.store.language.Translations.tr;

/// Texts of the list of search hits.
final class SearchPanelTexts {

    private SearchPanelTexts() {}

    static final String TAB = tr("Search results");
    static final String LIST_RESULTS = tr("List all search results");
    static final String WHERE = tr("Where");
    static final String TABLE = tr("Table");
}
