package traceglass.app.panel.flame;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.task.FxThread;

/// Highlights frames that match the text typed in the filter bar and shows their share there.
final class FlameHits {

    private final FilterBar bar;
    private final FlameView view;
    private final Consumer<Pattern> typedPattern;

    /// @param typedPattern receives the pattern of the typed text for the tables, null for none
    FlameHits(FilterBar bar, FlameView view, Consumer<Pattern> typedPattern) {
        this.bar = bar;
        this.view = view;
        this.typedPattern = typedPattern;
    }

    /// Highlights matches in the displayed tree.
    ///
    /// @param values measure that determines the widths
    void markMatches(FlameMeasure values) {
        String typed = bar.text();
        Pattern pattern;
        try {
            pattern = typed.isEmpty() || FlameFilter.parse(typed).isEmpty()
                    ? null
                    : FlameFilter.parse(typed).getFirst().pattern();
        } catch (PatternSyntaxException e) {
            clear(FlameTexts.invalidRegex(e.getDescription()));
            return;
        }
        if (pattern == null) {
            clear("");
            return;
        }
        typedPattern.accept(pattern);
        FlameGraph tree = view.tree();
        // Matching all names of a large graph takes longer than a frame.
        Thread.ofVirtual().start(() -> {
            BitSet hits = new BitSet();
            for (int i = 1; i < tree.size(); i++) {
                if (pattern.matcher(tree.name(i)).find()) {
                    hits.set(i);
                }
            }
            long sum = tree.sum(hits::get);
            FxThread.later(() -> {
                if (tree == view.tree() && typed.equals(bar.text())) {
                    view.setHits(hits::get);
                    bar.showStatus(values.text(sum) + ", " + BoxTexts.share(sum, tree.total(0)));
                }
            });
        });
    }

    private void clear(String status) {
        view.setHits(null);
        typedPattern.accept(null);
        bar.showStatus(status);
    }
}
