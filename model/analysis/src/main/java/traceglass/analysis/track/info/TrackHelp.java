package traceglass.analysis.track.info;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;

/// Help texts for the tracks of a trace: from the trace itself, or from the resource `track-help.txt` for tracks of
/// its type or kind. Immutable.
public final class TrackHelp {

    private static final Map<String, String> TEXTS = read();
    /// Maximum length of descriptions, which come from the trace.
    private static final int MAX_LENGTH = 4_000;

    /// Help texts before a trace is read.
    public static final TrackHelp NONE = new TrackHelp(Map.of());

    private final Map<Long, String> byTrack;

    private TrackHelp(Map<Long, String> byTrack) {
        this.byTrack = byTrack;
    }

    /// Reads the descriptions of tracks in the trace; do not call on the JavaFX thread.
    public static TrackHelp read(TraceQueries q) throws QueryException {
        Map<Long, String> texts = new HashMap<>();
        String types = TEXTS.keySet().stream()
                .filter(k -> k.startsWith("type "))
                .map(k -> "'" + k.substring("type ".length()) + "'")
                .collect(Collectors.joining(", "));
        readHelp(
                q,
                "SELECT id, type FROM __intrinsic_track WHERE type IN (" + types + ")",
                texts,
                value -> TEXTS.getOrDefault("type " + value, ""));
        readHelp(
                q,
                "SELECT t.id, a.string_value FROM __intrinsic_track AS t JOIN __intrinsic_args AS a ON a.arg_set_id ="
                        + " t.source_arg_set_id WHERE a.key = 'description' AND a.string_value IS NOT NULL AND"
                        + " trim(a.string_value) <> ''",
                texts,
                value -> value.length() > MAX_LENGTH ? value.substring(0, MAX_LENGTH) + "…" : value.strip());
        return new TrackHelp(Map.copyOf(texts));
    }

    private static void readHelp(TraceQueries q, String sql, Map<Long, String> into, UnaryOperator<String> text)
            throws QueryException {
        q.forEachRow(sql, r -> {
            into.put(r.getLong(1), text.apply(r.getString(2)));
        });
    }

    public boolean hasHelp(TrackNode node) {
        return !text(node).isEmpty();
    }

    /// Returns the help text of a node, or an empty string.
    public String text(TrackNode node) {
        for (long id : node.kind().trackIds()) {
            String text = byTrack.get(id);
            if (text != null) {
                return text;
            }
        }
        return TEXTS.getOrDefault("kind " + node.kind().help(node), "");
    }

    private static Map<String, String> read() {
        Map<String, String> texts = new HashMap<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(TrackHelp.class.getResourceAsStream("track-help.txt"), StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null; ) {
                int colon = line.indexOf(':');
                if (!line.startsWith("#") && colon > 0) {
                    texts.put(
                            line.substring(0, colon).strip(),
                            line.substring(colon + 1).strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(texts);
    }
}
