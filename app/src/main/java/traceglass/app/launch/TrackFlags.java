package traceglass.app.launch;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// Queries whose rows are to be shown as tracks.
public final class TrackFlags {

    @Option(
            names = "--track",
            paramLabel = "SQL",
            description = "Show the rows of this query as a track: ts, dur and name, or ts and value. May be given "
                    + "several times.")
    List<String> queries = new ArrayList<>();

    @Option(
            names = "--track-by",
            paramLabel = "COLUMN",
            description = "One track for each value of this column of the queries.")
    String by;

    /// A query each.
    public List<String> queries() {
        return queries;
    }

    /// Name of the column of which each value has a track of its own, or null.
    public String by() {
        return by;
    }

    /// Flags that were not given.
    public static TrackFlags none() {
        return new TrackFlags();
    }
}
