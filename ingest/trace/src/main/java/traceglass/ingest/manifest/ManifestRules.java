package traceglass.ingest.manifest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import traceglass.ingest.FileSettings;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.MetadataTracker;

/// Applies a manifest: creates its machines, sets the trace time, relates clocks, and determines the import
/// settings of each file. All this happens before the first trace is read, so that files may refer to later
/// ones.
public final class ManifestRules {

    /// First id of machines named in a manifest; ids in traces have 32 bits and are smaller.
    private static final long FIRST_MACHINE_ID = 1L << 32;

    private final ImportSession session;
    private final TraceManifest manifest;
    private final ToIntFunction<String> rowOfFile;
    private final Map<String, Long> machineIds = new HashMap<>();

    private ManifestRules(ImportSession session, TraceManifest manifest, ToIntFunction<String> rowOfFile) {
        this.session = session;
        this.manifest = manifest;
        this.rowOfFile = rowOfFile;
    }

    /// Returns whether a file that starts with these bytes is a manifest.
    public static boolean sniff(byte[] head) {
        return TraceManifest.sniff(head);
    }

    /// Reads a manifest and applies it.
    ///
    /// @param file row of the manifest in the `trace_file` table
    /// @param rowOfFile returns the row of the file with the given path in the archive, or -1
    /// @throws TraceProblem if the manifest is invalid or refers to something that does not exist
    public static ManifestRules apply(byte[] text, int file, ImportSession session, ToIntFunction<String> rowOfFile)
            throws TraceProblem {
        ManifestRules rules = new ManifestRules(session, ManifestReader.read(text), rowOfFile);
        rules.applyAttributes();
        rules.applyMachines();
        rules.traceTime(file);
        for (TraceManifest.FileEntry entry : rules.manifest.files()) {
            if (entry.clocks() != null) {
                rules.relate(entry, entry.clocks());
            }
        }
        return rules;
    }

    /// Returns the import settings of the file with the given path.
    ///
    /// @param isTrace whether the file is a trace, rather than an archive or manifest
    /// @throws TraceProblem if the manifest has settings for the file that only apply to traces
    public FileSettings settings(String path, boolean isTrace) throws TraceProblem {
        TraceManifest.FileEntry entry = path == null ? null : manifest.entry(path);
        if (entry == null) {
            return FileSettings.NONE;
        }
        if (!isTrace) {
            if (entry.clocks() != null || entry.hasOwnMachine()) {
                throw problem("overrides are not supported for trace files which are themselves archives or"
                        + " perfetto_manifest files: " + path);
            }
            return FileSettings.NONE;
        }
        Map<Integer, Long> embedded = new HashMap<>();
        for (TraceManifest.EmbeddedMachine m : entry.machines()) {
            embedded.put((int) m.id(), machineIds.get(m.name()));
        }
        return new FileSettings(
                ownMachineId(entry),
                entry.machine() != null,
                entry.machines().isEmpty() ? null : embedded,
                entry.clocks() != null && entry.clocks().clock() == null);
    }

    private static TraceProblem problem(String detail) {
        return TraceProblem.ofSettings("perfetto_manifest: " + detail);
    }

    private void applyAttributes() {
        MetadataTracker.View metadata = session.globalMetadata();
        manifest.attributes().forEach((key, value) -> {
            String name = "manifest_attribute." + key;
            if (value instanceof Long number) {
                metadata.setDynamic(name, number);
            } else {
                metadata.setDynamic(name, (String) value);
            }
        });
    }

    /// Adds one row per machine name, no matter how many files use it.
    private void applyMachines() {
        for (TraceManifest.FileEntry entry : manifest.files()) {
            if (entry.machine() != null) {
                addMachine(entry.machine());
            }
            for (TraceManifest.EmbeddedMachine m : entry.machines()) {
                addMachine(m.name());
            }
        }
    }

    private void addMachine(String name) {
        if (!machineIds.containsKey(name)) {
            long id = FIRST_MACHINE_ID + machineIds.size();
            machineIds.put(name, id);
            session.machines()
                    .setName(session.machines().row(id), session.strings().intern(name));
        }
    }

    private long ownMachineId(TraceManifest.FileEntry entry) {
        String machine = entry.ownMachine();
        return machine == null ? 0 : machineIds.get(machine);
    }

    private void traceTime(int file) throws TraceProblem {
        TraceManifest.TraceTime time = manifest.traceTime();
        if (time == null) {
            return;
        }
        int machine = 0;
        if (time.file() != null || time.machine() != null) {
            machine = session.machines()
                    .row(machineId("trace_time: file", "trace_time: machine", time.file(), time.machine()));
        }
        session.clocks().claimTraceTime(ClockId.of(time.clock()).on(machine, 0), file);
        session.globalMetadata().set("trace_time_clock_id", (long) time.clock());
    }

    private void relate(TraceManifest.FileEntry entry, TraceManifest.ClockRelation c) throws TraceProblem {
        int machine = session.machines().row(sourceMachineId(entry, c));
        int otherMachineId = session.machines()
                .row(machineId("clocks: sync_to.file", "clocks: sync_to.machine", c.otherFile(), c.otherMachine()));
        ClockId clock = clock(c.clock(), entry.path(), machine);
        ClockId other = clock(c.otherClock(), c.otherFile(), otherMachineId);
        List<ClockGraph.Reading> readings = List.of(
                new ClockGraph.Reading(clock, Math.max(0, -c.offsetNs())),
                new ClockGraph.Reading(other, Math.max(0, c.offsetNs())));
        int snapshot = session.clocks().addSnapshot(readings);
        if (snapshot < 0) {
            throw problem("clocks: the settings of '" + entry.path() + "' are contradictory");
        }
        ClockTracker.writeSnapshot(session.storage(), session.clocks(), snapshot, readings);
    }

    private ClockId clock(Integer number, String path, int machine) throws TraceProblem {
        if (number != null) {
            return ClockId.of(number).on(machine, 0);
        }
        int row = rowOfFile.applyAsInt(path);
        if (row < 0) {
            throw problem("clocks: the archive has no file with the path '" + path + "'");
        }
        return ClockId.ofFile(row).on(machine, 0);
    }

    private long sourceMachineId(TraceManifest.FileEntry entry, TraceManifest.ClockRelation c) throws TraceProblem {
        if (c.machine() == null) {
            if (!entry.machines().isEmpty()) {
                throw problem("clocks: file '" + entry.path()
                        + "' is a multi-machine trace; name which machine the clock is on with clocks: machine.");
            }
            return ownMachineId(entry);
        }
        if (!entry.declares(c.machine())) {
            throw problem(
                    "clocks: machine '" + c.machine() + "' is not a machine declared by file '" + entry.path() + "'.");
        }
        return machineIds.get(c.machine());
    }

    /// Returns the id of the machine with this name in this file. A name alone is not enough, since each file
    /// numbers its machines independently.
    private long machineId(String fileLabel, String machineLabel, String file, String machine) throws TraceProblem {
        if (file == null) {
            throw problem(machineLabel + " '" + machine + "' requires " + fileLabel + " too");
        }
        TraceManifest.FileEntry entry = manifest.entry(file);
        if (entry == null) {
            throw problem(
                    fileLabel + " names unknown file '" + file + "', which must be the path of an entry in files");
        }
        if (machine == null) {
            if (!entry.machines().isEmpty()) {
                throw problem(fileLabel + " '" + file + "' is a multi-machine trace; also name the machine with "
                        + machineLabel);
            }
            return ownMachineId(entry);
        }
        if (!entry.declares(machine)) {
            throw problem(machineLabel + " '" + machine + "' is not a machine declared by file '" + file + "'.");
        }
        return machineIds.get(machine);
    }
}
