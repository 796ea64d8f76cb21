package traceglass.app.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import traceglass.analysis.formula.FormulaCounter;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;

/// Counters of an open trace computed from other counters by user formulas. Used on the JavaFX thread.
public final class FormulaList {

    /// Key of the group of all formula tracks.
    public static final String GROUP = "formulas";

    private final TraceSession session;
    private final Map<Integer, FormulaTrack> formulas = new LinkedHashMap<>();
    private final Map<Integer, TrackNode> nodes = new HashMap<>();
    private final ReadOnlyIntegerWrapper version = new ReadOnlyIntegerWrapper();
    private int numbers;

    FormulaList(TraceSession session) {
        this.session = session;
    }

    /// All formulas in creation order.
    public List<FormulaTrack> all() {
        return List.copyOf(formulas.values());
    }

    /// The formula of the track with this key, if any.
    public Optional<FormulaTrack> of(String trackKey) {
        return formulas.values().stream().filter(f -> f.key().equals(trackKey)).findFirst();
    }

    /// Incremented by each change.
    public ReadOnlyIntegerProperty versionProperty() {
        return version.getReadOnlyProperty();
    }

    /// The next free formula number.
    public int nextNumber() {
        return numbers + 1;
    }

    /// Adds a formula, replacing the one with the same number.
    ///
    /// @return keys of counters that are missing in the trace; if any are, the formula is not added
    public List<String> put(FormulaTrack formula) {
        List<TrackNode> counters = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String key : formula.counters()) {
            TrackNode counter = find(session.tracks().roots(), key);
            if (counter == null || !counter.isCounter() || counter.kind().formula() != null) {
                missing.add(key);
            } else {
                counters.add(counter);
            }
        }
        if (!missing.isEmpty()) {
            return missing;
        }
        Optional.ofNullable(nodes.get(formula.number())).ifPresent(old -> session.discardTracks(List.of(old)));
        formulas.put(formula.number(), formula);
        nodes.put(
                formula.number(),
                TrackNode.of(
                        formula.key(),
                        new FormulaCounter(counters, formula.formula(), formula.unit()),
                        formula.title()));
        numbers = Math.max(numbers, formula.number());
        notifyChanged();
        return List.of();
    }

    /// Removes the formula of a track, or all formulas, given the key of their group.
    public void remove(String key) {
        List<FormulaTrack> removed =
                key.equals(GROUP) ? all() : of(key).stream().toList();
        for (FormulaTrack formula : removed) {
            formulas.remove(formula.number());
            session.discardTracks(List.of(nodes.remove(formula.number())));
        }
        if (!removed.isEmpty()) {
            notifyChanged();
        }
    }

    /// The group at the top of the track tree; empty if there are no formulas.
    Optional<TrackNode> group() {
        if (formulas.isEmpty()) {
            return Optional.empty();
        }
        List<TrackNode> tracks = formulas.keySet().stream().map(nodes::get).toList();
        return Optional.of(new TrackNode(
                GROUP,
                TrackGroup.GROUP,
                SessionTexts.FORMULAS,
                "",
                List.of(),
                SessionTexts.tracks(tracks.size()),
                "function",
                true,
                tracks));
    }

    private void notifyChanged() {
        version.set(version.get() + 1);
        session.updateUserTracks();
    }

    /// Finds the node of this key in the trees, or null.
    static TrackNode find(List<TrackNode> nodes, String key) {
        for (TrackNode node : nodes) {
            TrackNode found = node.key().equals(key) ? node : find(node.children(), key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
