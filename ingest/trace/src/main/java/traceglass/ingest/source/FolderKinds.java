package traceglass.ingest.source;

import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Describes folders and archives of known programs that contain no trace in a supported format.
public final class FolderKinds {

    private FolderKinds() {}

    /// Returns a description of a folder and of the tool that converts it, to be appended to its name; empty
    /// for other folders.
    ///
    /// @param paths paths of the files and folders in it
    public static Optional<String> describe(Collection<String> paths) {
        Set<String> names = new HashSet<>();
        for (String path : paths) {
            for (String name : path.split("/")) {
                names.add(name);
            }
        }
        boolean isInstrumentsTrace = names.contains("form.template")
                || names.contains("Trace1.run")
                || names.contains("corespace") && names.contains("instrument_data");
        if (isInstrumentsTrace) {
            return Optional.of("is a trace of Instruments; export it with `xctrace export --input NAME.trace --xpath"
                    + " '/trace-toc/run/data/table[@schema=\"time-profile\"]'` on a Mac, and open the XML file");
        }
        return Optional.empty();
    }
}
