package traceglass.app.panel.search;

/// Texts of the list of search hits.
final class SearchPanelTexts {

    private SearchPanelTexts() {}

    static final String TAB = "Search results";
    static final String LIST_RESULTS = "List all search results";
    static final String WHERE = "Where";
    static final String TABLE = "Table";
}
