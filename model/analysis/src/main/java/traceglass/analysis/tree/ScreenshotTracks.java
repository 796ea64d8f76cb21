package traceglass.analysis.tree;

import traceglass.analysis.derived.Screenshots;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Pictures of the screen, above everything else.
final class ScreenshotTracks implements TrackProvider {

    private static final int ORDER = -60;

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        if (facts.has(NamedSlices.SCREENSHOTS) || facts.other().objects()) {
            tree.root()
                    .add(new DraftNode(
                                    Screenshots.SCREENSHOTS.trackKey(),
                                    TrackKind.SLICES,
                                    Screenshots.SCREENSHOTS.title(),
                                    ORDER)
                            .source(new TrackSource.Events(
                                    Screenshots.SCREENSHOTS.name(), Screenshots.SCREENSHOTS.events())));
        }
    }
}
