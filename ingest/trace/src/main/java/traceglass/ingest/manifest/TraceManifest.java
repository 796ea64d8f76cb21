package traceglass.ingest.manifest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;

/// What a `perfetto_manifest` says: a JSON object with one key, `perfetto_manifest`, that lies in an archive beside the
/// traces that it speaks of. The form is that of Perfetto's trace processor, version 1.
///
/// @param traceTime the clock that times are shown in; null to leave it to the traces
/// @param files what is said of single files
/// @param attributes metadata that is to be kept with the trace: strings and longs
record TraceManifest(TraceTime traceTime, List<FileEntry> files, SortedMap<String, Object> attributes) {

    private static final String KEY = "{\"perfetto_manifest\"";
    /// As far as the reference looks for the key.
    private static final int LOOKAHEAD = 128;

    /// A shared clock, of a machine that a file declares where one is named.
    ///
    /// @param file path of the file, or null
    /// @param machine name of the machine, or null
    record TraceTime(int clock, String file, String machine) {}

    /// What is said of one file.
    ///
    /// @param path as in the archive
    /// @param clocks how one of its clocks relates to one of another file; or null
    /// @param machine name of the machine that the whole file is of; or null
    /// @param machines names of the machines that packets of the file tell apart by ids; empty if it is of one
    ///     machine
    record FileEntry(String path, ClockRelation clocks, String machine, List<EmbeddedMachine> machines) {

        /// Whether the file itself names this machine as one of its own.
        boolean declares(String name) {
            return name.equals(ownMachine())
                    || machines.stream().anyMatch(m -> m.name().equals(name));
        }

        /// Name of the machine that what bears no id is of, null if none is given.
        String ownMachine() {
            if (machine != null) {
                return machine;
            }
            String own = null;
            for (EmbeddedMachine m : machines) {
                own = m.id() == 0 ? m.name() : own;
            }
            return own;
        }

        boolean hasOwnMachine() {
            return ownMachine() != null;
        }
    }

    /// The machine that packets of one file call `id` (32 bits without a sign).
    record EmbeddedMachine(long id, String name) {}

    /// When a clock of this file reads T, one of another file reads T + `offsetNs`.
    ///
    /// @param clock this file's clock, or null for the private one of a file without clocks of its own
    /// @param machine name of the machine among this file's that the clock is of, or null if the file is of one
    /// @param otherFile path of the other file
    /// @param otherMachine name of a machine among the other file's, or null if that is of one
    /// @param otherClock the other file's clock, or null for its private one
    record ClockRelation(
            Integer clock, String machine, String otherFile, String otherMachine, Integer otherClock, long offsetNs) {}

    /// What is said of the file with this path; null if nothing is.
    FileEntry entry(String path) {
        return files.stream().filter(f -> f.path().equals(path)).findFirst().orElse(null);
    }

    /// Whether a file that begins with these bytes is a manifest.
    static boolean sniff(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, LOOKAHEAD), StandardCharsets.ISO_8859_1);
        return start.replaceAll("\\s", "").startsWith(KEY);
    }
}
