package traceglass.app.launch;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// Options for queries whose rows are shown as tracks.
public final class TrackFlags {

    @Option(
            names = "--track",
            paramLabel = "SQL",
            description =
                    "Show the rows of this query as a track, with columns ts, dur and name, or ts and value. May be "
                            + "repeated.")
    List<String> queries = new ArrayList<>();

    @Option(
            names = "--track-by",
            paramLabel = "COLUMN",
            description = "Create one track per value of this column of the queries.")
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
