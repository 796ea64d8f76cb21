package traceglass.analysis.track;

/// Kind of track that is drawn as the curve of a counter.
public interface CounterKind extends TrackKind {

    @Override
    default TrackStyle style() {
        return TrackStyle.COUNTER;
    }

    @Override
    default String label() {
        return TrackTexts.COUNTER;
    }

    @Override
    default String icon() {
        return "chart";
    }
}
