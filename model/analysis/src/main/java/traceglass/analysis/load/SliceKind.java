package traceglass.analysis.load;

import java.util.List;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackKind;

/// Kind of track whose events are rows of `slice`.
public interface SliceKind extends TrackKind {

    /// Ids in `track` of its slices; at least one.
    @Override
    List<Long> trackIds();

    @Override
    default String table() {
        return "slice";
    }

    @Override
    default List<RowKey> rows() {
        return RowKey.ofAll("slice", "track_id", trackIds());
    }

    @Override
    default boolean fadesOthers() {
        return true;
    }

    @Override
    default void addFlameInputs(FlameInputs inputs) {
        inputs.addSlices(trackIds());
    }

    @Override
    default String category(long id) {
        return categoryOf(id);
    }

    /// Returns a query for the category of a slice.
    static String categoryOf(long id) {
        return "SELECT coalesce(category, '') FROM __intrinsic_slice WHERE id = " + id;
    }
}
