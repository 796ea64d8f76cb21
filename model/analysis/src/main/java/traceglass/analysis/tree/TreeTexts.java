package traceglass.analysis.tree;

import traceglass.store.text.DisplayText;

/// User-visible strings for the tree of tracks, except names of groups that standard traces have.
final class TreeTexts {

    private TreeTexts() {}

    static final String NO_THREAD_NAME = "Thread";
    static final String OTHER = "Other";

    static String machine(String label) {
        return "machine " + label;
    }

    static String tracks(int n) {
        return DisplayText.count(n, "track", "tracks");
    }
}
