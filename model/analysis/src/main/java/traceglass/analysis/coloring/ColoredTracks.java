package traceglass.analysis.coloring;

import java.util.concurrent.CompletableFuture;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;

/// Source whose slices have the chosen colors. Each track is colored once when it is loaded, on another thread.
public final class ColoredTracks implements TrackDataSource {

    private final TrackDataSource source;
    private final EvaluatedColoring coloring;

    private ColoredTracks(TrackDataSource source, EvaluatedColoring coloring) {
        this.source = source;
        this.coloring = coloring;
    }

    /// Returns a source with these colors; the source itself if they change nothing.
    public static TrackDataSource of(TrackDataSource source, EvaluatedColoring coloring) {
        return coloring.isPlain() ? source : new ColoredTracks(source, coloring);
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        return applyColors(node, source.load(node));
    }

    @Override
    public boolean supportsPrefetch() {
        return source.supportsPrefetch();
    }

    @Override
    public CompletableFuture<TrackData> prefetch(TrackNode node) {
        return applyColors(node, source.prefetch(node));
    }

    @Override
    public void prioritize(TrackNode node) {
        source.prioritize(node);
    }

    @Override
    public CompletableFuture<String> category(TrackNode node, long id) {
        return source.category(node, id);
    }

    private CompletableFuture<TrackData> applyColors(TrackNode node, CompletableFuture<TrackData> loaded) {
        return coloring.appliesTo(node)
                ? loaded.thenApplyAsync(data -> data instanceof SliceData slices
                        ? coloring.apply(slices, node.kind().table().equals("slice"))
                        : data)
                : loaded;
    }
}
