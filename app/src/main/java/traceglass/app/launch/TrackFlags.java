package traceglass.app.launch;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.OptionSpecs;

/// Options for queries whose rows are shown as tracks.
public final class TrackFlags {

    private List<String> queries = new ArrayList<>();
    private String by;

    /// Adds these options to a command.
    public void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.list("--track", String.class, () -> queries, v -> queries = v)
                .paramLabel("SQL")
                .description(LaunchTexts.TRACK)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> by, v -> by = v, "--track-by")
                .paramLabel("COLUMN")
                .description(LaunchTexts.TRACK_BY)
                .build());
    }

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
