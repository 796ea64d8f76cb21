package traceglass.app.launch;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// Options for queries whose rows are shown as tracks.
public final class TrackFlags {

    @Option(names = "--track", paramLabel = "SQL", description = LaunchTexts.TRACK)
    List<String> queries = new ArrayList<>();

    @Option(names = "--track-by", paramLabel = "COLUMN", description = LaunchTexts.TRACK_BY)
    String by;

    /// Returns the queries, one per element.
    public List<String> queries() {
        return queries;
    }

    /// Returns the name of the column whose values get separate tracks, or null.
    public String by() {
        return by;
    }

    /// Returns options without queries.
    public static TrackFlags none() {
        return new TrackFlags();
    }
}
