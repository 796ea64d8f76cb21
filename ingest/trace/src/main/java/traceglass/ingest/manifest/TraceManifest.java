package traceglass.ingest.manifest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;

/// Content of a `perfetto_manifest`: a JSON object with the single key `perfetto_manifest`, stored in an archive next
/// to the traces that it describes. The format is version 1 of Perfetto's trace processor.
///
/// @param traceTime clock of the displayed times; null to let the traces decide
/// @param files settings of individual files
/// @param attributes metadata to store with the trace: strings and longs
record TraceManifest(TraceTime traceTime, List<FileEntry> files, SortedMap<String, Object> attributes) {

    private static final String KEY = "{\"perfetto_manifest\"";
    /// Number of bytes in which trace processor searches for the key.
    private static final int LOOKAHEAD = 128;

    /// Clock of the displayed times, optionally on a machine declared by a file.
    ///
    /// @param clock id of the clock
    /// @param file path of the file that declares the machine, or null
    /// @param machine name of the machine, or null
    record TraceTime(int clock, String file, String machine) {}

    /// Settings of one file.
    ///
    /// @param path path in the archive
    /// @param clocks relation of one of the file's clocks to a clock of another file; or null
    /// @param machine name of the machine of the whole file; or null
    /// @param machines names of the machines that the file's packets distinguish by id; empty for a single-machine
    ///     file
    record FileEntry(String path, ClockRelation clocks, String machine, List<EmbeddedMachine> machines) {

        /// Returns whether the file itself declares a machine with this name.
        boolean declares(String name) {
            return name.equals(ownMachine())
                    || machines.stream().anyMatch(m -> m.name().equals(name));
        }

        /// Returns the name of the machine for packets without a machine id; null if none is given.
        String ownMachine() {
            if (machine != null) {
                return machine;
            }
            String name = null;
            for (EmbeddedMachine m : machines) {
                name = m.id() == 0 ? m.name() : name;
            }
            return name;
        }

        boolean hasOwnMachine() {
            return ownMachine() != null;
        }
    }

    /// Machine that packets of one file identify by `id`, an unsigned 32-bit number.
    record EmbeddedMachine(long id, String name) {}

    /// Relation of two clocks: when a clock of this file reads T, one of another file reads T + `offsetNs`.
    ///
    /// @param clock this file's clock, or null for the private clock of a file without clocks of its own
    /// @param machine name of the machine in this file to which the clock belongs; null if the file has only one
    /// @param otherFile path of the other file
    /// @param otherMachine name of the machine in the other file, or null if that file has only one
    /// @param otherClock the other file's clock, or null for its private clock
    record ClockRelation(
            Integer clock, String machine, String otherFile, String otherMachine, Integer otherClock, long offsetNs) {}

    /// Returns the settings of the file with the given path; null if there are none.
    FileEntry entry(String path) {
        return files.stream().filter(f -> f.path().equals(path)).findFirst().orElse(null);
    }

    /// Returns whether a file that starts with these bytes is a manifest.
    static boolean sniff(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, LOOKAHEAD), StandardCharsets.ISO_8859_1);
        return start.replaceAll("\\s", "").startsWith(KEY);
    }
}
