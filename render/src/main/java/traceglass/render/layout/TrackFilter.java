package traceglass.render.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.model.track.TrackNode;

/// A filter for tracks: terms separated by commas; a track is kept when its name or number contains any of them, in any case.
public record TrackFilter(List<String> terms) {

    public static final TrackFilter ALL = new TrackFilter(List.of());

    public static TrackFilter parse(String text) {
        List<String> terms = new ArrayList<>();
        for (String term : text.split(",")) {
            if (!term.isBlank()) {
                terms.add(term.strip().toLowerCase(Locale.ROOT));
            }
        }
        return terms.isEmpty() ? ALL : new TrackFilter(List.copyOf(terms));
    }

    public boolean keepsAll() {
        return terms.isEmpty();
    }

    /// Whether the node itself is meant, not one of its children.
    public boolean matches(TrackNode node) {
        if (terms.isEmpty()) {
            return true;
        }
        String text = (node.name() + " " + node.idText()).toLowerCase(Locale.ROOT);
        return terms.stream().anyMatch(text::contains);
    }
}
