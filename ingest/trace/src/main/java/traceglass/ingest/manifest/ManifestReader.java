package traceglass.ingest.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.text.Json;

/// Reads the JSON of a manifest. Every mistake is reported as an error with its location, because a timeline that is
/// assembled incorrectly would be misleading.
final class ManifestReader {

    private static final long MAX_MACHINE_ID = 0xFFFF_FFFFL;

    private ManifestReader() {}

    /// @throws TraceProblem if the text is not a valid manifest of version 1
    static TraceManifest read(byte[] text) throws TraceProblem {
        Object root;
        try {
            root = Json.read(text);
        } catch (IllegalArgumentException e) {
            throw problem("the file is not valid JSON: " + e.getMessage());
        }
        if (!(root instanceof Map<?, ?> top && top.get("perfetto_manifest") instanceof Map<?, ?> m)) {
            throw problem("expected a JSON object with a top-level perfetto_manifest key");
        }
        checkVersion(m);
        return new TraceManifest(traceTime(m), files(m), attributes(m));
    }

    private static TraceProblem problem(String detail) {
        return TraceProblem.ofSettings("perfetto_manifest: " + detail);
    }

    private static void checkVersion(Map<?, ?> m) throws TraceProblem {
        if (!m.containsKey("version")) {
            throw problem("missing required field: version");
        }
        if (!(m.get("version") instanceof Long version)) {
            throw problem("version must be an integer");
        }
        if (version != 1) {
            throw problem("unsupported version: " + version + ". Only version 1 is supported.");
        }
    }

    private static TraceManifest.TraceTime traceTime(Map<?, ?> m) throws TraceProblem {
        if (!m.containsKey("trace_time")) {
            return null;
        }
        if (!(m.get("trace_time") instanceof Map<?, ?> t)) {
            throw problem("trace_time must be an object");
        }
        if (!t.containsKey("clock")) {
            throw problem("trace_time needs a clock");
        }
        return new TraceManifest.TraceTime(
                clock(t.get("clock")),
                optionalText(t, "file", "trace_time: file"),
                optionalText(t, "machine", "trace_time: machine"));
    }

    private static String optionalText(Map<?, ?> m, String key, String label) throws TraceProblem {
        if (!m.containsKey(key)) {
            return null;
        }
        if (!(m.get(key) instanceof String s)) {
            throw problem(label + " must be a string");
        }
        return s;
    }

    private static int clock(Object value) throws TraceProblem {
        if (!(value instanceof String name)) {
            throw problem("clock name must be a string");
        }
        for (int clock = ClockId.REALTIME; clock <= ClockId.BOOTTIME; clock++) {
            if (name.equals(ClockId.name(clock))) {
                return clock;
            }
        }
        throw problem("unknown clock name: " + name + ". Known clocks: "
                + "REALTIME, REALTIME_COARSE, MONOTONIC, MONOTONIC_COARSE, MONOTONIC_RAW, BOOTTIME.");
    }

    private static List<TraceManifest.FileEntry> files(Map<?, ?> m) throws TraceProblem {
        List<TraceManifest.FileEntry> files = new ArrayList<>();
        if (m.containsKey("files")) {
            if (!(m.get("files") instanceof List<?> list)) {
                throw problem("files must be an array");
            }
            for (Object file : list) {
                files.add(file(file));
            }
        }
        return files;
    }

    private static TraceManifest.FileEntry file(Object value) throws TraceProblem {
        if (!(value instanceof Map<?, ?> f && f.get("path") instanceof String path)) {
            throw problem("files entries must be objects with a string path");
        }
        TraceManifest.ClockRelation clocks = null;
        if (f.containsKey("clocks")) {
            if (!(f.get("clocks") instanceof Map<?, ?> c)) {
                throw problem("clocks must be an object");
            }
            clocks = clocks(c);
        }
        if (f.containsKey("machine") && f.containsKey("machines")) {
            throw problem(
                    "machine and machines are mutually exclusive: machine names the machine of the whole file, machines"
                            + " those that its packets distinguish by id");
        }
        return new TraceManifest.FileEntry(path, clocks, machine(f), machines(f));
    }

    private static String machine(Map<?, ?> f) throws TraceProblem {
        if (!f.containsKey("machine")) {
            return null;
        }
        if (!(f.get("machine") instanceof Map<?, ?> m && m.get("name") instanceof String name)) {
            throw problem("machine must be an object with a string name, such as {\"name\": \"phone\"}");
        }
        if (name.isEmpty()) {
            throw problem("machine: name must be non-empty");
        }
        return name;
    }

    private static List<TraceManifest.EmbeddedMachine> machines(Map<?, ?> f) throws TraceProblem {
        List<TraceManifest.EmbeddedMachine> machines = new ArrayList<>();
        if (!f.containsKey("machines")) {
            return machines;
        }
        if (!(f.get("machines") instanceof List<?> list)) {
            throw problem("machines must be an array");
        }
        for (Object value : list) {
            if (!(value instanceof Map<?, ?> m
                    && m.get("id") instanceof Number id
                    && m.get("name") instanceof String name)) {
                throw problem("machines entries need an integer id and a string name, such as {\"id\": 0, \"name\":"
                        + " \"phone\"}");
            }
            if (id.longValue() < 0 || id.longValue() > MAX_MACHINE_ID) {
                throw problem("machines: id must be in [0, " + MAX_MACHINE_ID + "]");
            }
            if (name.isEmpty()) {
                throw problem("machines: name must be non-empty");
            }
            machines.add(new TraceManifest.EmbeddedMachine(id.longValue(), name));
        }
        return machines;
    }

    private static TraceManifest.ClockRelation clocks(Map<?, ?> c) throws TraceProblem {
        String machine = optionalText(c, "machine", "clocks: machine");
        Integer clock = c.containsKey("clock") ? clock(c.get("clock")) : null;
        if (!c.containsKey("sync_to")) {
            throw problem("clocks: a sync_to block is required; it names the file of the other clock");
        }
        if (!(c.get("sync_to") instanceof Map<?, ?> to)) {
            throw problem("clocks: sync_to must be an object");
        }
        if (!(to.get("file") instanceof String otherFile)) {
            throw problem("clocks: sync_to.file is required and must be a string");
        }
        String otherMachine = optionalText(to, "machine", "clocks: sync_to.machine");
        Integer otherClock = to.containsKey("clock") ? clock(to.get("clock")) : null;
        long offsetNs = 0;
        if (c.containsKey("offset_ns")) {
            if (!(c.get("offset_ns") instanceof Long offset)) {
                throw problem("clocks: offset_ns must be an integer");
            }
            if (offset == Long.MIN_VALUE) {
                throw problem("clocks: offset_ns is out of range");
            }
            offsetNs = offset;
        }
        return new TraceManifest.ClockRelation(clock, machine, otherFile, otherMachine, otherClock, offsetNs);
    }

    private static SortedMap<String, Object> attributes(Map<?, ?> m) throws TraceProblem {
        SortedMap<String, Object> attributes = new TreeMap<>();
        if (m.containsKey("attributes")) {
            if (!(m.get("attributes") instanceof Map<?, ?> all)) {
                throw problem("attributes must be an object of string or integer values");
            }
            for (Map.Entry<?, ?> e : all.entrySet()) {
                if (e.getKey().equals("")) {
                    throw problem("attributes: keys must be non-empty");
                }
                if (!(e.getValue() instanceof String || e.getValue() instanceof Long)) {
                    throw problem("attributes: '" + e.getKey() + "' must be a string or an integer");
                }
                attributes.put((String) e.getKey(), e.getValue());
            }
        }
        return attributes;
    }
}
