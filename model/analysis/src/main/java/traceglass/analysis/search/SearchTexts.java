package traceglass.analysis.search;

/// User-visible strings for the search in a trace.
final class SearchTexts {

    private SearchTexts() {}

    static String notRegex(String reason) {
        return "the text between the slashes is not a regular expression (" + reason + ')';
    }

    static final String NO_THREAD_NAME = "thread";
}
