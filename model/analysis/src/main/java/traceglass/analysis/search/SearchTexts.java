package traceglass.analysis.search;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for the search in a trace.
final class SearchTexts {

    private SearchTexts() {}

    static String notRegex(String reason) {
        return tr("the text between the slashes is not a regular expression ({0})", reason);
    }

    static final String NO_THREAD_NAME = tr("thread");
}
