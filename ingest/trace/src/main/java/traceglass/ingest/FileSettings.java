package traceglass.ingest;

import java.util.Map;

/// Import settings of one file in an archive, as given by a manifest.
///
/// @param machine machine id for data without one; 0 for the machine that recorded the trace
/// @param isSingleMachine whether the manifest assigns the whole file to that machine
/// @param machines machine id for each 32-bit id in the file's packets; null to keep the ids as they are
/// @param ignoresClockSnapshots whether to ignore clock snapshots in the file, because the manifest sets its times
public record FileSettings(
        long machine, boolean isSingleMachine, Map<Integer, Long> machines, boolean ignoresClockSnapshots) {

    /// Defaults for files without settings.
    public static final FileSettings NONE = new FileSettings(0, false, null, false);
}
