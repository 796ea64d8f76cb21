package traceglass.analysis.tree;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for the tree of tracks, except names of groups that standard traces have.
final class TreeTexts {

    private TreeTexts() {}

    static final String NO_THREAD_NAME = tr("Thread");
    static final String OTHER = tr("Other");

    static String machine(String label) {
        return tr("machine {0}", label);
    }

    static String tracks(int n) {
        return DisplayText.count(n, "track", "tracks");
    }
}
