package traceglass.app.panel.flame;

import java.util.BitSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.task.FxThread;

/// Marks the frames that what is typed in the filter bar would find, and says there how much they are.
final class FlameHits {

    private final FilterBar bar;
    private final FlameView view;

    FlameHits(FilterBar bar, FlameView view) {
        this.bar = bar;
        this.view = view;
    }

    /// Marks them in the tree that is shown now.
    ///
    /// @param values what its widths are
    void mark(FlameMeasure values) {
        String wanted = bar.text();
        Pattern pattern;
        try {
            pattern = wanted.isEmpty() || FlameFilter.parse(wanted).isEmpty()
                    ? null
                    : FlameFilter.parse(wanted).getFirst().pattern();
        } catch (PatternSyntaxException e) {
            none("not an expression: " + e.getDescription());
            return;
        }
        if (pattern == null) {
            none("");
            return;
        }
        FlameGraph tree = view.tree();
        // Every name of a large graph is looked at, which takes longer than a frame.
        Thread.ofVirtual().start(() -> {
            BitSet hits = new BitSet();
            for (int i = 1; i < tree.size(); i++) {
                if (pattern.matcher(tree.name(i)).find()) {
                    hits.set(i);
                }
            }
            long sum = tree.sum(hits::get);
            FxThread.later(() -> {
                if (tree == view.tree() && wanted.equals(bar.text())) {
                    view.setHits(hits::get);
                    bar.say(values.text(sum) + ", " + FlameView.share(sum, tree.total(0)));
                }
            });
        });
    }

    private void none(String words) {
        view.setHits(null);
        bar.say(words);
    }
}
