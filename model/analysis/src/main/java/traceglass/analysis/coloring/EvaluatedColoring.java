package traceglass.analysis.coloring;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;

/// Choices for colors, evaluated for a trace. Immutable; applied on any thread.
public final class EvaluatedColoring {

    /// Changes nothing.
    public static final EvaluatedColoring NONE =
            new EvaluatedColoring(List.of(), null, false, List.of(), Outcome.NONE, 0);

    /// Result of a condition.
    ///
    /// @param slices number of matching rows of `slice`
    /// @param problem why it cannot be evaluated; empty if it was
    public record Outcome(long slices, String problem) {
        public static final Outcome NONE = new Outcome(0, "");
    }

    /// Color of the events that a condition accepts.
    record Entry(Matcher when, int argb) {}

    private final List<Entry> entries;
    private final Matcher only;
    private final boolean hidesOthers;
    private final List<Outcome> outcomes;
    private final Outcome onlyOutcome;
    private final long traceColored;

    /// @param only null for all events
    EvaluatedColoring(
            List<Entry> entries,
            Matcher only,
            boolean hides,
            List<Outcome> outcomes,
            Outcome onlyOutcome,
            long traceColored) {
        this.entries = List.copyOf(entries);
        this.only = only;
        this.hidesOthers = hides;
        this.outcomes = List.copyOf(outcomes);
        this.onlyOutcome = onlyOutcome;
        this.traceColored = traceColored;
    }

    /// Returns the results of the rules, in order.
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /// Returns the result of the condition for slices that stand out.
    public Outcome onlyOutcome() {
        return onlyOutcome;
    }

    /// Returns the number of slices to which the trace assigns a color.
    public long traceColored() {
        return traceColored;
    }

    /// Returns whether applying the choices changes nothing.
    public boolean isPlain() {
        return entries.isEmpty() && only == null;
    }

    /// Returns whether the choices may change the data of a track; only slices that are colored by name are
    /// affected.
    boolean appliesTo(TrackNode node) {
        TrackStyle style = node.kind().style();
        return !isPlain()
                && style.shape() == TrackStyle.Shape.BOXES
                && style.colors() == TrackStyle.Colors.NAMES
                && !node.kind().table().isEmpty();
    }

    /// Returns the data with the chosen color keys, without the events that are hidden.
    ///
    /// @param areSlices whether its ids are those of `slice`
    SliceData apply(SliceData data, boolean areSlices) {
        return new Application(data, areSlices).apply();
    }

    /// Applies the choices to the events of one track.
    private final class Application {

        private final SliceData data;
        private final boolean areSlices;
        private final List<boolean[]> byName = new ArrayList<>();
        private final boolean[] onlyByName;
        private final List<String> keys = new ArrayList<>();
        /// Index + 1 in `keys` of the color for each entry, followed by the colors for each color key of the
        /// input; 0 if there is none yet.
        private final int[] defaultKeys;
        private final int[] dimmed;

        Application(SliceData data, boolean areSlices) {
            this.data = data;
            this.areSlices = areSlices;
            entries.forEach(e -> byName.add(e.when().matches(data.names())));
            onlyByName = only == null ? null : only.matches(data.names());
            defaultKeys = new int[entries.size() + data.colorKeys().length];
            dimmed = new int[defaultKeys.length];
        }

        SliceData apply() {
            int n = data.size();
            int[] color = new int[n];
            boolean[] shown = new boolean[n];
            boolean isComplete = true;
            for (int i = 0; i < n; i++) {
                boolean matches = only == null || accepts(only, onlyByName, i);
                shown[i] = matches || !hidesOthers;
                isComplete &= shown[i];
                color[i] = colorKey(firstMatchingRule(i), i, !matches);
            }
            SliceData colored = new SliceData(
                    data.rowStart(),
                    data.id(),
                    data.ts(),
                    data.end(),
                    data.name(),
                    color,
                    data.flags(),
                    data.names(),
                    keys.toArray(String[]::new));
            return isComplete ? colored : SliceSubset.of(colored, shown);
        }

        /// Index of the first rule that an event meets, or −1.
        private int firstMatchingRule(int i) {
            for (int e = 0; e < byName.size(); e++) {
                if (accepts(entries.get(e).when(), byName.get(e), i)) {
                    return e;
                }
            }
            return -1;
        }

        /// On tracks of other tables, a condition by ids does not apply: it colors none of their events and
        /// keeps all.
        private boolean accepts(Matcher when, boolean[] names, int i) {
            return names != null
                    ? names[data.name()[i]]
                    : areSlices ? when.ids().get((int) data.id()[i]) : when == only;
        }

        private int colorKey(int entry, int i, boolean dims) {
            int[] keyIndexes = dims ? dimmed : defaultKeys;
            int color = entry >= 0 ? entry : entries.size() + data.color()[i];
            if (keyIndexes[color] == 0) {
                String key = entry >= 0
                        ? TrackStyle.Colors.ruleKey(entries.get(entry).argb())
                        : data.colorKeys()[data.color()[i]];
                keys.add(dims ? TrackStyle.Colors.DIM_MARK + (key == null ? "" : key) : key);
                keyIndexes[color] = keys.size();
            }
            return keyIndexes[color] - 1;
        }
    }
}
